/* fuzz_level.c - levels are refused, or written back unchanged. */
#include <demesne/lines.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check(const dm_level *level)
{
    char *text = NULL, *twice = NULL;
    dm_level *again = NULL;
    dm_line_diagram *diagram = NULL;
    if (dm_level_text(level, &text, NULL) != DM_OK ||
        dm_level_read_memory("again", text, strlen(text), &again, NULL) != DM_OK ||
        dm_level_text(again, &twice, NULL) != DM_OK || strcmp(text, twice) != 0)
        abort();
    if (dm_line_diagram_new(level, DM_LINE_SPLIT, true, &diagram, NULL) == DM_OK)
        dm_line_diagram_free(diagram);
    dm_free(text);
    dm_free(twice);
    dm_level_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    dm_level *level = NULL;
    if (dm_level_read_memory("fuzz", bytes, size, &level, NULL) == DM_OK) {
        check(level);
        dm_level_free(level);
    }
    return 0;
}
