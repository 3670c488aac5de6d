/* block.c - the board of an `arena` command, line by line.
 *
 * The lines are gathered as an edge list, values as its comments, and read as such a file is: so
 * lengths may be decimals, faults name their line (the command's own is line 1), and memory follows
 * what was sent, not what was announced.  A wrong line spoils the board, but the block is taken to
 * its end: both sides agree on where the next command begins.
 */
#include "contest/protocol_board.h"

#include "base/base.h"
#include "format/scan.h"
#include <demesne/source.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dmi_protocol_board {
    int64_t lines; /* still to come */
    int64_t line;  /* the last one's number */
    int64_t n;
    char *text; /* as an edge list */
    size_t size, room;
    int64_t *values;
    size_t values_room;
    dm_error wrong; /* the first thing that was */
};

void dmi_protocol_board_free(dmi_protocol_board *block)
{
    if (!block)
        return;
    free(block->text);
    free(block->values);
    free(block);
}

static void gather(dmi_protocol_board *block, const char *mark, const char *line)
{
    size_t size = strlen(mark) + strlen(line) + 1;
    if (block->wrong.status != DM_OK)
        return;
    if (!dmi_reserve(&block->text, &block->room, block->size + size + 1, 1)) {
        dmi_no_memory(&block->wrong);
        return;
    }
    snprintf(block->text + block->size, size + 1, "%s%s\n", mark, line);
    block->size += size;
}

dm_status dmi_protocol_board_new(int64_t n, int64_t m, dmi_protocol_board **out, dm_error *err)
{
    char heading[40];
    dmi_protocol_board *block = dmi_calloc(1, sizeof *block);
    if (!block)
        return dmi_no_memory(err);
    block->lines = n + m;
    block->line = 1;
    block->n = n;
    snprintf(heading, sizeof heading, "vertices %lld", (long long)n);
    gather(block, "", heading);
    *out = block;
    return DM_OK;
}

static void spoil(dmi_protocol_board *block, const char *what, const char *found)
{
    if (block->wrong.status == DM_OK)
        dmi_fail_at(&block->wrong, DM_BAD_INPUT, "arena", block->line, "expected %s, found %s",
                    what, dmi_quote_word(found).text);
}

static void gather_value(dmi_protocol_board *block, const char *line)
{
    const char *at = line;
    int64_t value;
    size_t index = (size_t)(block->line - 2);
    if (!dmi_scan_next(&at, &value) || *dmi_skip_blanks(at)) {
        spoil(block, "a vertex value", line);
        return;
    }
    if (block->wrong.status != DM_OK)
        return;
    if (!dmi_reserve(&block->values, &block->values_room, index + 1, sizeof *block->values)) {
        dmi_no_memory(&block->wrong);
        return;
    }
    block->values[index] = value;
    gather(block, "# ", line);
}

bool dmi_protocol_board_take(dmi_protocol_board *block, const char *line)
{
    block->line++;
    block->lines--;
    if (block->line <= block->n + 1)
        gather_value(block, line);
    else if (dmi_count_words(line) != 3 || *line == '#')
        spoil(block, "u v length", line);
    else
        gather(block, "", line);
    return block->lines == 0;
}

static dm_status read_board(const dmi_protocol_board *block, dm_arena **out, dm_error *err)
{
    dm_reader *reader = NULL;
    dm_arena *plain = NULL;
    dm_status status =
        dm_reader_open_memory("arena", block->text, block->size, "edges", &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, &plain, err);
    if (status == DM_OK)
        status = dm_arena_with_values(plain, block->values, out, err);
    dm_arena_free(plain);
    dm_reader_free(reader);
    return status;
}

dm_status dmi_protocol_board_finish(dmi_protocol_board *block, dm_arena **out, dm_error *err)
{
    dm_status status = block->wrong.status;
    if (status == DM_OK)
        status = read_board(block, out, err);
    else if (err)
        *err = block->wrong;
    dmi_protocol_board_free(block);
    return status;
}
