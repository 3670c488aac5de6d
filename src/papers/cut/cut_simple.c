/* cut_simple.c - te Kolste's methods of sections 4.1 and 4.2.
 *
 * Simple (any graph): every edge over which an opponent reaches something, or which he shares, is
 * detached at the end that he reaches first; one whole diagram per edge.  With two players, or for
 * the own payoff with any number, no other cut is better (docs/algorithms/lines.md).
 * Two sites (trees, one site each): the opponent's site loses one of its edges and everything
 * beyond it; the player gets it if his site is there, otherwise nobody does.
 *
 * Cost: simple one diagram per edge; two sites O(n).
 * Source: te Kolste, 2016, Lemmas 4.1 to 4.3 and section 4.2.
 */
#include "base/base.h"
#include "papers/cut/cut_rooted_tree.h"
#include <assert.h>
#include <stdlib.h>

dm_status dmi_cut_search_simple(dmi_cut_search *s, dm_error *err)
{
    const dmi_line_position *position = s->position;
    const dmi_line_network *net = &position->net;
    const uint64_t us = UINT64_C(1) << position->ask->player;
    if (position->level->player_count > 2 && position->ask->objective != DM_LINE_PAYOFF)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "method 'simple' is for two players, or for objective payoff; with %d a "
                        "cut inside an edge may be better",
                        position->level->player_count);
    dm_status status = dmi_cut_require(position, err);
    dmi_reach *scratch = dmi_alloc((size_t)net->n, sizeof *scratch);
    int32_t harmless = dmi_cut_harmless(position);
    if (status == DM_OK && !scratch)
        status = dmi_no_memory(err);
    for (int32_t i = 0; status == DM_OK && i < net->piece_count; i++) {
        uint64_t a = position->reach[net->piece[i].a].players;
        uint64_t b = position->reach[net->piece[i].b].players;
        int32_t end = dmi_reached_over(net, position->reach, i);
        bool is_opponents = end < 0 ? a != b : (a & ~us) != 0; /* or shared with him */
        if (i == harmless || is_opponents)
            status = dmi_cut_consider_whole(s, i, scratch, err);
        s->candidates -= i == harmless && !is_opponents;
    }
    free(scratch);
    return status;
}

dm_status dmi_cut_search_two_sites(dmi_cut_search *s, dm_error *err)
{
    const dm_level *level = s->position->level;
    const dmi_line_network *net = &s->position->net;
    dmi_cut_rooted_tree tree = {0};
    dmi_cut_found found = {-1, 0};
    dm_status status = dmi_cut_rooted_tree_init(s->position, &tree, err);
    if (status == DM_OK && level->site_count != 2)
        status = dmi_fail(err, DM_UNSUPPORTED,
                          "method 'two-sites' is for one site each; the level has %d sites",
                          level->site_count);
    if (status == DM_OK) {
        /* Every edge of the opponent's site.  The own site is beyond one of them; there the
         * opponent owns what he does not own beyond the others. */
        int32_t site = net->site_at[level->sites[0].player == tree.other ? 0 : 1], to_us = -1;
        int64_t held = (int64_t)(s->position->before[tree.other] / s->position->scale);
        for (uint32_t arc = net->first[site]; arc < net->first[site + 1]; arc++) {
            int32_t over = dmi_cut_arc_over(&tree, site, net->arc_piece[arc]);
            if (tree.near[over].when != DMI_NEVER) {
                to_us = net->arc_piece[arc];
                continue;
            }
            held -= tree.volume[over];
            dmi_cut_try(s, &found, net->arc_piece[arc], tree.volume[over]);
        }
        assert(to_us >= 0 && held >= 0);
        dmi_cut_try(s, &found, to_us, 2 * held);
        status = dmi_cut_confirm(s, &found, err);
    }
    dmi_cut_rooted_tree_clear(&tree);
    return status;
}
