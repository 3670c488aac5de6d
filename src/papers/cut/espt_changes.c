/* espt_changes.c - F-bar of section 4.4.1, and the simplification of section 4.4.4.
 *
 * v has only boundary nodes b_i and end points below it, at distances w_i.  If the edge above v is
 * cut, the nearest boundary node decides who gets v, at its distance l later than before from both
 * sides; the other boundary points move by l towards v or, if v changed hands, away from it.
 *
 *          |x              owner of b_l      P1 gains on the way to b_i
 *          v               P2                l if b_i is P1's, otherwise 0
 *        / | \             P1                w_i if b_i is P1's or an end point,
 *      b_1 b_2 end                           otherwise w_i - l (printed: l)
 */
#include "papers/cut/espt.h"

#include <stdlib.h>

/* The meeting on each piece; -1: none. */
static void number_meetings(const dmi_espt_work *w, int32_t *meeting)
{
    const dmi_line_position *position = w->position;
    for (int32_t i = 0, next = 0; i < position->net.piece_count; i++) {
        bool meets = dmi_espt_child(position, i) < 0 &&
                     position->reach[position->net.piece[i].a].when != DMI_NEVER;
        meeting[i] = meets ? next++ : -1;
    }
}

/* The way from v to the boundary point on a piece. */
static int64_t way_to_meeting(const dmi_line_position *position, int32_t piece, int32_t v)
{
    const dmi_piece *p = &position->net.piece[piece];
    int64_t meet = dmi_boundary(p, position->reach);
    return p->a == v ? meet : p->length - meet;
}

/* The boundary node below v that is nearest to it, as a piece; -1: there is none, two of different
 * players are, or something else than boundary nodes and end points is below v. */
static int32_t nearest_node(const dmi_espt_work *w, const int32_t *meeting, int32_t v)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    int32_t best = -1;
    bool is_tied = false;
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
        if (piece == position->reach[v].above)
            continue;
        if (meeting[piece] < 0) {
            if (!w->out->vertices[z].is_end)
                return -1;
            continue;
        }
        int64_t way = way_to_meeting(position, piece, v);
        int64_t least = best >= 0 ? way_to_meeting(position, best, v) : DMI_NEVER;
        bool differs = best >= 0 && position->reach[z].players !=
                                        position->reach[dmi_other_end(net, best, v)].players;
        is_tied = way < least ? false : is_tied || (way == least && differs);
        best = way < least ? piece : best;
    }
    return is_tied ? -1 : best;
}

static dm_status add_change(dmi_espt_work *w, const int32_t *meeting, int32_t v, int32_t nearest,
                            dm_error *err)
{
    const dmi_line_position *position = w->position;
    const dmi_line_network *net = &position->net;
    int64_t least = way_to_meeting(position, nearest, v), change = 0, printed = 0;
    bool is_won = dmi_espt_is_mine(position, dmi_other_end(net, nearest, v));
    for (uint32_t arc = net->first[v]; arc < net->first[v + 1]; arc++) {
        int32_t piece = net->arc_piece[arc], z = dmi_other_end(net, piece, v);
        bool is_end = meeting[piece] < 0, is_mine = dmi_espt_is_mine(position, z);
        if (piece == position->reach[v].above)
            continue;
        int64_t way = is_end ? net->piece[piece].length : way_to_meeting(position, piece, v);
        if (!is_won) {
            change += !is_end && is_mine ? least : 0;
            printed += !is_end && is_mine ? least : 0;
        } else {
            change += is_end || is_mine ? way : way - least;
            printed += is_end || is_mine ? way : least;
        }
    }
    dm_espt_change *one = &w->out->changes[w->out->change_count++];
    one->vertex = v;
    one->nearest = meeting[nearest];
    one->owner = is_won ? w->tree.me : w->tree.other;
    bool fits = dmi_espt_length(position, change, &one->change) &&
                dmi_espt_length(position, printed, &one->printed);
    return fits ? DM_OK : dmi_ratio_too_large(err);
}

/* The vertices that section 4.4.4 removes; `stack` has room for all. */
static dm_status fill_removed(dmi_espt_work *w, int32_t *stack, dm_error *err)
{
    const dmi_line_network *net = &w->position->net;
    uint8_t *part = dmi_calloc((size_t)net->n, sizeof *part);
    w->out->removed = dmi_alloc((size_t)net->n, sizeof *w->out->removed);
    bool fits = part && w->out->removed;
    if (fits)
        dmi_espt_mark_parts(net, stack, part);
    for (int32_t v = 0; fits && v < net->n; v++)
        if (part[v] == DMI_PART_GOES)
            w->out->removed[w->out->removed_count++] = v;
    free(part);
    return fits ? DM_OK : dmi_no_memory(err);
}

dm_status dmi_espt_changes(dmi_espt_work *w, dm_error *err)
{
    const dmi_line_network *net = &w->position->net;
    if (!w->has_tree)
        return DM_OK;
    int32_t *meeting = dmi_alloc((size_t)net->n + 1, sizeof *meeting);
    w->out->changes = dmi_calloc((size_t)net->n, sizeof *w->out->changes);
    dm_status status = meeting && w->out->changes ? DM_OK : dmi_no_memory(err);
    if (status == DM_OK)
        number_meetings(w, meeting);
    for (int32_t v = 0; status == DM_OK && v < net->n; v++) {
        bool is_theirs = net->owner[v] < 0 && dmi_espt_is_theirs(w->position, v);
        int32_t nearest = is_theirs ? nearest_node(w, meeting, v) : -1;
        if (nearest >= 0)
            status = add_change(w, meeting, v, nearest, err);
    }
    if (status == DM_OK)
        status = fill_removed(w, meeting, err);
    free(meeting);
    return status;
}
