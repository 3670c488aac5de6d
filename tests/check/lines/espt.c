/* espt.c - the objects of te Kolste's thesis from their definitions: all distances by Floyd and
 * Warshall, paths of trees vertex by vertex, gains of cuts by whole levels after them. */
#include "check/lines/espt.h"

#include "check/lines/cuts.h"
#include "check/lines/espt_split.h"

/* Whether the ratio is num / den. */
static bool is(dm_ratio ratio, int64_t num, int64_t den)
{
    return ratio.den > 0 && ratio.num * den == num * ratio.den;
}

/* The piece between a vertex and its parent, over this edge; -1: there is none of the right length.
 */
static int tree_piece(const check_split *s, const dm_line_espt *x, int v)
{
    for (int p = 0; p < s->m; p++)
        if (s->edge[p] == x->vertices[v].edge &&
            ((s->a[p] == v && s->b[p] == x->vertices[v].parent) ||
             (s->b[p] == v && s->a[p] == x->vertices[v].parent)) &&
            check_split_dist(s, x->vertices[v].parent) + s->length[p] == check_split_dist(s, v))
            return p;
    return -1;
}

static const char *check_vertices(const check_split *s, const dm_line_espt *x, int *piece_of)
{
    if (x->vertex_count != s->n)
        return "the number of vertices";
    for (int v = 0; v < s->n; v++) {
        const dm_espt_vertex *own = &x->vertices[v];
        int degree = 0, far = check_split_dist(s, v);
        piece_of[v] = -1;
        for (int p = 0; p < s->m; p++)
            degree += s->a[p] == v || s->b[p] == v;
        if (own->players != check_split_players(s, v))
            return "the owner of a vertex";
        if (far < CHECK_FAR && !is(own->dist, far, 1))
            return "the distance of a vertex";
        if ((own->parent >= 0) != (far < CHECK_FAR && far > 0))
            return "which vertices have a parent";
        if (own->parent >= 0 && (piece_of[v] = tree_piece(s, x, v)) < 0)
            return "the parent of a vertex";
        if (own->is_end != (far < CHECK_FAR && far > 0 && degree == 1))
            return "the end points";
        if ((own->site >= 0) != (s->owner[v] >= 0) ||
            (own->site >= 0 && s->level->sites[own->site].player != s->owner[v]))
            return "the site on a vertex";
    }
    return NULL;
}

static bool is_ancestor(const dm_line_espt *x, int above, int v)
{
    for (; v >= 0; v = x->vertices[v].parent)
        if (v == above)
            return true;
    return false;
}

/* Every piece outside the tree has one meeting, equally far from both sides. */
static const char *check_meetings(const check_split *s, const dm_line_espt *x, const int *piece_of,
                                  int *meeting_of)
{
    int next = 0;
    for (int p = 0; p < s->m; p++) {
        int a = s->a[p], b = s->b[p];
        meeting_of[p] = -1;
        if (piece_of[a] == p || piece_of[b] == p || check_split_dist(s, a) >= CHECK_FAR)
            continue;
        if (next >= x->meeting_count)
            return "a meeting is missing";
        const dm_espt_meeting *m = &x->meetings[next];
        int twice = check_split_dist(s, b) - check_split_dist(s, a) + s->length[p]; /* 2 x from a */
        if (m->end[0] != a || m->end[1] != b || m->place.edge != s->edge[p])
            return "the ends of a meeting";
        if (!is(m->place.at, 2 * s->offset[p] + twice,
                2 * s->level->edges[s->edge[p]].length.num) ||
            !is(m->dist, 2 * check_split_dist(s, a) + twice, 2))
            return "the place of a meeting";
        if (m->is_inner != (check_split_players(s, a) == check_split_players(s, b)))
            return "which meetings are inner";
        int common = -1, deepest = -1;
        for (int v = 0; v < s->n && m->is_inner; v++)
            if (is_ancestor(x, v, a) && is_ancestor(x, v, b) && check_split_dist(s, v) > deepest) {
                common = v;
                deepest = check_split_dist(s, v);
            }
        if (m->common != common)
            return "a lowest common ancestor";
        meeting_of[p] = next++;
    }
    if (next != x->meeting_count)
        return "too many meetings";
    for (int i = 0; i < x->ancestor_count; i++) {
        bool found = false;
        for (int j = 0; j < x->meeting_count; j++)
            found |= x->meetings[j].is_inner && x->meetings[j].common == x->ancestors[i];
        if (!found || (i > 0 && x->ancestors[i] <= x->ancestors[i - 1]))
            return "the set B";
    }
    for (int j = 0; j < x->meeting_count; j++) {
        bool found = !x->meetings[j].is_inner || x->meetings[j].common < 0;
        for (int i = 0; i < x->ancestor_count; i++)
            found |= x->ancestors[i] == x->meetings[j].common;
        if (!found)
            return "the set B lacks an ancestor";
    }
    return NULL;
}

/* The next vertex on the only path from v to t in a tree. */
static int step_to(const check_split *s, int v, int t, int *piece)
{
    for (int p = 0; p < s->m; p++)
        if ((s->a[p] == v || s->b[p] == v) &&
            s->length[p] + s->d[check_split_other_end(s, p, v)][t] == s->d[v][t]) {
            *piece = p;
            return check_split_other_end(s, p, v);
        }
    return -1;
}

/* The site nearest to v whose path does not begin with the piece `without` (-1: any). */
static int nearest_site(const check_split *s, int v, int without)
{
    int best = -1;
    for (int t = 0; t < s->n; t++) {
        int piece = -1;
        if (s->owner[t] < 0)
            continue;
        if (t != v)
            step_to(s, v, t, &piece);
        if ((piece != without || without < 0) && (best < 0 || s->d[v][t] < s->d[v][best]))
            best = t;
    }
    return best;
}

/* The length of all that lies beyond the piece from v, in a tree, without the piece `barred`'s far
 * side. */
static int volume_beyond(const check_split *s, int v, int piece, int barred)
{
    int w = check_split_other_end(s, piece, v), sum = s->length[piece];
    for (int p = 0; p < s->m && piece != barred; p++)
        if (p != piece && (s->a[p] == w || s->b[p] == w))
            sum += volume_beyond(s, w, p, barred);
    return sum;
}

/* The halfway point between s0 and t: its piece, and twice its distance from the end nearer to s0.
 * Returns that end. */
static int halfway(const check_split *s, int s0, int t, int *piece, int *twice)
{
    int v = s0, next;
    *piece = 0;
    while (true) {
        next = step_to(s, v, t, piece);
        if (2 * s->d[s0][next] >= s->d[s0][t])
            break;
        v = next;
    }
    *twice = s->d[s0][t] - 2 * s->d[s0][v];
    return v;
}

/* Whether the point on the piece lies beyond that on the piece `first`, or is the same, seen from
 * s0.
 */
static bool is_beyond(const check_split *s, int s0, int piece, int twice, int first,
                      int first_twice)
{
    int v = s->d[s0][s->a[piece]] < s->d[s0][s->b[piece]] ? s->a[piece] : s->b[piece];
    int near = s->d[s0][s->a[first]] < s->d[s0][s->b[first]] ? s->a[first] : s->b[first];
    int far = check_split_other_end(s, first, near);
    if (piece == first)
        return twice >= first_twice;
    return s->d[s0][far] + s->d[far][v] == s->d[s0][v] && v != near;
}

static bool place_is(const check_split *s, const dm_line_place *place, int piece, int from,
                     int twice)
{
    int at = s->a[piece] == from ? 2 * s->offset[piece] + twice
                                 : 2 * (s->offset[piece] + s->length[piece]) - twice;
    return place->edge == s->edge[piece] &&
           is(place->at, at, 2 * s->level->edges[s->edge[piece]].length.num);
}

/* sigma*(p) and delta vol(p) for the site t at the end of `barred`: halfway points of sites that
 * are not behind t, without another one on the way. */
static const char *check_sigma(const check_split *s, const dm_line_espt *x,
                               const dm_line_candidate *c, int s0, int t, int barred)
{
    int piece = 0, twice = 0, found = 0;
    int near = halfway(s, s0, t, &piece, &twice);
    int volume = 2 * volume_beyond(s, near, piece, barred) - twice;
    for (int i = 0; i < s->n; i++) {
        int at = 0, way = 0;
        bool hidden = s->owner[i] < 0 || i == s0 || s->d[s0][t] + s->d[t][i] == s->d[s0][i];
        if (hidden)
            continue;
        int from = halfway(s, s0, i, &at, &way);
        if (!is_beyond(s, s0, at, way, piece, twice))
            continue;
        for (int j = 0; j < s->n && !hidden; j++) {
            int other = 0, other_way = 0;
            if (s->owner[j] < 0 || j == s0 || j == i || s->d[s0][t] + s->d[t][j] == s->d[s0][j])
                continue;
            halfway(s, s0, j, &other, &other_way);
            bool is_same = other == at && other_way == way;
            hidden = (is_same && j < i) || (is_beyond(s, s0, other, other_way, piece, twice) &&
                                            is_beyond(s, s0, at, way, other, other_way));
        }
        if (hidden)
            continue;
        bool listed = false;
        for (int k = 0; k < c->sigma_count; k++)
            listed |= place_is(s, &x->places[c->sigma + k], at, from, way);
        if (!listed)
            return "a point of sigma* is missing";
        volume -= 2 * volume_beyond(s, from, at, barred) - way;
        found++;
    }
    if (found != c->sigma_count)
        return "the size of sigma*";
    return is(c->delta, volume, 2) ? NULL : "delta vol";
}

/* T for the boundary point of `meeting`: the vertices from it towards the site t whose nearest site
 * but for the path to t is one of the player's. */
static const char *check_t(const check_split *s, const dm_line_espt *x, const dm_line_candidate *c,
                           int theirs, int t)
{
    int count = 1, v = theirs, piece = -1;
    if (x->places[c->t].edge != x->meetings[c->meeting].place.edge ||
        !is(x->places[c->t].at, x->meetings[c->meeting].place.at.num,
            x->meetings[c->meeting].place.at.den))
        return "T does not begin with the boundary point";
    while (v != t) {
        int next = step_to(s, v, t, &piece), other = nearest_site(s, v, piece);
        bool is_mine = other >= 0;
        for (int i = 0; is_mine && i < s->n; i++) {
            int over = -1;
            if (s->owner[i] < 0 || s->d[v][i] > s->d[v][other])
                continue;
            step_to(s, v, i, &over);
            is_mine = over == piece || s->owner[i] == s->me; /* also of equally near ones */
        }
        if (!is_mine)
            break;
        if (count >= c->t_count || x->places[c->t + count].vertex != v)
            return "the set T";
        count++;
        v = next;
    }
    if (count != c->t_count)
        return "the size of T";
    return c->from == v ? NULL : "where type II cuts";
}

/* The gain of the candidate by a whole level after the cut. */
static bool gain_is_right(const check_split *s, const dm_line_candidate *c, int piece,
                          bool *makes_tie)
{
    static check_cut_room room;
    int64_t before[CHECK_PLAYERS], after[CHECK_PLAYERS], closed[CHECK_PLAYERS];
    int64_t rival[2] = {0, 0};
    bool forward = s->a[piece] == c->from;
    check_cut(s->level, c->edge, c->at, forward ? -1 : 1, &room);
    check_payoffs(s->level, DM_LINE_NEUTRAL, before);
    check_payoffs(&room.level, DM_LINE_NEUTRAL, after);
    check_payoffs(&room.level, DM_LINE_CLOSED, closed);
    *makes_tie = false;
    for (int p = 0; p < s->level->player_count; p++)
        *makes_tie |= after[p] != closed[p];
    for (int p = 0; p < s->level->player_count; p++)
        if (p != s->me) {
            rival[0] = before[p] > rival[0] ? before[p] : rival[0];
            rival[1] = after[p] > rival[1] ? after[p] : rival[1];
        }
    return is(c->gain, after[s->me] - before[s->me] - rival[1] + rival[0], 120);
}

static int piece_of_cut(const check_split *s, const dm_line_candidate *c)
{
    for (int p = 0; p < s->m; p++) {
        bool forward = s->a[p] == c->from && s->b[p] == c->to;
        bool backward = s->b[p] == c->from && s->a[p] == c->to;
        if (s->edge[p] == c->edge && (forward || backward) &&
            is(c->at, s->offset[p] + (forward ? 0 : s->length[p]),
               s->level->edges[c->edge].length.num))
            return p;
    }
    return -1;
}

static bool is_theirs(const check_split *s, int v)
{
    return (check_split_players(s, v) & ~(UINT64_C(1) << s->me)) != 0;
}

/* Type III: a subtree without meetings, whose parent has one or is a site. */
static bool is_type_3(const check_split *s, const dm_line_espt *x, int v)
{
    int parent = x->vertices[v].parent;
    bool below = false, above = s->owner[parent] >= 0;
    for (int i = 0; i < x->meeting_count; i++)
        for (int side = 0; side < 2; side++) {
            below |= is_ancestor(x, v, x->meetings[i].end[side]);
            above |= is_ancestor(x, parent, x->meetings[i].end[side]);
        }
    return !below && above && is_theirs(s, v);
}

static int below_length(const check_split *s, const dm_line_espt *x, const int *piece_of, int v)
{
    int sum = 0;
    for (int w = 0; w < s->n; w++)
        if (piece_of[w] >= 0 && is_ancestor(x, v, w))
            sum += s->length[piece_of[w]];
    return sum;
}

/* One candidate of a type: where it cuts, its sets and its gain.  s0: the only own site, or -1. */
static const char *check_candidate(const check_split *s, const dm_line_espt *x, const int *piece_of,
                                   const dm_line_candidate *c, int s0)
{
    int p = piece_of_cut(s, c);
    bool makes_tie;
    if (p < 0)
        return "a candidate is no piece";
    if (!gain_is_right(s, c, p, &makes_tie))
        return "a gain";
    if (c->type == DM_LINE_TYPE_III &&
        (c->to < 0 || piece_of[c->to] != p || !is_type_3(s, x, c->to) ||
         !is(c->delta, below_length(s, x, piece_of, c->to), 1)))
        return "type III";
    if (c->type != DM_LINE_TYPE_I && c->type != DM_LINE_TYPE_II)
        return NULL;
    const dm_espt_meeting *m = &x->meetings[c->meeting];
    int theirs = check_split_players(s, m->end[0]) == UINT64_C(1) << s->me ? m->end[1] : m->end[0];
    int t = nearest_site(s, theirs, -1);
    if (c->type == DM_LINE_TYPE_II)
        return check_t(s, x, c, theirs, t);
    if (c->from != t)
        return "where type I cuts";
    const char *why = s0 >= 0 ? check_sigma(s, x, c, s0, t, p) : NULL;
    if (!why && s0 >= 0 && !makes_tie && !is(c->gain, 2 * c->delta.num, c->delta.den))
        why = "a gain of type I is not twice delta vol";
    return why;
}

/* The list: I and II for each boundary point with the player, III for each such vertex, and each
 * tree edge of an opponent, at its end nearer to v0, at least once. */
static const char *check_list(const check_split *s, const dm_line_espt *x, const int *piece_of,
                              const int *meeting_of, bool has_types)
{
    int count[4] = {0}, own_sites = 0, s0 = -1, boundaries = 0, thirds = 0;
    for (int v = 0; v < s->n; v++)
        if (s->owner[v] == s->me)
            s0 = own_sites++ ? -1 : v;
    for (int i = 0; i < x->candidate_count; i++) {
        const char *why = check_candidate(s, x, piece_of, &x->candidates[i], s0);
        if (why)
            return why;
        count[x->candidates[i].type]++;
    }
    for (int i = 0; i < x->meeting_count; i++)
        boundaries += (check_split_players(s, x->meetings[i].end[0]) == UINT64_C(1) << s->me) !=
                      (check_split_players(s, x->meetings[i].end[1]) == UINT64_C(1) << s->me);
    for (int v = 0; v < s->n; v++)
        thirds += piece_of[v] >= 0 && is_type_3(s, x, v);
    if (count[DM_LINE_TYPE_I] != (has_types ? boundaries : 0) ||
        count[DM_LINE_TYPE_II] != (has_types ? boundaries : 0) || count[DM_LINE_TYPE_III] != thirds)
        return "how many candidates have a type";
    for (int p = 0; p < s->m; p++)
        for (int side = 0; side < 2; side++) {
            int from = side ? s->b[p] : s->a[p], to = check_split_other_end(s, p, from), times = 0,
                none = 0;
            bool wanted = piece_of[to] == p
                              ? is_theirs(s, to)
                              : meeting_of[p] >= 0 &&
                                    check_split_players(s, from) != check_split_players(s, to) &&
                                    is_theirs(s, from);
            for (int i = 0; i < x->candidate_count; i++)
                if (piece_of_cut(s, &x->candidates[i]) == p && x->candidates[i].from == from) {
                    times++;
                    none += x->candidates[i].type == DM_LINE_TYPE_NONE;
                }
            if (wanted != (times > 0) || (none > 0 && times > 1))
                return "which tree edges are candidates";
        }
    return NULL;
}

/* F-bar by the level after the cut above the vertex: what the player gains, but for that edge. */
static const char *check_changes(const check_split *s, const dm_line_espt *x, const int *piece_of)
{
    static check_cut_room room;
    int64_t before[CHECK_PLAYERS], after[CHECK_PLAYERS];
    for (int i = 0; i < x->change_count; i++) {
        const dm_espt_change *c = &x->changes[i];
        int p = piece_of[c->vertex], e = s->edge[p];
        bool child_last = s->b[p] == c->vertex;
        dm_ratio at = {s->offset[p] + (child_last ? 0 : s->length[p]),
                       s->level->edges[e].length.num};
        check_cut(s->level, e, at, child_last ? -1 : 1, &room);
        check_payoffs(s->level, DM_LINE_NEUTRAL, before);
        check_payoffs(&room.level, DM_LINE_NEUTRAL, after);
        int64_t edge = c->owner == s->me ? 120 * (int64_t)s->length[p] : 0;
        if (!is(c->change, after[s->me] - before[s->me] - edge, 120))
            return "F-bar";
    }
    return NULL;
}

const char *check_espt(const dm_level *level, const dm_line_espt *x, bool *has_types)
{
    static check_split s;
    int piece_of[CHECK_MOST] = {0}, meeting_of[2 * CHECK_MOST] = {0}, sites[2] = {0, 0};
    check_split_init(level, x->player, &s);
    *has_types = s.is_tree && level->player_count == 2;
    for (int v = 0; v < s.n; v++) {
        *has_types = *has_types && !(check_split_players(&s, v) & (check_split_players(&s, v) - 1));
        if (s.owner[v] >= 0 && s.owner[v] < 2)
            sites[s.owner[v]]++;
    }
    *has_types = *has_types && sites[0] > 0 && sites[1] > 0;
    const char *why = check_vertices(&s, x, piece_of);
    if (!why)
        why = check_meetings(&s, x, piece_of, meeting_of);
    if (!why)
        why = check_list(&s, x, piece_of, meeting_of, *has_types);
    return why ? why : check_changes(&s, x, piece_of);
}

/* Twice delta vol(p) by the definition of sigma*: all points halfway to another site t' that are
 * reached from p first, also behind t. */
static int printed_volume(const check_split *s, int s0, int t)
{
    int piece = 0, twice = 0, near = halfway(s, s0, t, &piece, &twice);
    int volume = 2 * volume_beyond(s, near, piece, -1) - twice;
    for (int i = 0; i < s->n; i++) {
        int at = 0, way = 0;
        bool hidden = s->owner[i] < 0 || i == s0 || i == t;
        int from = hidden ? 0 : halfway(s, s0, i, &at, &way);
        hidden = hidden || !is_beyond(s, s0, at, way, piece, twice);
        for (int j = 0; j < s->n && !hidden; j++) {
            int other = 0, other_way = 0;
            if (s->owner[j] < 0 || j == s0 || j == t || j == i)
                continue;
            halfway(s, s0, j, &other, &other_way);
            bool is_same = other == at && other_way == way;
            hidden = (is_same && j < i) ||
                     (!is_same && is_beyond(s, s0, other, other_way, piece, twice) &&
                      is_beyond(s, s0, at, way, other, other_way));
        }
        if (!hidden)
            volume -= 2 * volume_beyond(s, from, at, -1) - way;
    }
    return volume;
}

int64_t check_types_claim(const dm_level *level, dm_line_mistake mistake)
{
    static check_split s;
    dm_line_espt *x = NULL;
    const dm_line_ask ask = {.op = DM_LINE_CUT};
    bool all = mistake == DM_MISTAKE_ALL;
    int64_t best = 0;
    int s0 = 0;
    check_split_init(level, 0, &s);
    while (s.owner[s0] != 0)
        s0++;
    if (dm_line_espt_new(level, &ask, NULL, &x, NULL) != DM_OK)
        return -1; /* its gains are checked by check_espt() */
    for (int32_t i = 0; i < x->candidate_count; i++) {
        const dm_line_candidate *c = &x->candidates[i];
        int64_t claim = 2 * c->gain.num / c->gain.den;
        if (c->type == DM_LINE_TYPE_I && (all || mistake == DM_MISTAKE_SIGMA))
            claim = 0;
        else if (c->type == DM_LINE_TYPE_I && mistake == DM_MISTAKE_BEHIND)
            claim = 2 * printed_volume(&s, s0, c->from);
        else if (c->type == DM_LINE_TYPE_II && (all || mistake == DM_MISTAKE_SIDE_BRANCHES))
            claim = 4 * (s.d[s0][c->from]) -
                    4 * x->meetings[c->meeting].dist.num / x->meetings[c->meeting].dist.den;
        else if (c->type == DM_LINE_TYPE_III && (all || mistake == DM_MISTAKE_LOWEST))
            claim = 0;
        else if (c->type == DM_LINE_TYPE_NONE)
            claim = 0;
        best = claim > best ? claim : best;
    }
    dm_line_espt_free(x);
    return best;
}
