/* fuzz_interval.c - lists of places are refused, or played and scored.  The first byte chooses the
 * rules. */
#include <demesne/interval.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(const dm_interval *game)
{
    char *text = NULL;
    for (int what = DM_LENGTH_RED; what <= DM_LENGTH_BLUE_BORDER; what++) {
        if (dm_interval_measure(game, (dm_interval_length)what, &text, NULL) != DM_OK)
            abort();
        dm_free(text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { MOST = 4096 };
    char text[MOST];
    dm_interval *game = NULL;
    if (size < 1 || size > MOST)
        return 0;
    const dm_interval_rules rules = {.arena = (dm_interval_arena)(bytes[0] & 1),
                                     .batch = bytes[0] & 2,
                                     .strict = bytes[0] & 4,
                                     .min_distance = bytes[0] & 8 ? "1/40" : NULL,
                                     .stones = 2 + bytes[0] / 16};
    memcpy(text, bytes + 1, size - 1);
    text[size - 1] = 0;
    if (dm_interval_new(&rules, &game, NULL) != DM_OK)
        abort();
    dm_interval_read(game, text, NULL);
    check(game);
    while (dm_interval_undo(game, NULL) == DM_OK)
        continue;
    dm_interval_free(game);
    return 0;
}
