/* cut_printed_functions.c - te Kolste's Algorithm 5 with formulas (1) to (3), and Algorithm 9, as
 * printed.
 *
 * Functions are evaluated where they are asked, never stored.  Only the mistakes that the ask names
 * are kept (docs/ERRATA.md):
 *
 *   site      formula (1): f for P2 has its cases for the owner of the site the wrong way round
 *   past-site formula (1): what P1 owns behind a site is left out
 *   late      formula (3): x counts in full once w has changed hands, and without end
 *   new-owner formula (3): the edge towards w's new owner is left out
 *   lowest    Algorithm 4, which begins Algorithm 5
 *   boundary  Algorithm 5: edges with boundary points are no candidates
 *   climb     Algorithm 9: on the way to the root the child edges of v count, x does not grow, and
 *             neither the edges passed nor a change of hands count
 *
 * Cost: a walk through the tree per question.
 */
#include "papers/cut/cut_payoff_functions.h"
#include "papers/cut/cut_printed.h"

typedef struct printed_functions {
    dmi_cut_search *s;
    dmi_cut_rooted_tree tree;
    bool is_rooted; /* Algorithm 9 */
} printed_functions;

/* The length of a piece that the player owns now. */
static int64_t held_on(const printed_functions *k, int32_t piece)
{
    const dmi_line_position *position = k->tree.position;
    const dmi_piece *p = &position->net.piece[piece];
    int64_t meet = dmi_boundary(p, position->reach);
    uint64_t me = UINT64_C(1) << k->tree.me;
    return (position->reach[p->a].players == me ? meet : 0) +
           (position->reach[p->b].players == me ? p->length - meet : 0);
}

/* The same beyond v over the piece: F in Algorithm 5. */
static int64_t held_beyond(const printed_functions *k, int32_t v, int32_t piece)
{
    const dmi_line_network *net = &k->tree.position->net;
    int32_t w = dmi_other_end(net, piece, v);
    int64_t sum = held_on(k, piece);
    for (uint32_t arc = net->first[w]; arc < net->first[w + 1]; arc++)
        if (net->arc_piece[arc] != piece)
            sum += held_beyond(k, w, net->arc_piece[arc]);
    return sum;
}

/* Formula (1): the piece leads to a site on w. */
static int64_t f_site(const printed_functions *k, int32_t v, int32_t piece, int32_t player,
                      int64_t x)
{
    const dmi_line_network *net = &k->tree.position->net;
    int64_t length = net->piece[piece].length, behind = 0;
    int32_t owner = net->owner[dmi_other_end(net, piece, v)];
    if (!dmi_cut_keeps(k->s, DM_MISTAKE_PAST_SITE))
        behind = held_beyond(k, v, piece) - held_on(k, piece);
    if (player == k->tree.me)
        return behind + (owner == k->tree.me ? length : x < length ? (length - x) / 2 : 0);
    int32_t all = dmi_cut_keeps(k->s, DM_MISTAKE_SITE) ? k->tree.other : k->tree.me;
    int64_t won = (length + x) / 2 < length ? (length + x) / 2 : length;
    return behind + (owner == all ? won : 0);
}

/* The piece over which w's nearest site is reached without `entry`. */
static int32_t piece_to_site(const printed_functions *k, int32_t w, int32_t entry)
{
    const dmi_line_network *net = &k->tree.position->net;
    int64_t best = DMI_NEVER;
    int32_t over = -1;
    for (uint32_t arc = net->first[w]; arc < net->first[w + 1]; arc++) {
        int32_t piece = net->arc_piece[arc];
        int64_t near = k->tree.near[dmi_cut_arc_over(&k->tree, w, piece)].when;
        if (piece == entry || near == DMI_NEVER || near + net->piece[piece].length >= best)
            continue;
        best = near + net->piece[piece].length;
        over = piece;
    }
    return over;
}

/* f_(v,e,P)(x) by formulas (1) to (3).  `*ties` counts what the method does not cover. */
static int64_t f(const printed_functions *k, int32_t v, int32_t piece, int32_t player, int64_t x,
                 int *ties)
{
    const dmi_line_network *net = &k->tree.position->net;
    int32_t w = dmi_other_end(net, piece, v), me = k->tree.me;
    int64_t length = net->piece[piece].length, sum;
    if (net->owner[w] >= 0)
        return f_site(k, v, piece, player, x);
    dmi_cut_near site = dmi_cut_nearest(&k->tree, w, piece);
    bool early = site.when == DMI_NEVER || x < site.when - length;
    *ties += !early && site.owner < 0;
    if (early) {
        sum = player == me ? length : 0;
    } else {
        int64_t late = x;
        if (!dmi_cut_keeps(k->s, DM_MISTAKE_LATE))
            late = x - (site.when - length) < 2 * length ? x - (site.when - length) : 2 * length;
        if (player == site.owner)
            sum = player == me ? length : 0;
        else
            sum = player == me ? length - late / 2 : late / 2;
    }
    int32_t over = piece_to_site(k, w, piece);
    for (uint32_t arc = net->first[w]; arc < net->first[w + 1]; arc++) {
        int32_t next = net->arc_piece[arc];
        bool left_out = !early && next == over && dmi_cut_keeps(k->s, DM_MISTAKE_NEW_OWNER);
        if (next != piece && !left_out)
            sum += f(k, w, next,
                     early            ? player
                     : site.owner < 0 ? player
                                      : site.owner,
                     early ? x + length : site.when, ties);
    }
    return sum;
}

/* Algorithm 9 as printed, for the edge from v to its parent. */
static int64_t climb(const printed_functions *k, int32_t v, int32_t player, int64_t x, int *ties)
{
    const dmi_line_network *net = &k->tree.position->net;
    int32_t last = -1; /* e' */
    int64_t sum = 0;
    while (true) {
        int32_t up = k->tree.parent[v];
        for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
            int32_t piece = net->arc_piece[arc];
            if (piece != up && piece != last)
                sum += f(k, v, piece, player, x, ties);
        }
        if (up < 0)
            return sum;
        last = up;
        v = dmi_other_end(net, up, v);
    }
}

static int64_t query(const printed_functions *k, int32_t v, int32_t piece, int32_t player,
                     int64_t x, int *ties)
{
    bool climbs =
        k->is_rooted && k->tree.parent[v] == piece && dmi_cut_keeps(k->s, DM_MISTAKE_CLIMB);
    return climbs ? climb(k, v, player, x, ties) : f(k, v, piece, player, x, ties);
}

/* The loop of Algorithm 5 for one vertex of P2. */
static dm_status claim_vertex(printed_functions *k, int32_t v, dmi_cut_claim *best, dm_error *err)
{
    const dmi_line_position *position = k->tree.position;
    const dmi_line_network *net = &position->net;
    const dmi_reach *now = &position->reach[v];
    if (now->players != UINT64_C(1) << k->tree.other || now->above < 0)
        return DM_OK;
    dmi_cut_near next = dmi_cut_nearest(&k->tree, v, now->above);
    int64_t sum = 0;
    int ties = next.owner < 0;
    if (next.when == DMI_NEVER)
        return DM_OK; /* the loop needs another site */
    for (uint32_t arc = net->first[v]; ties == 0 && arc < net->first[v + 1]; arc++)
        if (net->arc_piece[arc] != now->above)
            sum += query(k, v, net->arc_piece[arc], next.owner, next.when, &ties) -
                   held_beyond(k, v, net->arc_piece[arc]);
    if (ties > 0)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method '%s' is for levels without ties; a cut above vertex %d makes one",
                        dm_line_cut_method_name(position->ask->method), v);
    int32_t w = dmi_other_end(net, now->above, v);
    bool is_won = next.owner == k->tree.me;
    /* It snaps the edge off w if P1 gets v, otherwise off v. */
    dmi_cut_claim_try(k->s, best, now->above, is_won ? w : v,
                      2 * sum + (is_won ? 2 * net->piece[now->above].length : 0));
    return DM_OK;
}

static void claim_boundaries(const printed_functions *k, dmi_cut_claim *best)
{
    const dmi_line_position *position = k->tree.position;
    for (int32_t i = 0; i < position->net.piece_count; i++) {
        const dmi_piece *p = &position->net.piece[i];
        if (position->reach[p->a].players == position->reach[p->b].players)
            continue;
        bool is_ours = position->reach[p->a].players == UINT64_C(1) << k->tree.me;
        dmi_cut_claim_try(k->s, best, i, is_ours ? p->b : p->a, 2 * (p->length - held_on(k, i)));
    }
}

static dm_status search_printed(dmi_cut_search *s, bool is_rooted, dm_error *err)
{
    printed_functions k = {.s = s, .is_rooted = is_rooted};
    dmi_cut_claim best = {.piece = -1};
    dm_status status = dmi_cut_printed_tree(s, &k.tree, err);
    if (status != DM_OK)
        return status;
    dmi_cut_claim_neutral(s, &k.tree, &best);
    s->candidates = best.piece >= 0;
    for (int32_t v = 0; status == DM_OK && v < s->position->net.n; v++) {
        status = claim_vertex(&k, v, &best, err);
        if (status == DM_OK && !dmi_run_go_on(s->run, (uint64_t)s->position->net.n))
            status = dmi_stopped(s->run, err);
    }
    if (status == DM_OK && !dmi_cut_keeps(s, DM_MISTAKE_BOUNDARY))
        claim_boundaries(&k, &best);
    if (status == DM_OK)
        status = dmi_cut_claim_settle(s, &best, err);
    dmi_cut_rooted_tree_clear(&k.tree);
    return status;
}

dm_status dmi_cut_search_method_1_printed(dmi_cut_search *s, dm_error *err)
{
    return search_printed(s, false, err);
}

dm_status dmi_cut_search_method_2_printed(dmi_cut_search *s, dm_error *err)
{
    return search_printed(s, true, err);
}
