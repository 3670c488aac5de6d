/* site_odds.c - all winning places for a new site, exactly, and all winning removals.
 *
 * site_sweep.c moves a new site along every piece.  On an open stretch the player leads everybody
 * on one open interval; a place between two stretches is evaluated by itself.  Intervals without a
 * gap between them are merged:
 *
 *      a ---(=====)--o--(===*===)--- b     o a single winning place, * one that joins two stretches
 *
 * Regions are the connected components of all winning places: intervals that contain a common
 * vertex are in one.  The place of an existing site is not free, so it separates regions.
 *
 * Cost: one sweep per piece.
 */
#include "base/base.h"
#include "lines/site/site_sweep.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* A point of the current piece, num/den units from a. */
typedef struct site_point {
    dmi_wide num, den;
} site_point;

typedef struct winning_sites {
    /* The current winning interval on the current piece. */
    site_point from, to;
    const dmi_line_position *position;
    dm_line_odds *out;
    size_t room;
    dm_ratio length; /* the winning length in units, as long as it fits */
    double decimal;  /* the same, rounded */
    int64_t unseen;  /* units on pieces not swept yet */
    int32_t *part;   /* union-find over winning vertices; -1: v does not win */
    int32_t *beside; /* a piece on which only v wins; -1: none yet; -2: some piece has more */
    dm_error *err;
    dm_status status;
    int32_t piece;
    int32_t free;              /* intervals that contain no vertex */
    bool is_open;              /* from..to is an interval */
    bool holds_from, holds_to; /* whether its ends win */
    bool is_exact;             /* whether `length` is the whole sum */
} winning_sites;

static int32_t part_of_vertex(winning_sites *t, int32_t v)
{
    while (t->part[v] != v)
        v = t->part[v] = t->part[t->part[v]];
    return v;
}

static void win_vertex(winning_sites *t, int32_t v)
{
    if (t->part[v] < 0)
        t->part[v] = v;
}

static bool same_point(site_point a, site_point b)
{
    return a.num * b.den == b.num * a.den;
}

static bool measure_interval(winning_sites *t, dm_line_stretch *won)
{
    dmi_payoff_place from = {.piece = t->piece, .num = t->from.num, .den = t->from.den};
    dmi_payoff_place to = {.piece = t->piece, .num = t->to.num, .den = t->to.den};
    dm_ratio begin, end, way;
    if (!dmi_payoff_place_fraction(t->position, &from, &won->from) ||
        !dmi_payoff_place_fraction(t->position, &to, &won->to))
        return false;
    t->decimal += (double)t->to.num / (double)t->to.den - (double)t->from.num / (double)t->from.den;
    t->is_exact = t->is_exact && dmi_ratio_make(t->from.num, t->from.den, &begin) &&
                  dmi_ratio_make(t->to.num, t->to.den, &end) &&
                  dmi_ratio_add(end, (dm_ratio){-begin.num, begin.den}, &way) &&
                  dmi_ratio_add(t->length, way, &t->length);
    return true;
}

static void add_winning(winning_sites *t)
{
    dm_line_odds *out = t->out;
    dm_line_stretch won = {.edge = t->position->net.piece[t->piece].edge};
    if (!dmi_reserve(&out->winning, &t->room, (size_t)out->winning_count + 1, sizeof won))
        t->status = dmi_no_memory(t->err);
    else if (!measure_interval(t, &won))
        t->status =
            dmi_fail(t->err, DM_TOO_LARGE, "a winning place does not fit 63 bits as a fraction");
    else
        out->winning[out->winning_count++] = won;
}

/* Ends the current interval. */
static void close_interval(winning_sites *t)
{
    const dmi_piece *own = &t->position->net.piece[t->piece];
    if (!t->is_open)
        return;
    t->is_open = false;
    bool at_a = t->holds_from && t->from.num == 0;
    bool at_b = t->holds_to && t->to.num == own->length * t->to.den;
    int32_t v = at_a ? own->a : at_b ? own->b : -1;
    if (v >= 0)
        win_vertex(t, v);
    if (v >= 0 && same_point(t->from, t->to)) {
        t->beside[v] = t->beside[v] == -1 ? t->piece : t->beside[v];
        return; /* reported later, unless another piece has more of it */
    }
    if (v >= 0)
        t->beside[v] = -2;
    if (at_a && at_b) {
        win_vertex(t, own->b);
        t->beside[own->b] = -2;
        t->part[part_of_vertex(t, own->b)] = part_of_vertex(t, own->a);
    }
    t->free += v < 0;
    add_winning(t);
}

static bool see_winning(void *user, const dmi_payoff_lines *lines)
{
    winning_sites *t = user;
    dmi_payoff_place from, to;
    bool is_place = lines->length == 0;
    if (is_place)
        dmi_payoff_lines_best(t->position, lines, &from);
    if (is_place ? from.margin <= 0 && t->position->level->player_count > 1
                 : !dmi_payoff_lines_winning(t->position, lines, &from, &to)) {
        close_interval(t);
        return t->status == DM_OK;
    }
    if (is_place)
        to = from;
    site_point begin = {lines->from * from.den + from.num, from.den};
    site_point end = {lines->from * to.den + to.num, to.den};
    if (t->is_open && !(same_point(t->to, begin) && (is_place || t->holds_to)))
        close_interval(t);
    if (!t->is_open) {
        t->from = begin;
        t->holds_from = is_place;
    }
    t->is_open = true;
    t->to = end;
    t->holds_to = is_place;
    return t->status == DM_OK;
}

static dm_status sweep_everywhere(winning_sites *t, dm_run *run, dm_error *err)
{
    int32_t pieces = t->position->net.piece_count;
    dmi_site_sweep *sweep = NULL;
    t->status = dmi_site_sweep_new(t->position, &sweep, err);
    for (int32_t i = 0; t->status == DM_OK && i < pieces; i++) {
        int64_t done = dmi_site_sweep_work(sweep);
        t->piece = i;
        if (!dmi_site_sweep_piece(sweep, i, see_winning, t))
            t->status = dmi_no_memory(err);
        if (t->status == DM_OK)
            close_interval(t);
        t->unseen -= t->position->net.piece[i].length;
        if (t->status == DM_OK && t->unseen > 0 &&
            !dmi_run_report(run, (uint64_t)(dmi_site_sweep_work(sweep) - done) + 1, "places",
                            (uint64_t)i, (uint64_t)pieces, ""))
            t->status = dmi_stopped(run, err);
    }
    dmi_site_sweep_free(sweep);
    return t->status;
}

static int stretch_by_edge(const void *a, const void *b)
{
    const dm_line_stretch *x = a, *y = b;
    if (x->edge != y->edge)
        return x->edge < y->edge ? -1 : 1;
    int order = dmi_ratio_compare(x->from, y->from);
    return order ? order : dmi_ratio_compare(x->to, y->to);
}

static dm_status count_winning(winning_sites *t, dm_run *run, dm_error *err)
{
    size_t n = (size_t)t->position->net.n;
    t->unseen = t->position->net.total;
    t->part = dmi_alloc(n, sizeof *t->part);
    t->beside = dmi_alloc(n, sizeof *t->beside);
    if (!t->part || !t->beside)
        return dmi_no_memory(err);
    for (size_t v = 0; v < n; v++)
        t->part[v] = t->beside[v] = -1;
    dm_status status = sweep_everywhere(t, run, err);
    t->out->proven = status == DM_OK;
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    t->status = DM_OK;
    /* Reports vertices that win while nothing around them does. */
    const dmi_line_network *net = &t->position->net;
    for (int32_t v = 0; t->status == DM_OK && v < net->n; v++) {
        if (t->beside[v] < 0)
            continue;
        const dmi_piece *own = &net->piece[t->beside[v]];
        t->piece = t->beside[v];
        t->from = t->to = (site_point){own->a == v ? 0 : own->length, 1};
        add_winning(t);
    }
    /* If the sum does not fit, the share is a decimal. */
    dm_line_odds *out = t->out;
    int64_t total = t->position->net.total;
    assert(t->unseen >= 0 && t->unseen <= total);
    if (t->is_exact && dmi_ratio_multiply(t->length, (dm_ratio){1, total}, &out->fraction)) {
        out->decimal = (double)out->fraction.num / (double)out->fraction.den;
    } else {
        const int64_t digits = 1000000000;
        out->decimal = t->decimal / (double)total;
        dmi_ratio_make(llround(out->decimal * (double)digits), digits, &out->fraction);
        out->error = 1e-8;
    }
    out->low = out->decimal;
    out->high = out->decimal + (double)t->unseen / (double)total;
    out->regions = t->free; /* and those that contain vertices */
    for (int32_t v = 0; v < t->position->net.n; v++)
        out->regions += t->part[v] >= 0 && part_of_vertex(t, v) == v;
    if (out->winning_count > 0)
        qsort(out->winning, (size_t)out->winning_count, sizeof *out->winning, stretch_by_edge);
    return t->status == DM_OK ? status : t->status;
}

dm_status dmi_odds_add(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                       dm_line_odds *out, dm_error *err)
{
    dmi_line_position position = {0};
    winning_sites t = {
        .position = &position, .out = out, .length = {0, 1}, .is_exact = true, .err = err};
    if (level->edge_count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "the level has no edge to put a site on");
    dm_status status = dmi_site_position_init(level, ask, &position, err);
    if (status == DM_OK)
        status = count_winning(&t, run, err);
    free(t.part);
    free(t.beside);
    dmi_line_position_clear(&position);
    return status;
}

dm_status dmi_odds_remove(const dm_level *level, const dm_line_ask *ask, dm_run *run,
                          dm_line_odds *out, dm_error *err)
{
    dm_status status = DM_OK;
    int32_t i = 0;
    if (level->site_count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "there is no site to remove");
    out->sites = dmi_alloc((size_t)level->site_count, sizeof *out->sites);
    if (!out->sites)
        return dmi_no_memory(err);
    while (status == DM_OK && i < level->site_count) {
        dm_line_move move = {.op = DM_LINE_REMOVE, .site = i};
        dm_level *without = NULL;
        bool wins = false;
        status = dm_level_apply(level, &move, ask->player, &without, err);
        if (status == DM_OK)
            status = dmi_level_is_won(without, ask, &wins, err);
        dm_level_free(without);
        if (wins)
            out->sites[out->site_count++] = i;
        i++;
        if (status == DM_OK && i < level->site_count &&
            !dmi_run_report(run, (uint64_t)level->vertex_count + 1, "sites", (uint64_t)i,
                            (uint64_t)level->site_count, ""))
            status = dmi_stopped(run, err);
    }
    dmi_ratio_make(out->site_count, level->site_count, &out->fraction);
    out->decimal = (double)out->site_count / level->site_count;
    out->low = out->decimal;
    out->high = out->decimal + (double)(level->site_count - i) / level->site_count;
    out->regions = out->site_count;
    out->proven = status == DM_OK;
    return status;
}
