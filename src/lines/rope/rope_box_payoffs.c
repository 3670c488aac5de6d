/* rope_box_payoffs.c - the payoffs of a whole box of ropes at once (rope_tables.h explains the
 * idea).
 *
 * First the routes by which each vertex, and x and y themselves, may be reached first
 * (rope_routes.c); then the payoffs piece by piece.  A piece whose two ends have one route each
 * adds formulas; one that belongs to the same players in any case adds its length; any other adds
 * bounds. If there is another move, its place splits its piece, or the rope.
 *
 * If several routes to a vertex may be first, each is tried as the first, up to a number of cases;
 * every rope of the box belongs to one of the cases.  So a place where two opponents are equally
 * near is bounded by what either of them gets, not by nothing for both.
 *
 * Ropes within one stretch of one piece change no time by more than the stretch's length, which
 * gives bounds without routes.  O(n + m P) for P players.
 */
#include "lines/rope/rope_box_payoffs.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

typedef dmi_rope_evaluation evaluation;

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
        *sum = dmi_rope_formula_plus(*sum,
                                     (dmi_rope_formula){w * formula.c, w * formula.x, w * formula.y,
                                                        w * formula.r, w * formula.t});
    }
}

double dmi_own_length(double own_a, double other_a, double own_b, double other_b, double length)
{
    assert(length >= 0);
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
        dmi_rope_formula lead = dmi_rope_formula_minus(b->formula[0], a->formula[0]);
        add_form(l, a->players[0], dmi_rope_formula_plus(length, lead), 0.5);
        add_form(l, b->players[0], dmi_rope_formula_minus(length, lead), 0.5);
    } else {
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
            payoffs->least[i] += dmi_own_length(first_of(l, a, p, true, true, false) + tiny,
                                                first_of(l, a, p, true, false, true),
                                                first_of(l, b, p, true, true, false) + tiny,
                                                first_of(l, b, p, true, false, true), low);
        }
    }
}

/* One of x, y and t on a piece. */
typedef struct piece_point {
    int which; /* 0: x, 1: y, 2: t */
    double middle;
} piece_point;

static int order_of(const dmi_rope_box *box, int a, int b)
{
    const int order = a + b == 1 ? box->xy : a + b == 2 ? box->xt : box->yt;
    return a < b ? order : -order;
}

static bool comes_before(const dmi_rope_box *box, piece_point a, piece_point b)
{
    const int order = order_of(box, a.which, b.which);
    return a.middle < b.middle || (a.middle == b.middle && order < 0);
}

static dmi_rope_formula place_of(const evaluation *l, int which)
{
    return dmi_rope_with_constants(l, which == 2 ? (dmi_rope_formula){.t = 1}
                                                 : dmi_rope_from_a(which == 0, 0));
}

/* A piece that contains x, y or t is split there.  A part beside the cut has only one end. */
static void add_whole_piece(const evaluation *l, int32_t i)
{
    const dmi_piece *piece = &l->tables->net.piece[i];
    const dmi_rope_routes *last = l->at[piece->a];
    dmi_rope_formula from = {0};
    piece_point point[3];
    bool is_behind = false; /* the cut */
    /* The points of piece i, in order. */
    const dmi_rope_box *box = l->box;
    const bool has_t = box->with == DMI_ROPE_WITH_SITE || box->with == DMI_ROPE_WITH_CUT;
    const bool on[] = {box->px == i, box->py == i, has_t && box->pt == i};
    const double twice[] = {box->x0 + box->x1, box->y0 + box->y1, box->t0 + box->t1};
    int count = 0;
    for (int which = 0; which < 3; which++) {
        piece_point p = {which, twice[which]};
        int k = count;
        if (!on[which])
            continue;
        for (; k > 0 && comes_before(box, p, point[k - 1]); k--)
            point[k] = point[k - 1];
        point[k] = p;
        count++;
    }
    for (int k = 0; k <= count; k++) {
        const int which = k < count ? point[k].which : -1;
        const bool is_cut = which == 2 && l->box->with == DMI_ROPE_WITH_CUT;
        const dmi_rope_routes *end = which < 0 ? l->at[piece->b] : l->at[l->tables->n + which];
        dmi_rope_formula to =
            which < 0 ? (dmi_rope_formula){.c = (double)piece->length} : place_of(l, which);
        add_piece(l, is_behind ? end : last, is_cut ? last : end, dmi_rope_formula_minus(to, from));
        is_behind = is_cut;
        last = end;
        from = to;
    }
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
        payoffs->formula[p] = (dmi_rope_formula){0};
        payoffs->most[p] = payoffs->least[p] = 0;
    }
}

static void sum_pieces(const evaluation *l)
{
    dmi_rope_payoffs_clear(l->payoffs, l->tables->level->player_count);
    for (int32_t i = 0; i < l->tables->net.piece_count; i++)
        add_whole_piece(l, i);
    /* The rope itself, which may be split or cut. */
    const dmi_rope_routes *x = l->at[l->tables->n], *y = l->at[l->tables->n + 1];
    const dmi_rope_routes *site = l->at[l->tables->n + 2];
    const bool is_cut = l->box->with == DMI_ROPE_CUT_ON_ROPE;
    dmi_rope_formula whole = dmi_rope_with_constants(l, (dmi_rope_formula){.r = 1});
    dmi_rope_formula part = dmi_rope_with_constants(l, (dmi_rope_formula){.t = 1});
    if (!dmi_rope_with_is_on_rope(l->box->with)) {
        add_piece(l, x, y, whole);
        return;
    }
    add_piece(l, x, is_cut ? x : site, part);
    add_piece(l, is_cut ? y : site, y, dmi_rope_formula_minus(whole, part));
}

static bool is_open(const dmi_rope_routes *routes)
{
    for (int32_t i = 1; i < routes->count; i++)
        if (routes->players[i] != routes->players[0])
            return true;
    return false;
}

/* Adds what holds in this case: the formula is not above 0.  False: it holds nowhere, or only where
 * two players are exactly equal, together with what was added before. */
static bool add_limit(const evaluation *l, dmi_rope_formula limit)
{
    dmi_rope_payoffs *payoffs = l->payoffs;
    const dmi_rope_lengths *lengths = &payoffs->lengths;
    const double tiny = l->tables->tiny;
    if (dmi_rope_formula_high(lengths, limit) <= tiny || payoffs->limit_count == DMI_ROPE_LIMITS)
        return true;
    if (dmi_rope_formula_low(lengths, limit) > tiny)
        return false;
    for (int32_t i = 0; i < payoffs->limit_count; i++)
        if (dmi_rope_formula_low(lengths, dmi_rope_formula_plus(limit, payoffs->limit[i])) >= -tiny)
            return false;
    payoffs->limit[payoffs->limit_count++] = limit;
    return true;
}

/* Chooses route i as the first: it is not behind the others.  False: that is nowhere so. */
static bool choose(const evaluation *l, const dmi_rope_routes *routes, int32_t i,
                   dmi_rope_routes *out)
{
    bool is_possible = true;
    out->count = 1;
    out->formula[0] = routes->formula[i];
    out->players[0] = routes->players[i];
    for (int32_t k = 0; is_possible && k < routes->count; k++)
        if (k != i)
            is_possible =
                add_limit(l, dmi_rope_formula_minus(routes->formula[i], routes->formula[k]));
    return is_possible;
}

#define CASES 32

/* Whether node v, reached by the same players in any case, is beside others', so that it matters by
 * which route it is reached. */
static bool is_at_border(const evaluation *l, int32_t v)
{
    const dmi_line_network *net = &l->tables->net;
    const dmi_rope_routes *own = &l->routes[v], *ends = &l->routes[l->tables->n];
    if (own->count < 2)
        return false;
    for (int32_t i = 0; i < net->piece_count; i++) {
        const dmi_piece *piece = &net->piece[i];
        const bool has_x = l->box->px == i, has_y = l->box->py == i;
        if (piece->a != v && piece->b != v && !(has_x && v == l->tables->n) &&
            !(has_y && v == l->tables->n + 1))
            continue;
        if (!same_owners(own, &l->routes[piece->a]) || !same_owners(own, &l->routes[piece->b]) ||
            (has_x && !same_owners(own, &ends[0])) || (has_y && !same_owners(own, &ends[1])))
            return true;
    }
    return v >= l->tables->n && !same_owners(&ends[0], &ends[1]);
}

/* Undecided nodes.  Those whose routes differ by the same formulas are decided together. */
typedef struct open_nodes {
    int32_t node[DMI_OPEN_NODES], count, cases;
    int32_t factor[DMI_OPEN_NODES]; /* the choice of a node is case / factor % routes */
} open_nodes;

/* Whether the routes to two nodes are the same but for a constant. */
static bool differ_alike(const evaluation *l, const dmi_rope_routes *a, const dmi_rope_routes *b)
{
    if (a->count != b->count)
        return false;
    for (int32_t i = 0; i < a->count; i++) {
        const dmi_rope_formula f = dmi_rope_formula_minus(a->formula[i], a->formula[0]);
        const dmi_rope_formula g = dmi_rope_formula_minus(b->formula[i], b->formula[0]);
        if (a->players[i] != b->players[i] || f.x != g.x || f.y != g.y || f.r != g.r ||
            f.t != g.t || fabs(f.c - g.c) > l->tables->tiny)
            return false;
    }
    return true;
}

static void add_open(const evaluation *l, int32_t v, open_nodes *out)
{
    const dmi_rope_routes *routes = &l->routes[v];
    int32_t factor = 0;
    for (int32_t i = 0; factor == 0 && i < out->count; i++)
        if (differ_alike(l, routes, &l->routes[out->node[i]]))
            factor = out->factor[i];
    if (out->count == DMI_OPEN_NODES || (factor == 0 && out->cases * routes->count > CASES))
        return;
    out->node[out->count] = v;
    out->factor[out->count++] = factor > 0 ? factor : out->cases;
    out->cases *= factor > 0 ? 1 : routes->count;
}

/* Tries every choice of the first route to x, y and the first few undecided vertices. */
static void try_cases(evaluation *l, dmi_rope_payoffs_fn *visit, void *user)
{
    const int32_t limits = l->payoffs->limit_count;
    open_nodes open;
    /* Those with different players first; with another move also those with one player's routes. */
    const int32_t n = l->tables->n;
    open.count = 0;
    open.cases = 1;
    for (int32_t i = 0; i < n + 2; i++) {
        int32_t v = i < 2 ? n + i : i - 2;
        if (is_open(&l->routes[v]))
            add_open(l, v, &open);
    }
    for (int32_t v = 0; l->box->with != DMI_ROPE_ALONE && v < n + 2; v++)
        if (!is_open(&l->routes[v]) && is_at_border(l, v))
            add_open(l, v, &open);
    for (int32_t c = 0; c < open.cases; c++) {
        l->payoffs->limit_count = limits;
        bool is_possible = true;
        for (int32_t i = 0; is_possible && i < open.count; i++) {
            const dmi_rope_routes *routes = &l->routes[open.node[i]];
            dmi_rope_routes *chosen = &l->tables->chosen[i];
            is_possible = choose(l, routes, c / open.factor[i] % routes->count, chosen);
            l->at[open.node[i]] = chosen;
        }
        if (!is_possible)
            continue;
        sum_pieces(l);
        l->payoffs->only = l->payoffs->only && open.cases == 1;
        visit(user, l->payoffs);
    }
}

/* The routes x and y are large and stay unset. */
static void evaluation_start(evaluation *l, dmi_rope_tables *tables, const dmi_rope_box *box,
                             dmi_rope_payoffs *payoffs)
{
    l->tables = tables;
    l->box = box;
    l->tie = 0;
    l->one = false;
    l->payoffs = payoffs;
    l->routes = tables->routes;
    l->at = tables->at;
    dmi_rope_evaluation_init(l);
}

void dmi_rope_box_payoffs(dmi_rope_tables *tables, const dmi_rope_box *box,
                          dmi_rope_payoffs_fn *visit, void *user)
{
    dmi_rope_payoffs payoffs;
    if (tables->level->crossings == DM_LINE_CROSSINGS_JOIN &&
        dmi_joined_box_payoffs(tables, box, visit, user))
        return;
    evaluation l;
    evaluation_start(&l, tables, box, &payoffs);
    if (box->px == box->py && box->xy == 0 && box->x0 < box->y1 && box->y0 < box->x1) {
        dmi_rope_payoffs_clear(&payoffs, tables->level->player_count);
        bound_near(&l, fmax(box->x1, box->y1) - fmin(box->x0, box->y0));
        visit(user, &payoffs);
        return;
    }
    dmi_rope_routes x, y;
    dmi_rope_find_end_routes(&l, true, &x);
    dmi_rope_find_end_routes(&l, false, &y);
    l.x = x;
    l.y = y;
    const int32_t of_x = is_open(&x) ? x.count : 1, of_y = is_open(&y) ? y.count : 1;
    for (int32_t c = 0; c < of_x * of_y; c++) {
        payoffs.limit_count = 0;
        if ((of_x > 1 && !choose(&l, &x, c % of_x, &l.x)) ||
            (of_y > 1 && !choose(&l, &y, c / of_x, &l.y)))
            continue;
        payoffs.only = of_x * of_y == 1;
        dmi_rope_find_all_routes(&l);
        try_cases(&l, visit, user);
    }
}

void dmi_single_rope_payoffs(dmi_rope_tables *tables, const dmi_rope_box *rope, double tie,
                             dmi_rope_payoffs *out)
{
    if (tables->level->crossings == DM_LINE_CROSSINGS_JOIN &&
        dmi_joined_rope_payoffs(tables, rope, tie, out))
        return;
    evaluation l;
    evaluation_start(&l, tables, rope, out);
    l.tie = tie;
    l.one = true;
    dmi_rope_find_end_routes(&l, true, &l.x);
    dmi_rope_find_end_routes(&l, false, &l.y);
    dmi_rope_find_all_routes(&l);
    sum_pieces(&l);
}
