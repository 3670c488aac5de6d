/* stones.c - stones as they are typed: `--white 0,3 --black 5`. */
#include "answer/answer.h"
#include "cli.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_number(const char *text, size_t length)
{
    size_t sign = length > 1 && text[0] == '-';
    for (size_t i = sign; i < length; i++)
        if (!isdigit((unsigned char)text[i]))
            return false;
    return length > 0;
}

/* The one vertex called so; -1 none, -2 several. */
static dm_vertex find_name(const dm_arena *arena, const char *text, size_t length)
{
    dm_vertex found = -1;
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        const char *name = dm_arena_name(arena, v);
        if (name && strlen(name) == length && memcmp(name, text, length) == 0) {
            if (found >= 0)
                return -2;
            found = v;
        }
    }
    return found;
}

static dm_status read_vertex(cli_call *cli, const dm_arena *arena, const char *option,
                             const char *text, size_t length, dm_vertex *out, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    int width = length < 60 ? (int)length : 60;
    if (is_number(text, length)) {
        long long v = length < 12 ? strtoll(text, NULL, 10) : -1;
        if (v < 0 || v >= n)
            return cli_fail(err, DM_BAD_VERTEX,
                            "%s: there is no vertex %.*s; this board has %d, "
                            "counted from 0",
                            option, width, text, n);
        *out = (dm_vertex)v;
        return DM_OK;
    }
    if (!dm_arena_has_names(arena) || length == 0) {
        cli->wrong_line = true;
        return cli_fail(err, DM_BAD_ARGUMENT,
                        "%s: '%.*s' is not a vertex number; expected a list "
                        "such as 0,3,5",
                        option, width, text);
    }
    *out = find_name(arena, text, length);
    if (*out < 0)
        return cli_fail(err, DM_BAD_VERTEX, "%s: %s vertex is called '%.*s'", option,
                        *out == -1 ? "no" : "more than one", width, text);
    return DM_OK;
}

dm_status cli_vertices(cli_call *cli, const dm_arena *arena, const char *option, const char *text,
                       dm_vertex **out, int64_t *count, dm_error *err)
{
    size_t items = 0;
    for (const char *c = text ? text : ""; *c; c++)
        items += *c == ',' || items == 0;
    dm_vertex *list = malloc((items + 2) * sizeof *list);
    if (!list)
        return cli_fail(err, DM_NO_MEMORY, "no memory for the list of %s", option);
    int64_t filled = 0;
    dm_status status = DM_OK;
    for (const char *at = items ? text : NULL; at && status == DM_OK;) {
        size_t length = strcspn(at, ",");
        status = read_vertex(cli, arena, option, at, length, &list[filled++], err);
        at = at[length] ? at + length + 1 : NULL;
    }
    if (status != DM_OK) {
        free(list);
        return status;
    }
    *out = list;
    *count = filled;
    return DM_OK;
}

dm_status cli_stones(cli_call *cli, const dm_arena *arena, const char *white, const char *black,
                     dm_stone **out, int64_t *count, dm_error *err)
{
    dm_vertex *list[2] = {NULL, NULL};
    int64_t length[2] = {0, 0};
    dm_status status = cli_vertices(cli, arena, "--white", white, &list[0], &length[0], err);
    if (status == DM_OK)
        status = cli_vertices(cli, arena, "--black", black, &list[1], &length[1], err);
    if (status == DM_OK)
        status =
            answer_stones(arena, (const dm_vertex *const[2]){list[0], list[1]}, length, out, err);
    if (status == DM_OK)
        *count = length[0] + length[1];
    free(list[0]);
    free(list[1]);
    return status;
}

dm_status cli_position(cli_call *cli, const dm_arena *arena, const cli_setup *setup,
                       dm_position **out, dm_error *err)
{
    dm_stone *stones = NULL;
    int64_t count = 0;
    dm_status status = cli_stones(cli, arena, setup->white, setup->black, &stones, &count, err);
    const answer_setup game = {setup->rounds, setup->per_turn, stones,
                               count,         setup->to_move,  (dm_tie_rule)cli->ties};
    if (status == DM_OK)
        status = answer_position(arena, &game, out, err);
    free(stones);
    return status;
}
