/* explain.c - what decided each stone of a game that was played: its players choose once more. */
#include "base/base.h"
#include "base/trace.h"
#include "contest/match/contestant.h"
#include <demesne/complete_tree.h>
#include <demesne/player.h>
#include <demesne/rng.h>

#include <stdlib.h>

typedef struct retelling {
    dm_position *position; /* up to the turn explained */
    dm_player *player[2];  /* NULL: unknown, or no player of this library */
    dm_vertex *move;       /* of one turn */
    dm_run *run;
    dm_trace *out;
} retelling;

/* A player that is unknown here, or cannot play this game, explains nothing. */
static dm_status begin(retelling *t, const dm_position *played, const char *const players[2],
                       uint64_t seed, dm_error *err)
{
    dm_status status = dm_position_copy(played, &t->position, err);
    while (status == DM_OK && dm_position_turns_made(t->position) > 0)
        status = dm_position_undo(t->position, err);
    if (status == DM_OK) {
        t->move = dmi_alloc((size_t)dm_position_rules(t->position)->stones + 1, sizeof *t->move);
        status = t->move ? DM_OK : dmi_no_memory(err);
    }
    for (int side = 0; side < 2 && status == DM_OK; side++) {
        if (!players[side] || dm_spec_is_program(players[side]))
            continue;
        status = dm_player_new(players[side], dm_rng_derive(seed, (uint64_t)side), &t->player[side],
                               NULL);
        if (status == DM_OK && !dm_position_is_over(t->position))
            status = dm_player_can_play(t->player[side], t->position, t->run, NULL);
        if (status != DM_OK && status != DM_NO_MEMORY && status != DM_STOPPED) {
            dm_player_free(t->player[side]);
            t->player[side] = NULL;
            status = DM_OK;
        }
        if (status != DM_OK)
            dmi_fail(err, status, "the players of the game could not be made");
    }
    return status;
}

/* Asks the player of this turn; what it says counts if it takes the same stones. */
static dm_status explain_turn(retelling *t, const dm_stone *stones, int32_t count, dm_error *err)
{
    dm_player *player = t->player[dm_position_to_move(t->position)];
    size_t before = t->out->count;
    dm_status status = DM_OK;
    bool same = player != NULL;
    if (player)
        status = dm_player_explain(player, t->position, t->run, t->move, t->out, err);
    if (status != DM_OK)
        return status;
    for (int32_t i = 0; i < count && same; i++)
        same = t->move[i] == stones[i].vertex;
    const dm_traced_stone *stone = t->out->count > before ? &t->out->stones[before] : NULL;
    if (same && stone && (stone->step || stone->quantity_count > 0))
        return DM_OK;
    dmi_trace_fit(t->out, before);
    dmi_trace_stone(t->out);
    dm_error why = {0};
    status = dm_complete_tree_explain(t->position, t->out, &why);
    dmi_trace_fit(t->out, before + (size_t)count);
    if (status != DM_OK && status != DM_UNSUPPORTED)
        return dmi_fail(err, status, "%s", why.message);
    return dmi_trace_check(t->out, err);
}

dm_status dm_match_explain(const dm_position *played, const char *const players[2], uint64_t seed,
                           dm_run *run, dm_trace *out, dm_error *err)
{
    retelling t = {.run = run, .out = out};
    const dm_rules *rules = dm_position_rules(played);
    int32_t all;
    const dm_stone *stone = dm_position_stones(played, &all);
    dm_status status = begin(&t, played, players, seed, err);
    for (int32_t turn = 0; turn < dm_position_turns_made(played) && status == DM_OK; turn++) {
        int32_t count = rules->turns[turn].stones;
        if (dm_position_was_lost(played, turn)) {
            status = dm_position_pass(t.position, err);
            continue;
        }
        status = explain_turn(&t, stone, count, err);
        for (int32_t i = 0; i < count; i++)
            t.move[i] = stone[i].vertex;
        if (status == DM_OK)
            status = dm_position_make(t.position, t.move, count, err);
        stone += count;
    }
    dm_player_free(t.player[DM_WHITE]);
    dm_player_free(t.player[DM_BLACK]);
    dm_position_free(t.position);
    free(t.move);
    dmi_trace_fit(out, (size_t)all);
    return status;
}
