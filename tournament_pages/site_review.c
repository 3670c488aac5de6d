/* site_review.c - the worst moves of every player, by exact review.
 *
 * A player has a number of seconds.  Its games come in order: losses first, the closest before the
 * others, then ties, then wins.  In each, the solver goes back from the end until a position takes
 * too long: what it knows of the turns after that is proven.
 */
#include "tournament_pages/site.h"

#include <stdlib.h>
#include <string.h>

static const double PER_POSITION = 0.05; /* seconds */

static int by_margin(const void *a, const void *b)
{
    const site_candidate *one = a, *other = b;
    int lost_one = one->margin > 0 ? 0 : one->margin == 0 ? 1 : 2;
    int lost_other = other->margin > 0 ? 0 : other->margin == 0 ? 1 : 2;
    int64_t near = llabs(one->margin), far = llabs(other->margin);
    if (lost_one != lost_other)
        return lost_one - lost_other;
    if (near != far)
        return near < far ? -1 : 1;
    if (one->pairing != other->pairing)
        return one->pairing < other->pairing ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

/* Keeps the worst, in order. */
static void keep(site_player *p, const site_blunder *blunder)
{
    int32_t at = p->blunder_count;
    if (at == SITE_BLUNDERS && p->blunder[at - 1].loss >= blunder->loss)
        return;
    at -= at == SITE_BLUNDERS;
    for (; at > 0 && p->blunder[at - 1].loss < blunder->loss; at--)
        p->blunder[at] = p->blunder[at - 1];
    p->blunder[at] = *blunder;
    p->blunder_count += p->blunder_count < SITE_BLUNDERS;
}

/* Whether the move turned a win into something else, or a tie into a loss. */
static bool decides(const dm_reviewed_move *move)
{
    int64_t sign = move->side == DM_WHITE ? 1 : -1, after = sign * move->value;
    int64_t before = after + move->loss;
    return (before > 0 && after <= 0) || (before == 0 && after < 0);
}

static void count_moves(site_player *p, const site_candidate *game, dm_side side,
                        const dm_review *review)
{
    for (int32_t turn = 0; turn < review->count; turn++) {
        const dm_reviewed_move *move = &review->moves[turn];
        if (move->side != side)
            continue;
        bool is_proven = turn >= review->first;
        p->turns_reviewed += is_proven;
        p->turns_skipped += !is_proven;
        const site_blunder blunder = {.pairing = game->pairing,
                                      .number = game->number,
                                      .turn = turn,
                                      .played = move->played_count ? move->played[0] : -1,
                                      .best = move->best[0],
                                      .stones = move->best_count,
                                      .loss = move->loss,
                                      .decided = decides(move)};
        if (is_proven && move->loss > 0)
            keep(p, &blunder);
    }
}

/* A game that is looked up. */
typedef struct {
    site *s;
    int32_t player;
    const site_candidate *game;
} lookup;

static dm_status review_game(void *user, const dm_event_game *game, dm_error *err)
{
    const lookup *l = user;
    site *s = l->s;
    const site_pairing *pairing = &s->pairing[l->game->pairing];
    const dm_arena *arena = NULL;
    dm_position *position = NULL;
    dm_review *review = NULL;
    dm_side side = (game->number % 2 == 0) == (pairing->first == l->player) ? DM_WHITE : DM_BLACK;
    dm_status status = site_board_of(s, pairing, game->number, &arena, err);
    if (status != DM_OK || !arena)
        return status;
    status = site_replay(s, arena, game->moves, &position, err);
    if (status == DM_OK)
        status = dm_review_exact(position, PER_POSITION, s->run, &review, err);
    if (status == DM_OK) {
        count_moves(&s->player[l->player], l->game, side, review);
        s->player[l->player].games_reviewed++;
    }
    dm_review_free(review);
    dm_position_free(position);
    return status == DM_UNFINISHED ? DM_STOPPED : status;
}

static dm_status review_player(site *s, int32_t player, dm_error *err)
{
    site_player *p = &s->player[player];
    double begun = report_clock();
    dm_status status = DM_OK;
    qsort(p->candidate, p->candidate_count, sizeof *p->candidate, by_margin);
    for (size_t i = 0; i < p->candidate_count && status == DM_OK; i++) {
        lookup l = {s, player, &p->candidate[i]};
        if (report_clock() - begun > s->review_seconds)
            break;
        status = dm_results_games(s->results, s->pairing[l.game->pairing].id, l.game->number, 1,
                                  review_game, &l, err);
    }
    return status;
}

dm_status site_review(site *s, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; i < s->player_count && s->review_seconds > 0 && status == DM_OK; i++)
        status = review_player(s, s->order[i], err);
    return status;
}
