/* cut_methods_1_and_2.c - te Kolste's methods 1 and 2: trees, two players, any number of sites.
 *
 * Cut the edge over which a vertex v of the opponent is reached.  Then v belongs to the nearest
 * site that it reaches over its other edges, at distance m and of player q, who enters these edges
 * at time m.  The gain is the sum of their functions (cut_payoff_functions.c) at m for q, minus the
 * same for the opponent at his present time; if q is the own player, the cut edge is his, too.
 * Method 1 computes the functions of all arcs.  Method 2 computes those down a rooted tree, and
 * climbs to the root for every question about an arc up.
 *
 * Corrected: edges with boundary points are candidates of their own, and the sums are over all
 * edges at a vertex but one.  Site-free parts attached to one site are skipped (section 4.4.4): the
 * best cut there removes them whole.
 *
 * Cost: method 1 the number of all steps; method 2 the depth per question.
 * Source: te Kolste, 2016, section 4.4 and Algorithms 5 to 9.
 */
#include "base/base.h"
#include "papers/cut/cut_payoff_functions.h"
#include <assert.h>
#include <stdlib.h>

typedef struct method_search {
    dmi_cut_search *s;
    dm_run *run;
    dmi_cut_rooted_tree tree;
    dmi_cut_functions functions;
    uint8_t *is_set_aside; /* v is a site, or in a site-free part with one neighbouring site */
    bool all;              /* method 1 */
} method_search;

/* Marks v and all vertices reachable without passing a site; returns the number of edges to sites.
 */
static int32_t mark_part(method_search *p, int32_t v, int32_t *stack, uint8_t mark)
{
    const dmi_line_network *net = &p->tree.position->net;
    int32_t count = 1, borders = 0;
    stack[0] = v;
    p->is_set_aside[v] = mark;
    while (count > 0) {
        v = stack[--count];
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t z = dmi_other_end(net, net->arc_piece[arc], v);
            borders += net->owner[z] >= 0;
            if (net->owner[z] >= 0 || p->is_set_aside[z] == mark)
                continue;
            p->is_set_aside[z] = mark;
            stack[count++] = z;
        }
    }
    return borders;
}

/* Computes both functions of the arc down to v or up from it, unless it begins in a skipped part.
 */
static dm_status make_arc(method_search *p, int32_t v, int direction, dm_error *err)
{
    int32_t piece = p->tree.parent[v], above = dmi_other_end(&p->tree.position->net, piece, v);
    size_t steps = p->functions.step_count;
    if (p->is_set_aside && p->is_set_aside[direction == DMI_DOWN ? above : v])
        return DM_OK;
    if (!dmi_cut_functions_make(&p->functions, dmi_cut_arc(v, direction), piece,
                                direction == DMI_DOWN ? v : above))
        return dmi_no_memory(err);
    return dmi_run_go_on(p->run, p->functions.step_count - steps) ? DM_OK
                                                                  : dmi_stopped(p->run, err);
}

/* Which vertices are set aside. */
static bool find_set_aside(method_search *p)
{
    enum { UNKNOWN = 0, ASIDE, BETWEEN };
    const dmi_line_network *net = &p->tree.position->net;
    int32_t *stack = dmi_alloc((size_t)net->n, sizeof *stack);
    p->is_set_aside = dmi_calloc((size_t)net->n, sizeof *p->is_set_aside);
    if (!stack || !p->is_set_aside) {
        free(stack);
        return false;
    }
    for (int32_t v = 0; v < net->n; v++)
        if (net->owner[v] >= 0)
            p->is_set_aside[v] = ASIDE;
        else if (p->is_set_aside[v] == UNKNOWN && mark_part(p, v, stack, BETWEEN) == 1)
            mark_part(p, v, stack, ASIDE);
    for (int32_t v = 0; v < net->n; v++)
        p->is_set_aside[v] = p->is_set_aside[v] == ASIDE;
    free(stack);
    return true;
}

/* The arc up from v, entered at time x, by climbing to a site or the root (method 2). */
static dmi_cut_worth climb_from(const method_search *p, int32_t v, int32_t player, int64_t x)
{
    const dmi_line_network *net = &p->tree.position->net;
    dmi_cut_worth sum = {0, 0};
    while (p->tree.parent[v] >= 0) {
        int32_t piece = p->tree.parent[v];
        int64_t length = net->piece[piece].length;
        dmi_cut_near site = p->tree.near[dmi_cut_arc(v, DMI_UP)];
        int32_t q = x + length < site.when ? player : site.owner;
        sum.ties += q < 0 || (x + length == site.when && q != player);
        q = q < 0 ? player : q;
        int64_t late = x + length < site.when ? 0 : x + length - site.when;
        sum.value += dmi_cut_on_edge(&p->tree, player, q, length, late);
        x = x + length < site.when ? x + length : site.when;
        player = q;
        v = dmi_other_end(net, piece, v);
        if (net->owner[v] >= 0)
            break;
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) { /* other arcs down */
            int32_t next = net->arc_piece[arc];
            if (next == piece || next == p->tree.parent[v])
                continue;
            dmi_cut_worth more = dmi_cut_functions_ask(
                &p->functions, dmi_cut_arc_over(&p->tree, v, next), player, x);
            sum.value += more.value;
            sum.ties += more.ties;
        }
    }
    return sum;
}

/* What lies beyond the piece at v is worth, if the player enters it at time x. */
static dmi_cut_worth worth_beyond(const method_search *p, int32_t v, int32_t piece, int32_t player,
                                  int64_t x)
{
    if (p->tree.parent[v] == piece && !p->all)
        return climb_from(p, v, player, x);
    return dmi_cut_functions_ask(&p->functions, dmi_cut_arc_over(&p->tree, v, piece), player, x);
}

/* The gain of cutting the piece over which v is reached, which then belongs to the nearest site
 * that it reaches over its other edges. */
static dm_status try_vertex(method_search *p, int32_t v, dmi_cut_found *found, dm_error *err)
{
    const dmi_line_network *net = &p->tree.position->net;
    const dmi_reach *now = &p->tree.position->reach[v];
    if (p->is_set_aside[v] || now->players != UINT64_C(1) << p->tree.other)
        return DM_OK;
    dmi_cut_near next = dmi_cut_nearest(&p->tree, v, now->above);
    if (next.when == DMI_NEVER)
        return DM_OK; /* removed whole, which has been tried */
    assert(next.when >= now->when);
    dmi_cut_worth gain = {next.owner == p->tree.me ? net->piece[now->above].length : 0,
                          next.owner < 0};
    for (uint32_t arc = net->first[v]; next.owner >= 0 && arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc];
        if (piece == now->above)
            continue;
        dmi_cut_worth before = worth_beyond(p, v, piece, p->tree.other, now->when);
        dmi_cut_worth after = worth_beyond(p, v, piece, next.owner, next.when);
        gain.value += after.value - before.value;
        gain.ties += before.ties + after.ties;
    }
    if (gain.ties)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method '%s' is for levels without ties; a cut above vertex %d makes one",
                        dm_line_cut_method_name(p->tree.position->ask->method), v);
    dmi_cut_try(p->s, found, now->above, 2 * gain.value);
    return DM_OK;
}

/* The functions of all arcs that the method needs, each after those beyond it. */
static dm_status make_arcs(method_search *p, dm_error *err)
{
    int32_t n = p->tree.position->net.n;
    dm_status status = DM_OK;
    for (int32_t i = n; status == DM_OK && i-- > 1;)
        status = make_arc(p, p->tree.order[i], DMI_DOWN, err);
    for (int32_t i = 1; status == DM_OK && p->all && i < n; i++)
        status = make_arc(p, p->tree.order[i], DMI_UP, err);
    return status;
}

/* The functions that those of the arc up from v need: arcs up from its ancestors, the root's child
 * first, after all arcs down. */
static dm_status make_arcs_above(method_search *p, int32_t v, dm_error *err)
{
    const dmi_line_network *net = &p->tree.position->net;
    int32_t *path = dmi_alloc((size_t)net->n, sizeof *path), count = 0;
    if (!path)
        return dmi_no_memory(err);
    for (; p->tree.parent[v] >= 0; v = dmi_other_end(net, p->tree.parent[v], v))
        path[count++] = v;
    dm_status status = DM_OK;
    while (status == DM_OK && count-- > 0)
        status = make_arc(p, path[count], DMI_UP, err);
    free(path);
    return status;
}

dm_status dmi_cut_ask_methods(const dmi_cut_rooted_tree *tree, int32_t piece, int32_t v,
                              int32_t player, int64_t x, dm_run *run, dmi_cut_worth out[2],
                              dm_error *err)
{
    method_search p = {.tree = *tree, .run = run};
    dm_status status = dmi_cut_functions_init(tree, &p.functions, err);
    if (status == DM_OK)
        status = make_arcs(&p, err); /* down */
    if (status == DM_OK && tree->parent[v] == piece)
        status = make_arcs_above(&p, v, err);
    for (int method = 0; status == DM_OK && method < 2; method++) {
        p.all = method == 0;
        out[method] = worth_beyond(&p, v, piece, player, x);
    }
    dmi_cut_functions_clear(&p.functions);
    return status;
}

static dm_status run_method_search(method_search *p, dm_error *err)
{
    int32_t n = p->tree.position->net.n;
    dmi_cut_found found = {-1, 0};
    dm_status status = find_set_aside(p) ? DM_OK : dmi_no_memory(err), stop = DM_OK;
    if (status == DM_OK)
        status = make_arcs(p, err);
    if (status != DM_OK)
        return status;
    dmi_cut_try_neutral(p->s, &p->tree, &found);
    p->s->candidates = found.piece >= 0; /* c_0, the best of them */
    dmi_cut_try_boundaries(p->s, &p->tree, &found);
    for (int32_t v = 0; status == DM_OK && stop == DM_OK && v < n; v++) {
        status = try_vertex(p, v, &found, err);
        if (status == DM_OK && !dmi_run_go_on(p->run, 1))
            stop = dmi_stopped(p->run, err);
    }
    if (status == DM_OK)
        status = dmi_cut_confirm(p->s, &found, err);
    return status == DM_OK ? stop : status;
}

static dm_status search_by_method(dmi_cut_search *s, bool all, dm_error *err)
{
    method_search p = {.s = s, .run = s->run, .all = all};
    dm_status status = dmi_cut_rooted_tree_init(s->position, &p.tree, err);
    if (status == DM_OK)
        status = dmi_cut_functions_init(&p.tree, &p.functions, err);
    if (status == DM_OK)
        status = run_method_search(&p, err);
    free(p.is_set_aside);
    dmi_cut_functions_clear(&p.functions);
    dmi_cut_rooted_tree_clear(&p.tree);
    return status;
}

dm_status dmi_cut_search_method_1(dmi_cut_search *s, dm_error *err)
{
    return search_by_method(s, true, err);
}

dm_status dmi_cut_search_method_2(dmi_cut_search *s, dm_error *err)
{
    return search_by_method(s, false, err);
}
