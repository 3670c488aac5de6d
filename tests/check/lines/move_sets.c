/* move_sets.c - sets of moves by their definition. */
#include "check/lines/move_sets_places.h"
#include "check/lines/simplex.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY = 96 };

/* An open simplex of sets: payoffs at its corners. */
typedef struct cell {
    char key[KEY];
    int corners;
    dm_ratio lead[MOST + 1][PLAYERS]; /* own payoff minus that of player p; own payoff for p = me */
    set corner[MOST + 1];
    bool wins;
    int part;
} cell;

typedef struct search {
    const dm_level *level;
    const check_set_ask *ask;
    check_set_best *best;
    bool keeps;
    cell *cells;
    int count, room;
    int kinds[4];
    set now;
    /* a place: twice the distance, and whether it is inside the half beyond */
    int cut_half[MOST], add_half[MOST];
    bool cut_open[MOST], add_open[MOST];
    int cut_level[MOST], add_level[MOST], levels; /* the order of open places */
} search;

static dm_ratio place_at(int half, bool open, int level, const dm_ratio *levels)
{
    if (!open)
        return ratio(half, 2);
    dm_ratio f = levels[level];
    if (half % 2)
        f = minus((dm_ratio){1, 1}, f);
    return times(plus((dm_ratio){half, 1}, f), (dm_ratio){1, 2});
}

/* The set with the open places at these levels. */
static set set_at(const search *t, const dm_ratio *levels)
{
    set s = t->now;
    for (int i = 0; i < s.cuts; i++)
        s.cut_at[i] = place_at(t->cut_half[i], t->cut_open[i], t->cut_level[i], levels);
    for (int i = 0; i < s.adds; i++)
        if (s.add_vertex[i] < 0)
            s.add_at[i] = place_at(t->add_half[i], t->add_open[i], t->add_level[i], levels);
    check_set_sort_cuts(&s);
    check_set_name_vertices(t->level, &s);
    return s;
}

static bool payoffs_at(const search *t, const set *s, dm_ratio *out)
{
    dm_line_diagram *diagram = NULL;
    dm_level *made = check_set_make(t->level, s, t->ask->player);
    if (!made)
        return false;
    if (dm_line_diagram_new(made, t->ask->ties, false, &diagram, NULL) != DM_OK)
        abort();
    for (int p = 0; p < t->level->player_count; p++)
        out[p] = diagram->payoff[p];
    dm_line_diagram_free(diagram);
    dm_level_free(made);
    return true;
}

/* The leads at the corners of the simplex 0 < l_0 < .. < l_{k-1} < 1, from inner points: point j is
 * the mean of all corners, with corner j counted twice. */
static bool find_corners(const search *t, cell *c)
{
    int k = t->levels, me = t->ask->player;
    dm_ratio at[MOST + 1][PLAYERS], sum[PLAYERS];
    for (int p = 0; p < PLAYERS; p++)
        sum[p] = zero;
    for (int j = 0; j <= k; j++) {
        dm_ratio level[MOST];
        for (int i = 0; i < k; i++) /* corner c has levels 0 for the first k - c, then 1 */
            level[i] = ratio(i + 1 + (i >= k - j), k + 2);
        set s = set_at(t, level);
        if (!check_set_is_possible(t->level, t->ask, &s) || !payoffs_at(t, &s, at[j]))
            return false;
        for (int p = 0; p < t->level->player_count; p++)
            sum[p] = plus(sum[p], at[j][p]);
    }
    c->corners = k + 1;
    for (int j = 0; j <= k; j++) {
        dm_ratio corner[MOST], payoff[PLAYERS];
        for (int i = 0; i < k; i++)
            corner[i] = (dm_ratio){i >= k - j, 1};
        c->corner[j] = set_at(t, corner);
        for (int p = 0; p < t->level->player_count; p++)
            payoff[p] = minus(times((dm_ratio){k + 2, 1}, at[j][p]), sum[p]);
        for (int p = 0; p < t->level->player_count; p++)
            c->lead[j][p] = p == me ? payoff[me] : minus(payoff[me], payoff[p]);
    }
    return true;
}

static void offer(search *t, const dm_line_standing *value, bool attained)
{
    check_set_best *best = t->best;
    int better = best->exists ? dm_line_compare(value, &best->best, t->ask->objective) : 1;
    if (better > 0)
        best->attained = false;
    if (better >= 0) {
        best->best = *value;
        best->attained = best->attained || attained;
        best->exists = true;
    }
}

/* Functions: the leads over opponents, their difference, the own payoff. */
static void see_value(void *user, const simplex *s)
{
    search *t = user;
    int opponents = t->level->player_count - 1, own = s->functions - 1;
    dm_line_standing value = {.rank = 1};
    bool wins = true;
    int worst = 0;
    for (int f = 0; f < opponents; f++) {
        value.rank += check_simplex_sign(s, f) < 0;
        wins = wins && check_simplex_sign(s, f) > 0;
    }
    if (opponents > 1 && check_simplex_sign(s, opponents) > 0)
        worst = 1; /* lead 0 minus lead 1 is positive */
    int f = t->ask->objective == DM_LINE_PAYOFF || opponents == 0 ? own : worst;
    bool is_constant = true;
    dm_ratio top = s->at[0][f];
    for (int i = 1; i < s->corners; i++) {
        is_constant = is_constant && order(s->at[i][f], top) == 0;
        top = order(s->at[i][f], top) > 0 ? s->at[i][f] : top;
    }
    value.payoff = value.margin = top;
    t->best->wins = t->best->wins || wins;
    offer(t, &value, is_constant);
}

static int fill(const search *t, const cell *c, int corner, dm_ratio *out)
{
    int count = 0;
    for (int p = 0; p < t->level->player_count; p++)
        if (p != t->ask->player)
            out[count++] = c->lead[corner][p];
    return count;
}

static void judge(search *t, const cell *c)
{
    simplex s = {.corners = c->corners};
    int opponents = t->level->player_count - 1;
    for (int i = 0; i < c->corners; i++) {
        int count = fill(t, c, i, s.at[i]);
        if (opponents > 1)
            s.at[i][count++] = minus(s.at[i][0], s.at[i][1]);
        s.at[i][count++] = c->lead[i][t->ask->player];
        s.functions = count;
    }
    check_simplex_divide(&s, s.functions - 1, see_value, t);
}

static void add_text(char *key, const char *text)
{
    size_t used = strlen(key);
    snprintf(key + used, KEY - used, "%s", text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The middle of some corners of a cell, as text that names the set. */
static void name_middle(const search *t, const cell *c, unsigned corners, char *key)
{
    set s = c->corner[0];
    char text[2 * MOST][32];
    dm_ratio cut[MOST], add[MOST];
    int n = 0, part = 0;
    for (int i = 0; i < MOST; i++)
        cut[i] = add[i] = zero;
    for (int j = 0; j < c->corners; j++) {
        if (!(corners >> j & 1))
            continue;
        n++;
        for (int i = 0; i < s.cuts; i++)
            cut[i] = plus(cut[i], c->corner[j].cut_at[i]);
        for (int i = 0; i < s.adds; i++)
            add[i] = plus(add[i], c->corner[j].add_at[i]);
    }
    key[0] = '\0';
    for (int i = 0; i < t->level->site_count; i++)
        if (s.removed[i]) {
            snprintf(text[0], sizeof text[0], "r%d", i);
            add_text(key, text[0]);
        }
    for (int i = 0; i < s.cuts; i++) {
        s.cut_at[i] = times(cut[i], ratio(1, n));
        snprintf(text[part++], sizeof text[0], "c%d,%d/%d;", s.cut_edge[i], (int)s.cut_at[i].num,
                 (int)s.cut_at[i].den);
    }
    for (int i = 0; i < s.adds; i++) {
        s.add_vertex[i] = s.add_edge[i] < 0 ? s.add_vertex[i] : -1;
        s.add_at[i] = times(add[i], ratio(1, n));
    }
    check_set_name_vertices(t->level, &s);
    for (int i = 0; i < s.adds; i++)
        if (s.add_vertex[i] >= 0)
            snprintf(text[part++], sizeof text[0], "a%d;", s.add_vertex[i]);
        else
            snprintf(text[part++], sizeof text[0], "a%d,%d/%d,%d;", s.add_edge[i],
                     (int)s.add_at[i].num, (int)s.add_at[i].den, s.stub[i]);
    qsort(text, (size_t)part, sizeof text[0], by_text);
    for (int i = 0; i < part; i++)
        add_text(key, text[i]);
}

static void see_win(void *user, const simplex *s)
{
    bool *wins = user, all = true;
    for (int f = 0; f < s->functions; f++)
        all = all && check_simplex_sign(s, f) > 0;
    *wins = *wins || all;
}

static bool cell_wins(const search *t, const cell *c)
{
    simplex s = {.corners = c->corners};
    bool wins = false;
    for (int i = 0; i < c->corners; i++)
        s.functions = fill(t, c, i, s.at[i]);
    check_simplex_divide(&s, s.functions, see_win, &wins);
    return wins;
}

static void keep(search *t, const cell *c)
{
    if (t->count == t->room) {
        t->room = 2 * t->room + 64;
        t->cells = realloc(t->cells, (size_t)t->room * sizeof *t->cells);
    }
    t->cells[t->count++] = *c;
}

static void try_cell(search *t)
{
    cell c = {.part = 0};
    if (!find_corners(t, &c))
        return;
    judge(t, &c);
    if (!t->keeps || !cell_wins(t, &c))
        return;
    name_middle(t, &c, (1U << c.corners) - 1, c.key);
    c.wins = true;
    keep(t, &c);
}

/* The number of cuts before a new site: those at lower places, and some of those at the same. */
static void choose_stubs(search *t, int i)
{
    if (i == t->now.adds) {
        try_cell(t);
        return;
    }
    if (t->now.add_vertex[i] >= 0) {
        choose_stubs(t, i + 1);
        return;
    }
    dm_ratio levels[MOST];
    int below = 0, equal = 0, all = check_set_cuts_of(&t->now, t->now.add_edge[i]);
    for (int k = 0; k < t->levels; k++)
        levels[k] = ratio(k + 1, t->levels + 1);
    dm_ratio at = place_at(t->add_half[i], t->add_open[i], t->add_level[i], levels);
    for (int k = 0; k < t->now.cuts; k++) {
        dm_ratio cut = place_at(t->cut_half[k], t->cut_open[k], t->cut_level[k], levels);
        if (t->now.cut_edge[k] != t->now.add_edge[i])
            continue;
        below += order(cut, at) < 0;
        equal += order(cut, at) == 0;
    }
    dm_ratio whole = check_set_length_of(t->level, t->now.add_edge[i]);
    for (int stub = below; stub <= below + equal; stub++) {
        bool is_vertex = (stub == 0 && at.num == 0) || (stub == all && order(at, whole) == 0);
        t->now.stub[i] = stub;
        if (!is_vertex)
            choose_stubs(t, i + 1);
    }
}

/* Every order of the open places, with equal ones. */
static void choose_levels(search *t, int i)
{
    int places = t->now.cuts + t->now.adds;
    if (i == places) {
        int used = 0;
        for (int k = 0; k < places; k++)
            used |= 1 << (k < t->now.cuts ? t->cut_level[k] : t->add_level[k - t->now.cuts]);
        used &= ~(1 << MOST);
        if ((used & (used + 1)) == 0) { /* no level is left out */
            t->levels = 0;
            while (used >> t->levels & 1)
                t->levels++;
            choose_stubs(t, 0);
        }
        return;
    }
    bool is_cut = i < t->now.cuts;
    int *level = is_cut ? &t->cut_level[i] : &t->add_level[i - t->now.cuts];
    bool open = is_cut ? t->cut_open[i] : t->add_open[i - t->now.cuts];
    *level = MOST;
    if (!open)
        choose_levels(t, i + 1);
    for (int k = 0; open && k < MOST; k++) {
        *level = k;
        choose_levels(t, i + 1);
    }
}

static void choose_adds(search *t, int left, int edge, int state)
{
    set *s = &t->now;
    if (left == 0) {
        choose_levels(t, 0);
        return;
    }
    int i = s->adds++;
    s->add_at[i] = zero;
    t->add_half[i] = 0;
    t->add_open[i] = false;
    for (int v = edge < 0 ? state : t->level->vertex_count; v < t->level->vertex_count; v++) {
        s->add_vertex[i] = v;
        s->add_edge[i] = -1;
        choose_adds(t, left - 1, -1, v + 1);
    }
    s->add_vertex[i] = -1;
    for (int e = edge < 0 ? 0 : edge; e < t->level->edge_count; e++) {
        int states = 4 * (int)check_set_length_of(t->level, e).num + 1; /* points and open halves */
        for (int k = e == edge ? state : 0; k < states; k++) {
            bool is_end = k == 0 || k == states - 1;
            s->add_edge[i] = e;
            s->add_vertex[i] = -1;
            t->add_half[i] = k / 2;
            t->add_open[i] = k % 2;
            if (!is_end || check_set_cuts_of(s, e) > 0)
                choose_adds(t, left - 1, e, k);
        }
    }
    s->adds--;
}

static void choose_cuts(search *t, int left, int edge, int state)
{
    set *s = &t->now;
    if (left == 0) {
        choose_adds(t, t->kinds[DM_LINE_ADD], -1, 0);
        return;
    }
    int i = s->cuts++;
    for (int e = edge; e < t->level->edge_count; e++)
        for (int k = e == edge ? state : 0; k <= 4 * check_set_length_of(t->level, e).num; k++) {
            s->cut_edge[i] = e;
            t->cut_half[i] = k / 2;
            t->cut_open[i] = k % 2;
            choose_cuts(t, left - 1, e, k);
        }
    s->cuts--;
}

static void choose_removals(search *t, int left, int first)
{
    if (left == 0) {
        choose_cuts(t, t->kinds[DM_LINE_CUT], 0, 0);
        return;
    }
    for (int i = first; i + left <= t->level->site_count; i++) {
        t->now.removed[i] = true;
        choose_removals(t, left - 1, i + 1);
        t->now.removed[i] = false;
    }
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const cell *)a)->key, ((const cell *)b)->key);
}

/* Functions: leads of the face (all must be positive), then of the cell (none negative). */
static void see_touch(void *user, const simplex *s)
{
    bool *touch = user, all = true;
    for (int f = 0; f < s->functions; f++)
        all = all &&
              (f < s->functions / 2 ? check_simplex_sign(s, f) > 0 : check_simplex_sign(s, f) >= 0);
    *touch = *touch || all;
}

/* Whether winning places of the face are limits of winning places of the cell. */
static bool touches(const search *t, const cell *face, const cell *c, unsigned corners)
{
    simplex s = {.corners = face->corners};
    bool touch = false;
    dm_ratio limit[PLAYERS];
    for (int j = 0; j < c->corners; j++) {
        if (!(corners >> j & 1))
            continue;
        for (int i = 0; i < face->corners; i++) {
            char here[KEY], there[KEY];
            name_middle(t, face, 1U << i, here);
            name_middle(t, c, 1U << j, there);
            if (strcmp(here, there) != 0)
                continue;
            int count = fill(t, face, i, s.at[i]);
            fill(t, c, j, limit);
            memcpy(s.at[i] + count, limit, (size_t)count * sizeof *limit);
            s.functions = 2 * count;
        }
    }
    check_simplex_divide(&s, s.functions, see_touch, &touch);
    return touch;
}

static int root(cell *cells, int i)
{
    while (cells[i].part != i)
        i = cells[i].part;
    return i;
}

static void join_faces(search *t, int i)
{
    cell *c = &t->cells[i];
    for (unsigned corners = 1; corners + 1 < 1U << c->corners; corners++) {
        cell wanted;
        name_middle(t, c, corners, wanted.key);
        cell *face = bsearch(&wanted, t->cells, (size_t)t->count, sizeof *t->cells, by_key);
        if (face && touches(t, face, c, corners))
            t->cells[root(t->cells, i)].part = root(t->cells, (int)(face - t->cells));
    }
}

static int count_parts(search *t)
{
    int kept = 0, parts = 0;
    qsort(t->cells, (size_t)t->count, sizeof *t->cells, by_key);
    for (int i = 0; i < t->count; i++)
        if (kept == 0 || by_key(&t->cells[i], &t->cells[kept - 1]) != 0)
            t->cells[kept++] = t->cells[i];
    t->count = kept;
    for (int i = 0; i < kept; i++)
        t->cells[i].part = i;
    for (int i = 0; i < kept; i++)
        join_faces(t, i);
    for (int i = 0; i < kept; i++)
        parts += t->cells[i].part == i;
    return parts;
}

void check_move_sets(const dm_level *level, const check_set_ask *ask, bool count_solutions,
                     check_set_best *out)
{
    search t = {.level = level, .ask = ask, .best = out, .keeps = count_solutions};
    memset(out, 0, sizeof *out);
    for (int i = 0; i < ask->count; i++)
        t.kinds[ask->order[i]]++;
    for (;;) { /* also with sites that are added and removed again */
        choose_removals(&t, t.kinds[DM_LINE_REMOVE], 0);
        if (t.kinds[DM_LINE_REMOVE]-- == 0 || t.kinds[DM_LINE_ADD]-- == 0)
            break;
    }
    if (count_solutions)
        out->solutions = count_parts(&t);
    free(t.cells);
}
