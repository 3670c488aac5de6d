/* question_values.c - the value that a player gives each vertex, by which it chooses its next
 * stone. */
#include "question/questions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 20 }; /* vertices in text */

/* clang-format off */
static const question_field fields[] = {
    {.name = "player", .place = 2, .type = Q_PLAYER, .argument = "PLAYER", .required = true,
     .at = offsetof(values_fields, player), .help = "the player that compares vertices"},
    {.name = "rounds", .type = Q_COUNT, .argument = "N", .low = 1, .high = INT32_MAX, .required = true,
     .at = offsetof(values_fields, rounds), .help = "turns per player"},
    {.name = "per_turn", .type = Q_COUNT, .argument = "K", .low = 1, .high = INT32_MAX, .standard = 1,
     .at = offsetof(values_fields, per_turn), .help = "stones placed per turn"},
    QUESTION_STONES(values_fields),
    {.name = "to_move", .type = Q_CHOICE, .argument = "SIDE", .choices = choice_side, .standard = -1,
     .at = offsetof(values_fields, to_move),
     .help = "whose turn it is (default: follows from the stones given)"},
    {.name = "moves", .type = Q_LIST, .in = Q_JSON_ONLY, .at = offsetof(values_fields, moves),
     .help = "in place of stones, the moves so far: [[0],[4],..]; an empty one is a lost turn"},
    {.name = "csv", .type = Q_FILE, .argument = "FILE", .writes = true, .at = offsetof(values_fields, csv),
     .help = "write vertex and value as a CSV; - writes it to standard output instead of the answer"},
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,
     .endings = QUESTION_PICTURES, .at = offsetof(values_fields, output),
     .help = "draw the board with the value of each vertex: FILE.svg, FILE.png or FILE.pdf"},
    {0}};
/* clang-format on */

static void values_clear(void *found)
{
    values_found *f = found;
    dm_player_free(f->player);
    dm_position_free(f->position);
    free(f->values);
}

dm_status ask_moves(asking *a, const json_t *moves, dm_position *position, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(position));
    dm_status status = DM_OK;
    for (size_t i = 0; i < json_array_size(moves) && status == DM_OK; i++) {
        const json_t *move = json_array_get(moves, i);
        dm_vertex *vertices = NULL;
        int32_t size = 0;
        dm_error why = {0};
        status =
            json_is_array(move) && json_array_size(move) <= (size_t)n
                ? ask_vertex_list(a, "moves", move, n, &vertices, &size, err)
                : answer_fail(err, DM_BAD_INPUT, "'moves': expected a list such as [[0],[4],..]");
        if (status == DM_OK) {
            status = size == 0 ? dm_position_pass(position, &why)
                               : dm_position_make(position, vertices, size, &why);
            if (status != DM_OK)
                answer_fail(err, status, "move %zu: %s", i + 1, why.message);
        }
        free(vertices);
    }
    return status;
}

static dm_status open_position(asking *a, const ask_board *board, dm_position **out, dm_error *err)
{
    const values_fields *own = a->own;
    int32_t count = 0;
    const dm_setup setup = {
        .rounds = own->rounds, .per_turn = own->per_turn, .to_move = own->to_move};
    dm_status status = ask_position(a, board->arena, &own->stones, setup, out, err);
    if (status == DM_OK)
        dm_position_stones(*out, &count);
    if (status == DM_OK && own->moves.json && count > 0)
        status = ask_blame(a, err, DM_BAD_INPUT, "'moves': give moves or stones, not both");
    if (status == DM_OK)
        status = ask_moves(a, own->moves.json, *out, err);
    return status;
}

static dm_status values_find(asking *a, const ask_board *board, void *shared, void *found,
                             dm_error *err)
{
    const values_fields *own = a->own;
    values_found *f = found;
    (void)shared;
    dm_status status = open_position(a, board, &f->position, err);
    if (status != DM_OK)
        return status;
    /* every turn has its own random numbers, as in a game of the page */
    uint64_t seed = dm_rng_derive(a->seed, (uint64_t)dm_position_turns_made(f->position));
    status = dm_player_new(own->player, seed, &f->player, err);
    a->wrong_words |= status == DM_BAD_ARGUMENT;
    double *values = malloc(((size_t)dm_arena_vertices(board->arena) + 1) * sizeof *values);
    if (status == DM_OK && !values)
        status = answer_fail(err, DM_NO_MEMORY, "no memory for the values");
    if (status == DM_OK)
        status = dm_player_values(f->player, f->position, board->run, values, err);
    if (status == DM_OK || status == DM_STOPPED)
        f->values = values;
    else
        free(values);
    return status;
}

bool values_better(const values_found *f, double a, double b)
{
    bool least = strcmp(dm_player_values_meaning(f->player), "white-black") == 0 &&
                 dm_position_to_move(f->position) == DM_BLACK;
    return least ? a < b : a > b;
}

/* In text: the best vertices for the side to move, best first. */
static dm_status print_best(report *r, const values_found *f, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(dm_position_arena(f->position)), shown = 0, known = 0;
    bool *done = calloc((size_t)n + 1, sizeof *done);
    if (!done)
        return answer_fail(err, DM_NO_MEMORY, "no memory for a table");
    for (dm_vertex v = 0; v < n; v++)
        known += !isnan(f->values[v]);
    report_line(r, "  vertex   value");
    for (; shown < known && shown < SHOWN; shown++) {
        dm_vertex best = -1;
        for (dm_vertex v = 0; v < n; v++)
            if (!done[v] && !isnan(f->values[v]) &&
                (best < 0 || values_better(f, f->values[v], f->values[best])))
                best = v;
        done[best] = true;
        report_line(r, "  %6d   %.9g", best, f->values[best]);
    }
    if (known > shown)
        report_line(r, "  and %d more (--json, --csv)", known - shown);
    free(done);
    return DM_OK;
}

static dm_status values_report(const asking *a, const ask_board *board, void *found, report *r,
                               dm_error *err)
{
    const values_found *f = found;
    (void)a;
    report_string(r, "side", dm_side_name(dm_position_to_move(f->position)));
    report_string(r, "player", dm_player_spec(f->player));
    report_string(r, "meaning", dm_player_values_meaning(f->player));
    json_t *list = json_array();
    for (dm_vertex v = 0; v < dm_arena_vertices(board->arena); v++)
        report_append(&list, report_rounded(f->values[v]));
    report_json(r, "values", list);
    return report_is_json(r) ? DM_OK : print_best(r, f, err);
}

const question question_values = {
    .name = "values", .fields = fields, .common = Q_BOARD | Q_TIMED, QUESTION_PARTS(values)};
