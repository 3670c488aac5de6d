/* answer_lines_explain.c - explanations of best moves: type, shortest-path tree, value along the
 * edge.
 */

#include "answer/answer_lines.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static json_t *explain_json(const dm_level *level, const dm_line_explanation *x)
{
    json_t *list = json_array();
    for (int32_t v = 0; v < x->vertex_count; v++) {
        const dm_line_tree_step *step = &x->tree[v];
        json_t *players = json_array();
        for (int32_t p = 0; p < level->player_count; p++)
            if (step->players >> p & 1)
                report_append(&players, json_string(level->players[p]));
        json_t *object = json_pack("{s:i, s:o}", "vertex", v, "players", players);
        if (step->players)
            report_put(&object, "when", answer_ratio_json(step->when));
        if (step->edge >= 0)
            report_put(&object, "edge", json_integer(step->edge));
        if (step->from >= 0)
            report_put(&object, "from", json_integer(step->from));
        report_append(&list, object);
    }
    json_t *object = json_pack("{s:s, s:s, s:o}", "type", dm_line_type_name(x->type), "reason",
                               x->reason, "tree", list);
    if (x->edge >= 0) {
        report_put(&object, "edge", json_integer(x->edge));
        json_t *parts = json_array();
        for (int32_t j = 0; j < x->part_count; j++) {
            const dm_line_profile_part *p = &x->profile[j];
            report_append(
                &parts, json_pack("{s:o, s:o, s:o, s:o}", "from", answer_ratio_json(p->from), "to",
                                  answer_ratio_json(p->to), "first", answer_ratio_json(p->first),
                                  "last", answer_ratio_json(p->last)));
        }
        report_put(&object, "profile", parts);
    }
    return object;
}

enum { MOST_LINES = 60, DEEPEST = 12 };

/* How many edges of the tree lead to v, at most DEEPEST. */
static int depth_of(const dm_line_explanation *x, int32_t v)
{
    int depth = 0;
    assert(v >= 0 && v < x->vertex_count);
    for (; x->tree[v].from >= 0 && depth < DEEPEST; v = x->tree[v].from)
        depth++;
    return depth;
}

static const char *owner_words(const dm_level *level, uint64_t players)
{
    if (!players)
        return "nobody";
    return players & (players - 1) ? "tied" : level->players[__builtin_ctzll(players)];
}

/* v, and behind it what is reached over it. */
static void add_branch(report *r, const dm_level *level, const dm_line_explanation *x, int32_t v,
                       int depth, int *shown)
{
    assert(v >= 0 && v < x->vertex_count);
    assert(depth >= 0);
    if (++*shown > MOST_LINES)
        return;
    const dm_line_tree_step *step = &x->tree[v];
    char when[DM_RATIO_TEXT], way[48] = "";
    if (step->edge >= 0)
        snprintf(way, sizeof way, ", over edge %d%s", step->edge,
                 step->from < 0 ? " from a site on it" : "");
    if (step->players)
        report_line(r, "    %*s%d: %s at %s%s", 2 * depth_of(x, v), "", v,
                    owner_words(level, step->players), dm_ratio_print(step->when, when), way);
    else
        report_line(r, "    %d: nobody", v);
    for (int32_t c = 0; c < x->vertex_count && depth < DEEPEST; c++)
        if (x->tree[c].from == v)
            add_branch(r, level, x, c, depth + 1, shown);
}

enum { COLUMNS = 61, ROWS = 9 };

/* The value at a place; NAN between the parts. */
static double value_at(const dm_line_explanation *x, double place)
{
    assert(place >= 0);
    for (int32_t i = 0; i < x->part_count; i++) {
        const dm_line_profile_part *part = &x->profile[i];
        double from = answer_decimal(part->from), to = answer_decimal(part->to);
        double first = answer_decimal(part->first), last = answer_decimal(part->last);
        if (from < to && place >= from && place <= to)
            return first + (last - first) * (place - from) / (to - from);
    }
    return NAN;
}

static void add_text(report *r, const dm_level *level, const dm_line_ask *ask,
                     const dm_line_explanation *x)
{
    report_row(r, "type", "%s: %s", dm_line_type_name(x->type), x->reason);
    int shown = 0;
    report_line(r, "  shortest paths, vertex by vertex from the sites:");
    for (int32_t v = 0; v < x->vertex_count; v++)
        if (x->tree[v].from < 0)
            add_branch(r, level, x, v, 0, &shown);
    if (shown > MOST_LINES)
        report_line(r, "    and more");
    if (x->edge < 0)
        return;
    report_line(r, "  %s of %s along edge %d (%d-%d):",
                ask->objective == DM_LINE_PAYOFF ? "payoff" : "margin",
                ask->op == DM_LINE_CUT ? "a cut" : "a new site", x->edge, level->edges[x->edge].u,
                level->edges[x->edge].v);
    char from[DM_RATIO_TEXT], to[DM_RATIO_TEXT], first[DM_RATIO_TEXT], last[DM_RATIO_TEXT];
    for (int32_t i = 0; i < x->part_count && i < MOST_LINES; i++) {
        const dm_line_profile_part *part = &x->profile[i];
        dm_ratio_print(part->from, from);
        dm_ratio_print(part->first, first);
        dm_ratio_print(part->last, last);
        if (strcmp(from, dm_ratio_print(part->to, to)) == 0)
            report_line(r, "    at %s: %s", from, first);
        else if (strcmp(first, last) == 0)
            report_line(r, "    from %s to %s: %s", from, to, first);
        else
            report_line(r, "    from %s to %s: %s to %s", from, to, first, last);
    }
    if (x->part_count > MOST_LINES)
        report_line(r, "    and %d more parts", x->part_count - MOST_LINES);
    char grid[ROWS][COLUMNS + 1];
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < x->part_count; i++) {
        double begin = answer_decimal(x->profile[i].first),
               end = answer_decimal(x->profile[i].last);
        low = fmin(low, fmin(begin, end));
        high = fmax(high, fmax(begin, end));
    }
    if (low == high)
        return; /* a constant needs no chart */
    for (int row = 0; row < ROWS; row++) {
        memset(grid[row], ' ', COLUMNS);
        grid[row][COLUMNS] = '\0';
    }
    for (int column = 0; column < COLUMNS; column++) {
        double value = value_at(x, column / (double)(COLUMNS - 1));
        if (!isnan(value))
            grid[(int)lround((high - value) / (high - low) * (ROWS - 1))][column] = '*';
    }
    for (int row = 0; row < ROWS; row++) {
        int end = COLUMNS;
        while (end > 0 && grid[row][end - 1] == ' ')
            grid[row][--end] = '\0';
        double value = high - (high - low) * row / (ROWS - 1);
        report_line(r, "    %9.4g |%s", value, grid[row]);
    }
    report_line(r, "    %9s +%.*s", "", COLUMNS,
                "-------------------------------------------------------------");
    report_line(r, "    %9s  0%*s", "", COLUMNS - 1, "1");
}

void answer_lines_explain(report *r, const dm_level *level, const dm_line_ask *ask,
                          const dm_line_explanation *x)
{
    report_json(r, "explain", explain_json(level, x));
    if (!report_is_json(r))
        add_text(r, level, ask, x);
}

void answer_lines_explain_steps(report *r, const answer_line_step *steps, int32_t count)
{
    json_t *list = json_array();
    char words[ANSWER_MOVE_WORDS];
    for (int32_t i = 0; i < count; i++) {
        const answer_line_step *step = &steps[i];
        json_t *object = explain_json(step->before, step->why);
        report_put(&object, "op", json_string(dm_line_op_name(step->ask.op)));
        report_append(&list, object);
        if (report_is_json(r))
            continue;
        report_line(r, "move %d: %s", i + 1,
                    answer_move_words(steps[i].before, steps[i].move, words));
        add_text(r, steps[i].before, &steps[i].ask, steps[i].why);
    }
    report_json(r, "explain", list);
}
