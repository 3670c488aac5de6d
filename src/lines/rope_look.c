/* rope_look.c - the payoffs of a whole box of ropes at once (rope_terrain.h has the idea).
 *
 * First who reaches each vertex, and x and y themselves, over which routes; then piece
 * by piece what that gives.  A piece whose two ends have one route each adds forms; one that
 * belongs to the same players in any case adds its length; any other adds bounds.
 *
 * Where it is open over which route a vertex is reached first, each of the routes is tried as the
 * first, up to so many cases: the box's ropes are among those of the cases together.  So a
 * place where two opponents are equally near is bounded by what either of them gets, not by
 * nothing for both.
 *
 * Ropes within one stretch of one piece change no time by more than the stretch's length,
 * which bounds them without routes.  O(n + m P) for P players.
 */
#include "lines/rope_look.h"

#include <math.h>
#include <stddef.h>

static dmi_formula plus(dmi_formula a, dmi_formula b)
{
    return (dmi_formula){a.c + b.c, a.x + b.x, a.y + b.y, a.r + b.r};
}

static dmi_formula minus(dmi_formula a, dmi_formula b)
{
    return (dmi_formula){a.c - b.c, a.x - b.x, a.y - b.y, a.r - b.r};
}

static bool same(dmi_formula a, dmi_formula b)
{
    return a.c == b.c && a.x == b.x && a.y == b.y && a.r == b.r;
}

static const dmi_formula rope_form = {0, 0, 0, 1};

/* --- Routes ----------------------------------------------------------------------------- */

typedef struct look {
    dmi_terrain *terrain;
    const dmi_box *box;
    double tie; /* of one rope: what counts as equal */
    bool one;   /* the box is one rope */
    dmi_rope_view *view;
    dmi_seen *seen;      /* by vertex; then x, then y */
    const dmi_seen **at; /* the same, but for the vertices that a case decides */
    dmi_seen x, y;       /* as they are reached without the rope */
} look;

/* A variable that does not vary is a constant: equal routes become the same form. */
static dmi_formula settled(const look *l, dmi_formula f)
{
    const dmi_box *box = l->box;
    if (box->x0 == box->x1) {
        f.c += f.x * box->x0;
        f.x = 0;
    }
    if (box->y0 == box->y1) {
        f.c += f.y * box->y0;
        f.y = 0;
    }
    if (l->one) {
        f.c += f.r * l->view->frame.corner[0][0];
        f.r = 0;
    }
    return f;
}

static void add_route(const look *l, dmi_seen *seen, dmi_formula form, uint64_t players)
{
    if (!(form.c < INFINITY))
        return;
    form = settled(l, form);
    for (int32_t i = 0; i < seen->count; i++)
        if (same(seen->form[i], form)) {
            seen->players[i] |= players;
            return;
        }
    seen->form[seen->count] = form;
    seen->players[seen->count++] = players;
}

/* One rope: the first, with all that come at the same time. */
static void keep_first(const look *l, dmi_seen *seen, int32_t best)
{
    dmi_formula first = seen->form[best];
    uint64_t players = 0;
    for (int32_t i = 0; i < seen->count; i++)
        if (seen->form[i].c <= first.c + l->tie)
            players |= seen->players[i];
    *seen = (dmi_seen){.count = 1, .form = {first}, .players = {players}};
}

/* Drops routes that are behind the one that is first in the middle of the box. */
static void drop_behind(const look *l, dmi_seen *seen)
{
    const dmi_frame *frame = &l->view->frame;
    const double xm = 0.5 * (frame->x0 + frame->x1), ym = 0.5 * (frame->y0 + frame->y1);
    const double rm = frame->c + frame->x * xm + frame->y * ym;
    int32_t best = 0, kept = 0;
    double least = INFINITY;
    if (seen->count < 2)
        return;
    for (int32_t i = 0; i < seen->count; i++) {
        const dmi_formula *f = &seen->form[i];
        double value = f->c + f->x * xm + f->y * ym + f->r * rm;
        best = value < least ? i : best;
        least = fmin(value, least);
    }
    if (l->one) {
        keep_first(l, seen, best);
        return;
    }
    const dmi_formula first = seen->form[best];
    const uint64_t players = seen->players[best];
    for (int32_t i = 0; i < seen->count; i++) {
        double ahead = dmi_formula_high(frame, minus(first, seen->form[i]));
        double margin = seen->players[i] == players ? l->terrain->tiny : -l->terrain->tiny;
        if (i != best && ahead <= margin)
            continue;
        seen->form[kept] = seen->form[i];
        seen->players[kept++] = seen->players[i];
    }
    seen->count = kept;
}

static dmi_formula from_a(bool is_x, double c)
{
    return is_x ? (dmi_formula){c, 1, 0, 0} : (dmi_formula){c, 0, 1, 0};
}

static dmi_formula from_b(bool is_x, double c, double length)
{
    return is_x ? (dmi_formula){c + length, -1, 0, 0} : (dmi_formula){c + length, 0, -1, 0};
}

/* How x or y is reached without the rope. */
static void see_end(const look *l, bool is_x, dmi_seen *out)
{
    const dmi_terrain *terrain = l->terrain;
    const dmi_piece *piece = &terrain->net.piece[is_x ? l->box->px : l->box->py];
    out->count = 0;
    add_route(l, out, from_a(is_x, terrain->when[piece->a]), terrain->who[piece->a]);
    add_route(l, out, from_b(is_x, terrain->when[piece->b], (double)piece->length),
              terrain->who[piece->b]);
    drop_behind(l, out);
}

/* Routes to z over the rope, that leave it at x or y. */
static void add_over(const look *l, dmi_seen *seen, bool leave_x, int32_t z)
{
    const dmi_terrain *terrain = l->terrain;
    const dmi_piece *piece = &terrain->net.piece[leave_x ? l->box->px : l->box->py];
    const dmi_seen *start = leave_x ? &l->y : &l->x;
    const double *way = terrain->way + (size_t)z * (size_t)terrain->n;
    const dmi_formula last[] = {from_a(leave_x, way[piece->a]),
                                from_b(leave_x, way[piece->b], (double)piece->length)};
    for (int32_t i = 0; i < start->count; i++)
        for (int k = 0; k < 2; k++)
            add_route(l, seen, plus(plus(start->form[i], rope_form), last[k]), start->players[i]);
}

static void see_all(look *l)
{
    const dmi_terrain *terrain = l->terrain;
    for (int32_t z = 0; z < terrain->n; z++) {
        dmi_seen *seen = &l->seen[z];
        seen->count = 0;
        add_route(l, seen, (dmi_formula){terrain->when[z], 0, 0, 0}, terrain->who[z]);
        add_over(l, seen, true, z);
        add_over(l, seen, false, z);
        drop_behind(l, seen);
    }
    for (int end = 0; end < 2; end++) {
        dmi_seen *seen = &l->seen[terrain->n + end];
        const dmi_seen *other = end == 0 ? &l->y : &l->x;
        *seen = end == 0 ? l->x : l->y;
        for (int32_t i = 0; i < other->count; i++)
            add_route(l, seen, plus(other->form[i], rope_form), other->players[i]);
        drop_behind(l, seen);
    }
    for (int32_t v = 0; v < terrain->n + 2; v++)
        l->at[v] = &l->seen[v];
}

/* --- Pieces ----------------------------------------------------------------------------- */

static double weight(const dmi_terrain *terrain, uint64_t players, int32_t p)
{
    const uint64_t own = UINT64_C(1) << p;
    if (!(players & own) || players == own)
        return players == own;
    if (terrain->ties == DM_LINE_SPLIT)
        return 1.0 / __builtin_popcountll(players);
    return terrain->ties == DM_LINE_CLOSED || (terrain->ties == DM_LINE_OWN && p == terrain->me);
}

void dmi_rope_view_add(const dmi_terrain *terrain, dmi_rope_view *view, uint64_t players,
                       double length)
{
    for (uint64_t rest = players; rest; rest &= rest - 1) {
        int p = __builtin_ctzll(rest);
        view->form[p].c += length * weight(terrain, players, p);
    }
}

static void add_form(const look *l, uint64_t players, dmi_formula form, double factor)
{
    for (uint64_t rest = players; rest; rest &= rest - 1) {
        int p = __builtin_ctzll(rest);
        double w = factor * weight(l->terrain, players, p);
        dmi_formula *sum = &l->view->form[p];
        *sum = plus(*sum, (dmi_formula){w * form.c, w * form.x, w * form.y, w * form.r});
    }
}

double dmi_own_length(double own_a, double other_a, double own_b, double other_b, double length)
{
    bool a = own_a < INFINITY && own_a <= other_a, b = own_b < INFINITY && own_b <= other_b;
    if (a == b)
        return a ? length : 0;
    double way = a ? other_b - own_a : other_a - own_b;
    return fmin(length, fmax(0, 0.5 * (way + length)));
}

/* The first of the routes that are (or are not) p's: at the latest or at the earliest. */
static double first_of(const look *l, const dmi_seen *seen, uint64_t p, bool alone, bool his,
                       bool early)
{
    double first = INFINITY;
    for (int32_t i = 0; i < seen->count; i++) {
        bool is_his = alone ? seen->players[i] == p : (seen->players[i] & p) != 0;
        if (is_his == his)
            first = fmin(first, early ? dmi_formula_low(&l->view->frame, seen->form[i])
                                      : dmi_formula_high(&l->view->frame, seen->form[i]));
    }
    return first;
}

static uint64_t players_of(const dmi_seen *seen)
{
    uint64_t players = 0;
    for (int32_t i = 0; i < seen->count; i++)
        players |= seen->players[i];
    return players;
}

static void add_bounds(const look *l, const dmi_seen *a, const dmi_seen *b, dmi_formula length)
{
    dmi_rope_view *view = l->view;
    const double tiny = l->terrain->tiny, high = fmax(0, dmi_formula_high(&view->frame, length));
    const double low = fmax(0, dmi_formula_low(&view->frame, length));
    view->sure = false;
    for (uint64_t rest = players_of(a) | players_of(b); rest; rest &= rest - 1) {
        uint64_t p = rest & -rest;
        int i = __builtin_ctzll(rest);
        view->most[i] += dmi_own_length(first_of(l, a, p, false, true, true) - tiny,
                                        first_of(l, a, p, false, false, false),
                                        first_of(l, b, p, false, true, true) - tiny,
                                        first_of(l, b, p, false, false, false), high);
        view->least[i] += dmi_own_length(
            first_of(l, a, p, true, true, false) + tiny, first_of(l, a, p, true, false, true),
            first_of(l, b, p, true, true, false) + tiny, first_of(l, b, p, true, false, true), low);
    }
}

/* One set of players at both ends, whatever the route. */
static bool same_owners(const dmi_seen *a, const dmi_seen *b)
{
    for (int32_t i = 0; i < a->count; i++)
        if (a->players[i] != a->players[0])
            return false;
    for (int32_t i = 0; i < b->count; i++)
        if (b->players[i] != a->players[0])
            return false;
    return a->count > 0;
}

static void add_piece(const look *l, const dmi_seen *a, const dmi_seen *b, dmi_formula length)
{
    if (a->count == 0 && b->count == 0)
        return;
    if (same_owners(a, b)) {
        add_form(l, a->players[0], length, 1);
    } else if (a->count == 1 && b->count == 1) {
        dmi_formula lead = minus(b->form[0], a->form[0]);
        add_form(l, a->players[0], plus(length, lead), 0.5);
        add_form(l, b->players[0], minus(length, lead), 0.5);
    } else {
        add_bounds(l, a, b, length);
    }
}

/* A piece that holds x, y or both comes apart there. */
static void add_whole_piece(const look *l, int32_t i)
{
    const dmi_box *box = l->box;
    const dmi_piece *piece = &l->terrain->net.piece[i];
    const dmi_seen *b = l->at[piece->b], *last = l->at[piece->a];
    const bool x_first = box->px != box->py || box->x0 + box->x1 <= box->y0 + box->y1;
    dmi_formula from = {0, 0, 0, 0};
    for (int k = 0; k < 2; k++) {
        bool is_x = (k == 0) == x_first;
        if ((is_x ? box->px : box->py) != i)
            continue;
        const dmi_seen *end = l->at[l->terrain->n + (is_x ? 0 : 1)];
        dmi_formula to = settled(l, from_a(is_x, 0));
        add_piece(l, last, end, minus(to, from));
        last = end;
        from = to;
    }
    add_piece(l, last, b, minus((dmi_formula){(double)piece->length, 0, 0, 0}, from));
}

/* --- Ropes along a stretch of one piece ------------------------------------------------- */

static double others_first(const dmi_terrain *terrain, int32_t p, int32_t v)
{
    double first = INFINITY;
    for (int32_t q = 0; q < terrain->level->player_count; q++)
        if (q != p)
            first = fmin(first, terrain->first[(size_t)q * (size_t)terrain->n + (size_t)v]);
    return first;
}

/* Everybody may be `early` sooner everywhere than without the rope. */
static void look_near(const look *l, double early)
{
    const dmi_terrain *terrain = l->terrain;
    dmi_rope_view *view = l->view;
    view->sure = false;
    for (int32_t p = 0; p < terrain->level->player_count; p++) {
        const double *own = terrain->first + (size_t)p * (size_t)terrain->n;
        view->most[p] = fmax(fmax(view->frame.corner[0][0], view->frame.corner[0][1]),
                             fmax(view->frame.corner[1][0], view->frame.corner[1][1]));
        for (int32_t i = 0; i < terrain->net.piece_count; i++) {
            const dmi_piece *piece = &terrain->net.piece[i];
            double oa = others_first(terrain, p, piece->a), ob = others_first(terrain, p, piece->b);
            double a = own[piece->a], b = own[piece->b], length = (double)piece->length;
            view->most[p] += dmi_own_length(a - early - terrain->tiny, oa,
                                            b - early - terrain->tiny, ob, length);
            view->least[p] += dmi_own_length(a + terrain->tiny, oa - early, b + terrain->tiny,
                                             ob - early, length);
        }
    }
}

/* --- Cases ------------------------------------------------------------------------------ */

void dmi_rope_view_clear(dmi_rope_view *view, int32_t players)
{
    view->sure = true;
    for (int32_t p = 0; p < players; p++) {
        view->form[p] = (dmi_formula){0, 0, 0, 0};
        view->most[p] = view->least[p] = 0;
    }
}

static void share(const look *l)
{
    const int32_t n = l->terrain->n;
    dmi_rope_view_clear(l->view, l->terrain->level->player_count);
    for (int32_t i = 0; i < l->terrain->net.piece_count; i++)
        add_whole_piece(l, i);
    add_piece(l, l->at[n], l->at[n + 1], settled(l, rope_form));
}

static bool is_open(const dmi_seen *seen)
{
    for (int32_t i = 1; i < seen->count; i++)
        if (seen->players[i] != seen->players[0])
            return true;
    return false;
}

static dmi_seen only(const dmi_seen *seen, int32_t i)
{
    return (dmi_seen){.count = 1, .form = {seen->form[i]}, .players = {seen->players[i]}};
}

#define OPEN_VERTICES 5
#define CASES         32

/* Every way to decide who is first at x, y and the first few vertices where that is open. */
static void try_cases(look *l, dmi_rope_view_fn *visit, void *user)
{
    const int32_t n = l->terrain->n;
    int32_t vertex[OPEN_VERTICES], count = 0, cases = 1;
    dmi_seen chosen[OPEN_VERTICES];
    for (int32_t i = 0; i < n + 2 && count < OPEN_VERTICES; i++) {
        int32_t v = i < 2 ? n + i : i - 2;
        if (is_open(&l->seen[v]) && cases * l->seen[v].count <= CASES) {
            vertex[count++] = v;
            cases *= l->seen[v].count;
        }
    }
    for (int32_t c = 0; c < cases; c++) {
        for (int32_t i = 0, rest = c; i < count; i++) {
            const dmi_seen *seen = &l->seen[vertex[i]];
            chosen[i] = only(seen, rest % seen->count);
            l->at[vertex[i]] = &chosen[i];
            rest /= seen->count;
        }
        share(l);
        l->view->only = l->view->only && cases == 1;
        visit(user, l->view);
    }
}

void dmi_look_at(dmi_terrain *terrain, const dmi_box *box, dmi_rope_view_fn *visit, void *user)
{
    dmi_rope_view view;
    if (terrain->level->crossings == DM_CROSSINGS_JOIN &&
        dmi_look_at_joined(terrain, box, visit, user))
        return;
    look l = {
        .terrain = terrain, .box = box, .view = &view, .seen = terrain->seen, .at = terrain->at};
    dmi_frame_of(terrain, box, &view.frame);
    view.only = true;
    if (box->px == box->py && box->x0 < box->y1 && box->y0 < box->x1) {
        dmi_rope_view_clear(&view, terrain->level->player_count);
        look_near(&l, fmax(box->x1, box->y1) - fmin(box->x0, box->y0));
        visit(user, &view);
        return;
    }
    dmi_seen x, y;
    see_end(&l, true, &x);
    see_end(&l, false, &y);
    const int32_t of_x = is_open(&x) ? x.count : 1, of_y = is_open(&y) ? y.count : 1;
    for (int32_t c = 0; c < of_x * of_y; c++) {
        l.x = of_x > 1 ? only(&x, c % of_x) : x;
        l.y = of_y > 1 ? only(&y, c / of_x) : y;
        view.only = of_x * of_y == 1;
        see_all(&l);
        try_cases(&l, visit, user);
    }
}

void dmi_look(dmi_terrain *terrain, const dmi_box *rope, double tie, dmi_rope_view *out)
{
    if (terrain->level->crossings == DM_CROSSINGS_JOIN && dmi_look_joined(terrain, rope, tie, out))
        return;
    look l = {.terrain = terrain,
              .box = rope,
              .tie = tie,
              .one = true,
              .view = out,
              .seen = terrain->seen,
              .at = terrain->at};
    dmi_frame_of(terrain, rope, &out->frame);
    out->only = true;
    see_end(&l, true, &l.x);
    see_end(&l, false, &l.y);
    see_all(&l);
    share(&l);
}
