/* fuzz_bot.c - the commands of a bot: every command has one answer. */
#include <demesne/contest.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* An answer is "", or "= ..." or "? ..." and a blank line. */
static void check_answer(const char *answer)
{
    size_t size = strlen(answer);
    if (size == 0)
        return;
    if ((*answer != '=' && *answer != '?') || size < 3 || strcmp(answer + size - 2, "\n\n") != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    dm_protocol_player *engine = NULL;
    char *text = malloc(size + 1);
    if (!text || dm_protocol_player_new("greedy", 1, &engine, NULL) != DM_OK) {
        free(text);
        return 0;
    }
    if (size > 0)
        memcpy(text, bytes, size);
    text[size] = 0;
    for (char *line = text; line && !dm_protocol_player_is_done(engine);) {
        char *end = strchr(line, '\n');
        if (end)
            *end = 0;
        check_answer(dm_protocol_player_answer(engine, line, NULL));
        line = end ? end + 1 : NULL;
    }
    dm_protocol_player_free(engine);
    free(text);
    return 0;
}
