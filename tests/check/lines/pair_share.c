/* pair_share.c - the share of winning pairs of moves, triangle by triangle. */
#include "check/lines/pair_share.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CORNERS = 3 + DM_MAX_LINE_PLAYERS };

/* A corner of a polygon, in halves of a unit, and the leads over the opponents there. */
typedef struct corner {
    double t, s;
    double lead[DM_MAX_LINE_PLAYERS];
} corner;

static dm_level *moved(const dm_level *level, const dm_line_ask *ask, int edge, int64_t num,
                       int64_t den)
{
    dm_line_move move = {.op = ask->op, .place = {-1, edge, {num, den}}, .length = {0, 1}};
    dm_level *after = NULL;
    if (dm_level_apply(level, &move, ask->player, &after, NULL) != DM_OK)
        abort();
    return after;
}

static void find_leads(const dm_level *level, const dm_line_ask *ask, double *lead)
{
    dm_line_diagram *d = NULL;
    if (dm_line_diagram_new(level, ask->ties, false, &d, NULL) != DM_OK)
        abort();
    for (int p = 0; p < level->player_count; p++)
        lead[p] = (double)d->payoff[ask->player].num / (double)d->payoff[ask->player].den -
                  (double)d->payoff[p].num / (double)d->payoff[p].den;
    dm_line_diagram_free(d);
}

/* Moves at t and s eighths of a unit.  Of two moves on one edge the farther is made first: the part
 * before a cut keeps its number. */
static void make_pair(const dm_level *level, const dm_line_ask *ask, const int *edge,
                      const int64_t *place, double *lead)
{
    int far = edge[0] == edge[1] && place[0] > place[1] ? 0 : 1, near = 1 - far;
    int64_t whole[2] = {8 * level->edges[edge[0]].length.num, 8 * level->edges[edge[1]].length.num};
    bool is_shorter = edge[0] == edge[1] && ask->op == DM_LINE_CUT;
    dm_level *one = moved(level, ask, edge[far], place[far], whole[far]);
    dm_level *two = moved(one, ask, edge[near], place[near], is_shorter ? place[far] : whole[near]);
    find_leads(two, ask, lead);
    dm_level_free(one);
    dm_level_free(two);
}

/* Leads at the corners, from three points inside: the means of all corners with one counted twice.
 */
static void fill(const dm_level *level, const dm_line_ask *ask, const int *edge, corner *c)
{
    double at[3][DM_MAX_LINE_PLAYERS] = {{0}};
    for (int j = 0; j < 3; j++) {
        const int64_t place[2] = {(int64_t)(c[0].t + c[1].t + c[2].t + c[j].t),
                                  (int64_t)(c[0].s + c[1].s + c[2].s + c[j].s)};
        make_pair(level, ask, edge, place, at[j]);
    }
    for (int j = 0; j < 3; j++)
        for (int p = 0; p < level->player_count; p++)
            c[j].lead[p] = 4 * at[j][p] - at[0][p] - at[1][p] - at[2][p];
}

static corner between(const corner *a, const corner *b, int p)
{
    double share = a->lead[p] / (a->lead[p] - b->lead[p]);
    corner c = {a->t + share * (b->t - a->t), a->s + share * (b->s - a->s), {0}};
    for (int q = 0; q < DM_MAX_LINE_PLAYERS; q++)
        c.lead[q] = a->lead[q] + share * (b->lead[q] - a->lead[q]);
    return c;
}

/* Keeps the part of the polygon where the lead over p is positive. */
static int clip(const corner *from, int count, int p, corner *to)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const corner *a = &from[i], *b = &from[(i + 1) % count];
        if (a->lead[p] > 1e-9)
            to[kept++] = *a;
        if ((a->lead[p] > 1e-9 && b->lead[p] < -1e-9) || (a->lead[p] < -1e-9 && b->lead[p] > 1e-9))
            to[kept++] = between(a, b, p);
        else if (a->lead[p] >= -1e-9 && a->lead[p] <= 1e-9)
            to[kept++] = *a;
    }
    return kept;
}

/* No corner of the polygon is ahead of p: all of it is tied or lost. */
static bool is_lost(const corner *c, int count, int p)
{
    bool lost = true;
    for (int i = 0; i < count; i++)
        lost = lost && c[i].lead[p] <= 1e-9;
    return lost;
}

/* The winning area of a triangle, in squares of side 1/2. */
static double winning_area(const dm_level *level, const dm_line_ask *ask, const int *edge,
                           corner *triangle)
{
    corner now[2 * MOST_CORNERS], next[2 * MOST_CORNERS];
    int count = 3;
    double twice = 0;
    fill(level, ask, edge, triangle);
    memcpy(now, triangle, 3 * sizeof *now);
    for (int p = 0; p < level->player_count; p++) {
        if (p == ask->player)
            continue;
        if (is_lost(now, count, p))
            return 0;
        count = clip(now, count, p, next);
        memcpy(now, next, (size_t)count * sizeof *now);
    }
    for (int i = 0; i < count; i++)
        twice += now[i].t * now[(i + 1) % count].s - now[i].s * now[(i + 1) % count].t;
    return (twice < 0 ? -twice : twice) / 2;
}

/* Both triangles of the square at (i, j). */
static double square(const dm_level *level, const dm_line_ask *ask, const int *edge, int i, int j)
{
    bool rises = (i - j) % 2 == 0; /* t - s is whole on its diagonal, else t + s */
    double t = i, s = j;
    corner low[3] = {{.t = t, .s = s}, {.t = t + 1, .s = s}, {.t = t + rises, .s = s + 1}};
    corner high[3] = {{.t = t + 1, .s = s + 1}, {.t = t, .s = s + 1}, {.t = t + !rises, .s = s}};
    return winning_area(level, ask, edge, low) + winning_area(level, ask, edge, high);
}

double check_pair_share(const dm_level *level, const dm_line_ask *ask)
{
    double sum = 0, halves = 0;
    int edge[2];
    for (int e = 0; e < level->edge_count; e++)
        halves += 2 * (double)level->edges[e].length.num;
    for (edge[0] = 0; edge[0] < level->edge_count; edge[0]++)
        for (edge[1] = 0; edge[1] < level->edge_count; edge[1]++)
            for (int i = 0; i < 2 * level->edges[edge[0]].length.num; i++)
                for (int j = 0; j < 2 * level->edges[edge[1]].length.num; j++)
                    sum += square(level, ask, edge, i, j);
    return sum / (halves * halves);
}

double check_removed_share(const dm_level *level, const dm_line_ask *ask)
{
    int wins = 0, all = 0;
    for (int i = 0; i < level->site_count; i++)
        for (int j = 0; j < i; j++) {
            dm_line_move moves[2] = {{.op = DM_LINE_REMOVE, .site = i, .length = {0, 1}},
                                     {.op = DM_LINE_REMOVE, .site = j, .length = {0, 1}}};
            dm_level *after = NULL;
            double lead[DM_MAX_LINE_PLAYERS] = {0};
            bool is_won = true;
            if (dm_level_apply_moves(level, moves, 2, ask->player, &after, NULL) != DM_OK)
                abort();
            find_leads(after, ask, lead);
            for (int p = 0; p < level->player_count; p++)
                is_won = is_won && (p == ask->player || lead[p] > 1e-9);
            dm_level_free(after);
            wins += is_won;
            all++;
        }
    return (double)wins / all;
}
