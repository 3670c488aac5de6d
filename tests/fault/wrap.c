/* wrap.c - see the header. */
#include "fault/wrap.h"

#include "support/support.h"

static bool is_fine(dm_status status, int endings)
{
    bool has_coped = status == DM_OK || status == DM_UNSUPPORTED;
    return status == DM_NO_MEMORY || (has_coped && (endings & FAULT_COPES)) ||
           (status != DM_OK && status != DM_INTERNAL && (endings & FAULT_ANY_ERROR));
}

enum { TIMES = 2 }; /* a place fails with nothing and with one thing before it */

static void arm(int64_t k)
{
    if (run_long())
        fault_arm(k);
    else
        fault_arm_new(k, TIMES);
}

void fault_sweep(fault_path *path, int endings)
{
    bool is_next = (endings & FAULT_KNOWN_PLACES) && !run_long();
    if (!is_next)
        fault_forget_places();
    for (int64_t k = 1;; k = fault_fired_at() + 1) {
        dm_error err = {0};
        arm(k);
        dm_status status = path(&err);
        bool failed = fault_fired();
        if (fault_live() != 0)
            fail_msg("request %lld: %lld blocks were kept", (long long)fault_fired_at(),
                     (long long)fault_live());
        if (!failed) {
            assert_ok(status, err);
            assert_true(k > 1 || is_next); /* a path without requests tests nothing */
            return;
        }
        if (!is_fine(status, endings))
            fail_msg("request %lld: status %s, %s", (long long)fault_fired_at(),
                     dm_status_text(status), err.message);
        assert_int_equal(err.status, status);
        assert_true(status == DM_OK || err.message[0] != 0);
    }
}
