/* rope_box_payoffs.c - the payoffs of a whole box of ropes at once (rope_tables.h explains the
 * idea).
 *
 * First the routes by which each vertex, and x and y themselves, may be reached first; then the
 * payoffs piece by piece.  A piece whose two ends have one route each adds formulas; one that
 * belongs to the same players in any case adds its length; any other adds bounds.
 *
 * If several routes to a vertex may be first, each is tried as the first, up to a number of cases;
 * every rope of the box belongs to one of the cases.  So a place where two opponents are equally
 * near is bounded by what either of them gets, not by nothing for both.
 *
 * Ropes within one stretch of one piece change no time by more than the stretch's length, which
 * gives bounds without routes.  O(n + m P) for P players.
 */
#include "lines/rope_box_payoffs.h"

#include <math.h>
#include <stddef.h>

static dmi_rope_formula plus(dmi_rope_formula a, dmi_rope_formula b)
{
    return (dmi_rope_formula){a.c + b.c, a.x + b.x, a.y + b.y, a.r + b.r};
}

static dmi_rope_formula minus(dmi_rope_formula a, dmi_rope_formula b)
{
    return (dmi_rope_formula){a.c - b.c, a.x - b.x, a.y - b.y, a.r - b.r};
}

static bool same(dmi_rope_formula a, dmi_rope_formula b)
{
    return a.c == b.c && a.x == b.x && a.y == b.y && a.r == b.r;
}

static const dmi_rope_formula rope_form = {0, 0, 0, 1};

typedef struct evaluation {
    dmi_rope_tables *tables;
    const dmi_rope_box *box;
    double tie; /* times that differ by at most this are equal */
    bool one;   /* the box is one rope */
    dmi_rope_payoffs *payoffs;
    dmi_rope_routes *routes;    /* by vertex; then x, then y */
    const dmi_rope_routes **at; /* the same, except for vertices that a case decides */
    dmi_rope_routes x, y;       /* without the rope */
} evaluation;

/* Replaces variables with one value by constants, so that equal routes have equal formulas. */
static dmi_rope_formula with_constants(const evaluation *l, dmi_rope_formula f)
{
    const dmi_rope_box *box = l->box;
    if (box->x0 == box->x1) {
        f.c += f.x * box->x0;
        f.x = 0;
    }
    if (box->y0 == box->y1) {
        f.c += f.y * box->y0;
        f.y = 0;
    }
    if (l->one) {
        f.c += f.r * l->payoffs->lengths.corner[0][0];
        f.r = 0;
    }
    return f;
}

static void add_route(const evaluation *l, dmi_rope_routes *routes, dmi_rope_formula formula,
                      uint64_t players)
{
    if (!(formula.c < INFINITY))
        return;
    formula = with_constants(l, formula);
    for (int32_t i = 0; i < routes->count; i++)
        if (same(routes->formula[i], formula)) {
            routes->players[i] |= players;
            return;
        }
    routes->formula[routes->count] = formula;
    routes->players[routes->count++] = players;
}

/* For a single rope: keeps the first route, with all players that arrive at the same time. */
static void keep_first(const evaluation *l, dmi_rope_routes *routes, int32_t best)
{
    dmi_rope_formula first = routes->formula[best];
    uint64_t players = 0;
    for (int32_t i = 0; i < routes->count; i++)
        if (routes->formula[i].c <= first.c + l->tie)
            players |= routes->players[i];
    *routes = (dmi_rope_routes){.count = 1, .formula = {first}, .players = {players}};
}

/* Drops routes that are never ahead of the one that is first in the middle of the box. */
static void drop_behind(const evaluation *l, dmi_rope_routes *routes)
{
    const dmi_rope_lengths *lengths = &l->payoffs->lengths;
    const double xm = 0.5 * (lengths->x0 + lengths->x1), ym = 0.5 * (lengths->y0 + lengths->y1);
    const double rm = lengths->c + lengths->x * xm + lengths->y * ym;
    int32_t best = 0, kept = 0;
    double least = INFINITY;
    if (routes->count < 2)
        return;
    for (int32_t i = 0; i < routes->count; i++) {
        const dmi_rope_formula *f = &routes->formula[i];
        double value = f->c + f->x * xm + f->y * ym + f->r * rm;
        best = value < least ? i : best;
        least = fmin(value, least);
    }
    if (l->one) {
        keep_first(l, routes, best);
        return;
    }
    const dmi_rope_formula first = routes->formula[best];
    const uint64_t players = routes->players[best];
    for (int32_t i = 0; i < routes->count; i++) {
        double ahead = dmi_rope_formula_high(lengths, minus(first, routes->formula[i]));
        double margin = routes->players[i] == players ? l->tables->tiny : -l->tables->tiny;
        if (i != best && ahead <= margin)
            continue;
        routes->formula[kept] = routes->formula[i];
        routes->players[kept++] = routes->players[i];
    }
    routes->count = kept;
}

static dmi_rope_formula from_a(bool is_x, double c)
{
    return is_x ? (dmi_rope_formula){c, 1, 0, 0} : (dmi_rope_formula){c, 0, 1, 0};
}

static dmi_rope_formula from_b(bool is_x, double c, double length)
{
    return is_x ? (dmi_rope_formula){c + length, -1, 0, 0}
                : (dmi_rope_formula){c + length, 0, -1, 0};
}

/* The routes to x or y without the rope. */
static void find_end_routes(const evaluation *l, bool is_x, dmi_rope_routes *out)
{
    const dmi_rope_tables *tables = l->tables;
    const dmi_piece *piece = &tables->net.piece[is_x ? l->box->px : l->box->py];
    out->count = 0;
    add_route(l, out, from_a(is_x, tables->when[piece->a]), tables->who[piece->a]);
    add_route(l, out, from_b(is_x, tables->when[piece->b], (double)piece->length),
              tables->who[piece->b]);
    drop_behind(l, out);
}

/* Adds the routes to z over the rope that leave it at x or y. */
static void add_over(const evaluation *l, dmi_rope_routes *routes, bool leave_x, int32_t z)
{
    const dmi_rope_tables *tables = l->tables;
    const dmi_piece *piece = &tables->net.piece[leave_x ? l->box->px : l->box->py];
    const dmi_rope_routes *start = leave_x ? &l->y : &l->x;
    const double *way = tables->way + (size_t)z * (size_t)tables->n;
    const dmi_rope_formula last[] = {from_a(leave_x, way[piece->a]),
                                     from_b(leave_x, way[piece->b], (double)piece->length)};
    for (int32_t i = 0; i < start->count; i++)
        for (int k = 0; k < 2; k++)
            add_route(l, routes, plus(plus(start->formula[i], rope_form), last[k]),
                      start->players[i]);
}

static void find_all_routes(evaluation *l)
{
    const dmi_rope_tables *tables = l->tables;
    for (int32_t z = 0; z < tables->n; z++) {
        dmi_rope_routes *routes = &l->routes[z];
        routes->count = 0;
        add_route(l, routes, (dmi_rope_formula){tables->when[z], 0, 0, 0}, tables->who[z]);
        add_over(l, routes, true, z);
        add_over(l, routes, false, z);
        drop_behind(l, routes);
    }
    for (int end = 0; end < 2; end++) {
        dmi_rope_routes *routes = &l->routes[tables->n + end];
        const dmi_rope_routes *other = end == 0 ? &l->y : &l->x;
        *routes = end == 0 ? l->x : l->y;
        for (int32_t i = 0; i < other->count; i++)
            add_route(l, routes, plus(other->formula[i], rope_form), other->players[i]);
        drop_behind(l, routes);
    }
    for (int32_t v = 0; v < tables->n + 2; v++)
        l->at[v] = &l->routes[v];
}

static double weight(const dmi_rope_tables *tables, uint64_t players, int32_t p)
{
    const uint64_t own = UINT64_C(1) << p;
    if (!(players & own) || players == own)
        return players == own;
    if (tables->ties == DM_LINE_SPLIT)
        return 1.0 / __builtin_popcountll(players);
    return tables->ties == DM_LINE_CLOSED || (tables->ties == DM_LINE_OWN && p == tables->me);
}

void dmi_rope_payoffs_add(const dmi_rope_tables *tables, dmi_rope_payoffs *payoffs,
                          uint64_t players, double length)
{
    for (uint64_t rest = players; rest; rest &= rest - 1) {
        int p = __builtin_ctzll(rest);
        payoffs->formula[p].c += length * weight(tables, players, p);
    }
}

static void add_form(const evaluation *l, uint64_t players, dmi_rope_formula formula, double factor)
{
    for (uint64_t rest = players; rest; rest &= rest - 1) {
        int p = __builtin_ctzll(rest);
        double w = factor * weight(l->tables, players, p);
        dmi_rope_formula *sum = &l->payoffs->formula[p];
        *sum = plus(*sum,
                    (dmi_rope_formula){w * formula.c, w * formula.x, w * formula.y, w * formula.r});
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

/* The time of the first route of p (or of the others), at the latest or at the earliest. */
static double first_of(const evaluation *l, const dmi_rope_routes *routes, uint64_t p, bool alone,
                       bool his, bool early)
{
    double first = INFINITY;
    for (int32_t i = 0; i < routes->count; i++) {
        bool is_his = alone ? routes->players[i] == p : (routes->players[i] & p) != 0;
        if (is_his == his)
            first = fmin(first,
                         early ? dmi_rope_formula_low(&l->payoffs->lengths, routes->formula[i])
                               : dmi_rope_formula_high(&l->payoffs->lengths, routes->formula[i]));
    }
    return first;
}

static uint64_t players_of(const dmi_rope_routes *routes)
{
    uint64_t players = 0;
    for (int32_t i = 0; i < routes->count; i++)
        players |= routes->players[i];
    return players;
}

static void add_bounds(const evaluation *l, const dmi_rope_routes *a, const dmi_rope_routes *b,
                       dmi_rope_formula length)
{
    dmi_rope_payoffs *payoffs = l->payoffs;
    const double tiny = l->tables->tiny,
                 high = fmax(0, dmi_rope_formula_high(&payoffs->lengths, length));
    const double low = fmax(0, dmi_rope_formula_low(&payoffs->lengths, length));
    payoffs->sure = false;
    for (uint64_t rest = players_of(a) | players_of(b); rest; rest &= rest - 1) {
        uint64_t p = rest & -rest;
        int i = __builtin_ctzll(rest);
        payoffs->most[i] += dmi_own_length(first_of(l, a, p, false, true, true) - tiny,
                                           first_of(l, a, p, false, false, false),
                                           first_of(l, b, p, false, true, true) - tiny,
                                           first_of(l, b, p, false, false, false), high);
        payoffs->least[i] += dmi_own_length(
            first_of(l, a, p, true, true, false) + tiny, first_of(l, a, p, true, false, true),
            first_of(l, b, p, true, true, false) + tiny, first_of(l, b, p, true, false, true), low);
    }
}

/* Whether both ends belong to the same players, whatever the route. */
static bool same_owners(const dmi_rope_routes *a, const dmi_rope_routes *b)
{
    for (int32_t i = 0; i < a->count; i++)
        if (a->players[i] != a->players[0])
            return false;
    for (int32_t i = 0; i < b->count; i++)
        if (b->players[i] != a->players[0])
            return false;
    return a->count > 0;
}

static void add_piece(const evaluation *l, const dmi_rope_routes *a, const dmi_rope_routes *b,
                      dmi_rope_formula length)
{
    if (a->count == 0 && b->count == 0)
        return;
    if (same_owners(a, b)) {
        add_form(l, a->players[0], length, 1);
    } else if (a->count == 1 && b->count == 1) {
        dmi_rope_formula lead = minus(b->formula[0], a->formula[0]);
        add_form(l, a->players[0], plus(length, lead), 0.5);
        add_form(l, b->players[0], minus(length, lead), 0.5);
    } else {
        add_bounds(l, a, b, length);
    }
}

/* A piece that contains x, y or both is split there. */
static void add_whole_piece(const evaluation *l, int32_t i)
{
    const dmi_rope_box *box = l->box;
    const dmi_piece *piece = &l->tables->net.piece[i];
    const dmi_rope_routes *b = l->at[piece->b], *last = l->at[piece->a];
    const bool x_first = box->px != box->py || box->x0 + box->x1 <= box->y0 + box->y1;
    dmi_rope_formula from = {0, 0, 0, 0};
    for (int k = 0; k < 2; k++) {
        bool is_x = (k == 0) == x_first;
        if ((is_x ? box->px : box->py) != i)
            continue;
        const dmi_rope_routes *end = l->at[l->tables->n + (is_x ? 0 : 1)];
        dmi_rope_formula to = with_constants(l, from_a(is_x, 0));
        add_piece(l, last, end, minus(to, from));
        last = end;
        from = to;
    }
    add_piece(l, last, b, minus((dmi_rope_formula){(double)piece->length, 0, 0, 0}, from));
}

static double others_first(const dmi_rope_tables *tables, int32_t p, int32_t v)
{
    double first = INFINITY;
    for (int32_t q = 0; q < tables->level->player_count; q++)
        if (q != p)
            first = fmin(first, tables->first[(size_t)q * (size_t)tables->n + (size_t)v]);
    return first;
}

/* Bounds if everybody may be earlier by up to `early` everywhere. */
static void bound_near(const evaluation *l, double early)
{
    const dmi_rope_tables *tables = l->tables;
    dmi_rope_payoffs *payoffs = l->payoffs;
    payoffs->sure = false;
    for (int32_t p = 0; p < tables->level->player_count; p++) {
        const double *own = tables->first + (size_t)p * (size_t)tables->n;
        payoffs->most[p] = fmax(fmax(payoffs->lengths.corner[0][0], payoffs->lengths.corner[0][1]),
                                fmax(payoffs->lengths.corner[1][0], payoffs->lengths.corner[1][1]));
        for (int32_t i = 0; i < tables->net.piece_count; i++) {
            const dmi_piece *piece = &tables->net.piece[i];
            double oa = others_first(tables, p, piece->a), ob = others_first(tables, p, piece->b);
            double a = own[piece->a], b = own[piece->b], length = (double)piece->length;
            payoffs->most[p] +=
                dmi_own_length(a - early - tables->tiny, oa, b - early - tables->tiny, ob, length);
            payoffs->least[p] +=
                dmi_own_length(a + tables->tiny, oa - early, b + tables->tiny, ob - early, length);
        }
    }
}

void dmi_rope_payoffs_clear(dmi_rope_payoffs *payoffs, int32_t players)
{
    payoffs->sure = true;
    for (int32_t p = 0; p < players; p++) {
        payoffs->formula[p] = (dmi_rope_formula){0, 0, 0, 0};
        payoffs->most[p] = payoffs->least[p] = 0;
    }
}

static void sum_pieces(const evaluation *l)
{
    const int32_t n = l->tables->n;
    dmi_rope_payoffs_clear(l->payoffs, l->tables->level->player_count);
    for (int32_t i = 0; i < l->tables->net.piece_count; i++)
        add_whole_piece(l, i);
    add_piece(l, l->at[n], l->at[n + 1], with_constants(l, rope_form));
}

static bool is_open(const dmi_rope_routes *routes)
{
    for (int32_t i = 1; i < routes->count; i++)
        if (routes->players[i] != routes->players[0])
            return true;
    return false;
}

static dmi_rope_routes only(const dmi_rope_routes *routes, int32_t i)
{
    return (dmi_rope_routes){
        .count = 1, .formula = {routes->formula[i]}, .players = {routes->players[i]}};
}

#define OPEN_VERTICES 5
#define CASES         32

/* Tries every choice of the first route to x, y and the first few undecided vertices. */
static void try_cases(evaluation *l, dmi_rope_payoffs_fn *visit, void *user)
{
    const int32_t n = l->tables->n;
    int32_t vertex[OPEN_VERTICES], count = 0, cases = 1;
    dmi_rope_routes chosen[OPEN_VERTICES];
    for (int32_t i = 0; i < n + 2 && count < OPEN_VERTICES; i++) {
        int32_t v = i < 2 ? n + i : i - 2;
        if (is_open(&l->routes[v]) && cases * l->routes[v].count <= CASES) {
            vertex[count++] = v;
            cases *= l->routes[v].count;
        }
    }
    for (int32_t c = 0; c < cases; c++) {
        for (int32_t i = 0, rest = c; i < count; i++) {
            const dmi_rope_routes *routes = &l->routes[vertex[i]];
            chosen[i] = only(routes, rest % routes->count);
            l->at[vertex[i]] = &chosen[i];
            rest /= routes->count;
        }
        sum_pieces(l);
        l->payoffs->only = l->payoffs->only && cases == 1;
        visit(user, l->payoffs);
    }
}

void dmi_rope_box_payoffs(dmi_rope_tables *tables, const dmi_rope_box *box,
                          dmi_rope_payoffs_fn *visit, void *user)
{
    dmi_rope_payoffs payoffs;
    if (tables->level->crossings == DM_CROSSINGS_JOIN &&
        dmi_joined_box_payoffs(tables, box, visit, user))
        return;
    evaluation l = {.tables = tables,
                    .box = box,
                    .payoffs = &payoffs,
                    .routes = tables->routes,
                    .at = tables->at};
    dmi_rope_lengths_of(tables, box, &payoffs.lengths);
    payoffs.only = true;
    if (box->px == box->py && box->x0 < box->y1 && box->y0 < box->x1) {
        dmi_rope_payoffs_clear(&payoffs, tables->level->player_count);
        bound_near(&l, fmax(box->x1, box->y1) - fmin(box->x0, box->y0));
        visit(user, &payoffs);
        return;
    }
    dmi_rope_routes x, y;
    find_end_routes(&l, true, &x);
    find_end_routes(&l, false, &y);
    const int32_t of_x = is_open(&x) ? x.count : 1, of_y = is_open(&y) ? y.count : 1;
    for (int32_t c = 0; c < of_x * of_y; c++) {
        l.x = of_x > 1 ? only(&x, c % of_x) : x;
        l.y = of_y > 1 ? only(&y, c / of_x) : y;
        payoffs.only = of_x * of_y == 1;
        find_all_routes(&l);
        try_cases(&l, visit, user);
    }
}

void dmi_single_rope_payoffs(dmi_rope_tables *tables, const dmi_rope_box *rope, double tie,
                             dmi_rope_payoffs *out)
{
    if (tables->level->crossings == DM_CROSSINGS_JOIN &&
        dmi_joined_rope_payoffs(tables, rope, tie, out))
        return;
    evaluation l = {.tables = tables,
                    .box = rope,
                    .tie = tie,
                    .one = true,
                    .payoffs = out,
                    .routes = tables->routes,
                    .at = tables->at};
    dmi_rope_lengths_of(tables, rope, &out->lengths);
    out->only = true;
    find_end_routes(&l, true, &l.x);
    find_end_routes(&l, false, &l.y);
    find_all_routes(&l);
    sum_pieces(&l);
}
