/* counterexample.c - the smallest level on which an algorithm of te Kolste's thesis, as printed,
 * is wrong.
 *
 * All trees of 2, 3, .. vertices whose vertex v is joined to an earlier one, by increasing total
 * length in whole edges, with all ways to place the players' sites on vertices.  The first that
 * differs is the smallest.  Levels that a method refuses (ties, one player without sites) are left
 * out.
 */
#include "base/base.h"

#include "lines/level/ratio.h"
#include "lines/moves/best_move.h"
#include <demesne/line_espt.h>
#include <demesne/line_solve.h>
#include <stdlib.h>

enum { MOST_VERTICES = 6, LONGEST = 4 };

typedef struct small_tree {
    dm_level level;
    dm_line_edge edges[MOST_VERTICES];
    dm_line_site sites[MOST_VERTICES];
} small_tree;

typedef struct search {
    const dm_line_ask *ask;
    dm_run *run;
    dm_line_counterexample *out;
    int32_t players, most_sites; /* sites in the levels that are tried now */
    bool found;
} search;

static char *const names[] = {"red", "blue", "green"};

/* A level that the method refuses is no counterexample. */
static dm_status pass_over(dm_status status, const dm_error *why, dm_error *err)
{
    if (status == DM_UNSUPPORTED || status == DM_BAD_MOVE)
        return DM_OK;
    return dmi_fail(err, status, "%s", why->message);
}

/* The gain of the best cut, or what the method claims for it; den 0: it refuses the level. */
static dm_status find_gain(const dm_level *level, const dm_line_ask *ask, dm_ratio *out,
                           dm_error *err)
{
    dm_line_best *best = NULL;
    dm_error why = {0};
    *out = (dm_ratio){0, 0};
    dm_status status = dm_line_best_move(level, ask, NULL, &best, &why);
    if (status != DM_OK)
        return pass_over(status, &why, err);
    if (best->claimed.den)
        *out = best->claimed;
    else
        status = dm_ratio_subtract(best->after.margin, best->before.margin, out, err);
    dm_line_best_free(best);
    return status;
}

static dm_status compare_gains(search *s, const dm_level *level, dm_error *err)
{
    const dm_line_ask printed = {.op = DM_LINE_CUT,
                                 .objective = DM_LINE_MARGIN,
                                 .method = s->ask->method,
                                 .mistake = s->ask->mistake};
    const dm_line_ask right = {.op = DM_LINE_CUT, .objective = DM_LINE_MARGIN};
    dm_status status = find_gain(level, &printed, &s->out->claimed, err);
    if (status == DM_OK)
        status = find_gain(level, &right, &s->out->right, err);
    s->found = status == DM_OK && s->out->claimed.den && s->out->right.den &&
               dmi_ratio_compare(s->out->claimed, s->out->right) != 0;
    return status;
}

static dm_status compare_changes(search *s, const dm_level *level, dm_error *err)
{
    const dm_line_ask ask = {.op = DM_LINE_CUT};
    dm_line_espt *x = NULL;
    dm_status status = dm_line_espt_new(level, &ask, NULL, &x, err);
    for (int32_t i = 0; status == DM_OK && i < x->change_count && !s->found; i++) {
        s->found = dmi_ratio_compare(x->changes[i].change, x->changes[i].printed) != 0;
        s->out->claimed = x->changes[i].printed;
        s->out->right = x->changes[i].change;
        s->out->place = (dm_line_place){x->changes[i].vertex, -1, {0, 1}};
    }
    dm_line_espt_free(x);
    return status;
}

/* One edge with a site in its middle, cut at a third: the site's new place, and the printed
 * (mu - lambda) / (1 - mu).  `*level` becomes the one with the site inside. */
static dm_status compare_points(search *s, dm_level **level, dm_error *err)
{
    static const dm_ratio middle = {1, 2}, third = {1, 3}, sixth = {1, 6};
    dm_level draft = **level, *made = NULL, *after = NULL;
    dm_line_site site = {0, {-1, 0, middle}};
    const dm_line_move move = {.op = DM_LINE_CUT, .place = {-1, 0, third}};
    if (draft.edge_count != 1 || draft.site_count != 1)
        return DM_OK;
    draft.sites = &site;
    dm_status status = dm_level_new(&draft, &made, err);
    if (status != DM_OK)
        return status;
    dm_level_free(*level);
    *level = made;
    status = dm_level_apply(made, &move, 0, &after, err);
    if (status != DM_OK)
        return status;
    dmi_ratio_make((dmi_wide)sixth.num * middle.den, (dmi_wide)sixth.den * middle.num,
                   &s->out->claimed);
    s->out->right = after->sites[0].place.at;
    s->out->place = move.place;
    s->found = dmi_ratio_compare(s->out->claimed, s->out->right) != 0;
    dm_level_free(after);
    return DM_OK;
}

/* Keeps the level if it is a counterexample. */
static dm_status try_level(search *s, small_tree *tree, dm_error *err)
{
    dm_level *level = NULL;
    dm_status status = dm_level_new(&tree->level, &level, err);
    if (status != DM_OK)
        return status;
    s->out->tried++;
    dm_line_mistake mistake = s->ask->mistake;
    status = mistake == DM_MISTAKE_F_BAR   ? compare_changes(s, level, err)
             : mistake == DM_MISTAKE_POINT ? compare_points(s, &level, err)
                                           : compare_gains(s, level, err);
    if (status == DM_OK && s->found)
        s->out->level = level;
    else
        dm_level_free(level);
    if (status == DM_OK && !dmi_run_report(s->run, 20, "levels", (uint64_t)s->out->tried, 0, ""))
        status = dmi_stopped(s->run, err);
    return status;
}

/* All ways to place `most_sites` sites from vertex v on. */
static dm_status try_sites(search *s, small_tree *tree, int32_t v, dm_error *err)
{
    int32_t left = s->most_sites - tree->level.site_count;
    dm_status status = DM_OK;
    if (left == 0) {
        bool has_own = s->ask->mistake == DM_MISTAKE_POINT;
        for (int32_t i = 0; i < tree->level.site_count; i++)
            has_own = has_own || tree->sites[i].player == 0;
        return has_own ? try_level(s, tree, err) : DM_OK;
    }
    if (tree->level.vertex_count - v < left)
        return DM_OK;
    for (int32_t p = 0; status == DM_OK && !s->found && p < s->players; p++) {
        tree->sites[tree->level.site_count++] = (dm_line_site){p, {v, -1, {0, 1}}};
        status = try_sites(s, tree, v + 1, err);
        tree->level.site_count--;
    }
    return status == DM_OK && !s->found ? try_sites(s, tree, v + 1, err) : status;
}

/* All edges from vertex v on whose lengths add up to `total`. */
static dm_status try_edges(search *s, small_tree *tree, int32_t v, int32_t total, dm_error *err)
{
    int32_t left = tree->level.vertex_count - v; /* edges to come */
    dm_status status = DM_OK;
    if (left == 0 || v >= MOST_VERTICES)
        return total == 0 ? try_sites(s, tree, 0, err) : DM_OK;
    for (int32_t length = 1; length <= LONGEST && length <= total - (left - 1); length++)
        for (int32_t u = 0; status == DM_OK && !s->found && u < v; u++) {
            tree->edges[v - 1] = (dm_line_edge){u, v, {length, 1}};
            status = try_edges(s, tree, v + 1, total - length, err);
        }
    return status;
}

static dm_status try_all(search *s, dm_error *err)
{
    small_tree tree = {.level = {.player_count = s->players, .players = (char **)names}};
    dm_status status = DM_OK;
    tree.level.edges = tree.edges;
    tree.level.sites = tree.sites;
    for (int32_t n = 2; n <= MOST_VERTICES; n++)
        for (int32_t total = n - 1; total <= LONGEST * (n - 1); total++)
            for (s->most_sites = 1; s->most_sites <= n; s->most_sites++) {
                tree.level.vertex_count = n;
                tree.level.edge_count = n - 1;
                status = try_edges(s, &tree, 1, total, err);
                if (status != DM_OK || s->found)
                    return status;
            }
    return dmi_fail(err, DM_UNFINISHED,
                    "no tree of up to %d vertices with edges of up to %d is a "
                    "counterexample",
                    MOST_VERTICES, LONGEST);
}

dm_status dm_line_counterexample_find(const dm_line_ask *ask, dm_run *run,
                                      dm_line_counterexample **out, dm_error *err)
{
    if (ask->method < DM_LINE_METHOD_SIMPLE_PRINTED)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "counterexamples are to methods as printed, such as types:printed");
    dm_status status = dmi_check_mistake(ask, err);
    if (status != DM_OK)
        return status;
    bool needs_three = ask->method == DM_LINE_METHOD_SIMPLE_PRINTED;
    search s = {.ask = ask, .run = run, .players = needs_three ? 3 : 2};
    s.out = dmi_calloc(1, sizeof *s.out);
    if (!s.out)
        return dmi_no_memory(err);
    s.out->place = (dm_line_place){-1, -1, {0, 1}};
    status = try_all(&s, err);
    if (status == DM_OK)
        *out = s.out;
    else
        dm_line_counterexample_free(s.out);
    return dmi_as_unfinished(status, err);
}

void dm_line_counterexample_free(dm_line_counterexample *found)
{
    if (!found)
        return;
    dm_level_free(found->level);
    free(found);
}
