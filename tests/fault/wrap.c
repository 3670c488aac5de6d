/* wrap.c - see the header. */
#include "fault/wrap.h"

#include "support/support.h"

static bool is_fine(dm_status status, int endings)
{
    bool has_coped = status == DM_OK || status == DM_UNSUPPORTED;
    return status == DM_NO_MEMORY || (has_coped && (endings & FAULT_COPES)) ||
           (status != DM_OK && status != DM_INTERNAL && (endings & FAULT_ANY_ERROR));
}

/* Past some hundred requests a path reads one thing after another (all levels): every 13th request
 * then fails in another place of each.  The long mode has all. */
static int64_t next(int64_t k)
{
    return k < 500 || run_long() ? k + 1 : k + 13;
}

void fault_sweep(fault_path *path, int endings)
{
    for (int64_t k = 1;; k = next(k)) {
        dm_error err = {0};
        fault_arm(k);
        dm_status status = path(&err);
        bool failed = fault_fired();
        if (fault_live() != 0)
            fail_msg("request %lld: %lld blocks were kept", (long long)k, (long long)fault_live());
        if (!failed) {
            assert_ok(status, err);
            assert_true(k > 1); /* a path without requests tests nothing */
            return;
        }
        if (!is_fine(status, endings))
            fail_msg("request %lld: status %s, %s", (long long)k, dm_status_text(status),
                     err.message);
        assert_int_equal(err.status, status);
        assert_true(status == DM_OK || err.message[0] != 0);
    }
}
