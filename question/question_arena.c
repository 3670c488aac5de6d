/* question_arena.c - facts about a board.
 *
 * Diameter, medians and symmetry can take long.  They are given if they should take less than about
 * a second, or if all is wanted; otherwise the text says why and JSON has null.
 */
#include "question/questions.h"

#include "answer/answer.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const question_field fields[] = {
    {.name = "to", .type = Q_FILE, .argument = "FILE", .writes = true,
     .at = offsetof(arena_fields, to),
     .help = "write the board to FILE, in the format of its ending; - is standard output"},
    {.name = "format", .type = Q_TEXT, .in = Q_WORDS_ONLY, .argument = "NAME",
     .at = offsetof(arena_fields, format), .help = "the format of --to, whatever the ending"},
    {.name = "all", .type = Q_FLAG, .in = Q_LOCAL, .at = offsetof(arena_fields, all),
     .help = "diameter, medians and symmetry however long they take"},
    {.name = "check", .type = Q_FLAG, .in = Q_LOCAL, .at = offsetof(arena_fields, check),
     .help = "check every section of a .board file, not only those that are needed"},
    {.name = "drawing", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(arena_fields, drawing),
     .help = "coordinates, edges, names and values, to draw the board"},
    {.name = "rounds", .type = Q_COUNT, .argument = "N", .low = 1, .high = INT32_MAX,
     .at = offsetof(arena_fields, rounds),
     .help = "the theory of N rounds on a complete k-ary tree: key level, bound, who wins"},
    {0}};
/* clang-format on */

/* Searches from every vertex take n (n + 2m) steps, 1 to 10 ns each. */
static const double SEARCH_STEPS = 1e8;
static const int64_t SYMMETRY_SIZE = 20000; /* vertices and edges together */

static const char TOO_LARGE[] = "not computed on a board of this size (--all)";

typedef struct arena_found {
    answer_facts facts;
    dm_point *places; /* of a drawing */
} arena_found;

static void arena_clear(void *found)
{
    arena_found *f = found;
    dm_metric_clear(&f->facts.metric);
    dm_symmetry_free(f->facts.symmetry);
    free(f->places);
}

static bool is_quick_metric(const dm_arena *arena, const dm_facts *f)
{
    double n = dm_arena_vertices(arena), m = (double)dm_arena_edges(arena);
    return f->tree || n * (n + 2 * m) <= SEARCH_STEPS;
}

/* If the metric cannot be computed, the answer says why. */
static dm_status find_metric(const ask_board *board, bool all, answer_facts *out, dm_error *err)
{
    if (!all && !is_quick_metric(board->arena, &out->facts)) {
        snprintf(out->no_metric, sizeof out->no_metric, "%s", TOO_LARGE);
        return DM_OK;
    }
    dm_error why = {0};
    dm_status status = dm_metric_init(board->arena, board->run, &out->metric, &why);
    snprintf(out->no_metric, sizeof out->no_metric, "%.190s", why.message);
    if (status == DM_TOO_LARGE)
        return DM_OK;
    if (status == DM_UNFINISHED)
        status = DM_STOPPED;
    return status == DM_OK ? DM_OK : answer_fail(err, status, "%s", why.message);
}

static dm_status find_symmetry(const ask_board *board, bool all, answer_facts *out, dm_error *err)
{
    int64_t size = dm_arena_vertices(board->arena) + dm_arena_edges(board->arena);
    if (!all && size > SYMMETRY_SIZE) {
        snprintf(out->no_symmetry, sizeof out->no_symmetry, "%s", TOO_LARGE);
        return DM_OK;
    }
    dm_error why = {0};
    dm_status status = dm_symmetry_new(board->arena, &out->symmetry, &why);
    snprintf(out->no_symmetry, sizeof out->no_symmetry, "%.190s", why.message);
    return status == DM_OK || status == DM_TOO_LARGE ? DM_OK
                                                     : answer_fail(err, status, "%s", why.message);
}

static dm_status find_facts(const asking *a, const ask_board *board, arena_found *f, dm_error *err)
{
    const arena_fields *own = a->own;
    dm_status status = dm_facts_find(board->arena, &f->facts.facts, err);
    if (status == DM_OK)
        status = find_metric(board, own->all, &f->facts, err);
    bool stopped = status == DM_STOPPED;
    if (stopped)
        snprintf(f->facts.no_symmetry, sizeof f->facts.no_symmetry, "not computed: out of time");
    else if (status == DM_OK)
        status = find_symmetry(board, own->all, &f->facts, err);
    if ((status == DM_OK || stopped) && own->rounds) {
        dm_complete_tree tree = {0};
        status = dm_complete_tree_init(board->arena, &tree, err);
        if (status == DM_OK)
            status = dm_tree_theory_init(tree.children, tree.height, (int32_t)own->rounds,
                                         &f->facts.theory, err);
        f->facts.has_theory = status == DM_OK;
        dm_complete_tree_clear(&tree);
    }
    if (status == DM_OK && own->drawing) {
        f->places = calloc((size_t)dm_arena_vertices(board->arena) + 1, sizeof *f->places);
        status = f->places ? dm_layout(board->arena, a->seed, f->places, err)
                           : answer_fail(err, DM_NO_MEMORY, "out of memory");
    }
    return status == DM_OK && stopped ? DM_STOPPED : status;
}

static dm_status check_arena_fields(asking *a, const ask_board *board, dm_error *err)
{
    const arena_fields *own = a->own;
    if (own->format && !own->to)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "--format names the format of --to FILE, which is missing");
    if (own->to && board->many)
        return answer_fail(err, DM_BAD_ARGUMENT, "%s: --to needs a source with one board",
                           board->source);
    return own->check ? dm_arena_check(board->arena, board->run, err) : DM_OK;
}

static dm_status arena_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const arena_fields *own = a->own;
    bool is_written = own->to && strcmp(own->to, "-") == 0; /* instead of an answer */
    (void)shared;
    dm_status status = check_arena_fields(a, board, err);
    return status == DM_OK && !is_written ? find_facts(a, board, found, err) : status;
}

static dm_status arena_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const arena_fields *own = a->own;
    const arena_found *f = found;
    (void)err;
    answer_arena(r, board->arena, &f->facts);
    if (f->places)
        answer_drawing(r, board->arena, f->places);
    if (own->check)
        report_flag(r, "checked", true);
    if (own->to)
        report_string(r, "written", own->to);
    return DM_OK;
}

const question question_arena = {
    .name = "arena", .fields = fields, .common = Q_BOARD, QUESTION_PARTS(arena)};
