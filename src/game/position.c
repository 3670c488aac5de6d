/* position.c - a game in progress.
 *
 * The stones are in one array in the order they were placed; the schedule gives
 * the turns, so undo only shortens the array.  A lost turn becomes a turn of no
 * stones in this game's own copy of the schedule, so that counts of stones stay
 * right.  Two objects compute the score, each made when first needed: the
 * evaluator (small boards, updated with every stone) and a survey (any board,
 * computed anew each time).  The evaluator's table of distances is kept with the board.
 */
#include "game/position.h"
#include "base/names.h"
#include "game/evaluator.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_LIMIT = 16 << 20 }; /* bytes of the table of distances */

struct dm_position {
    const dm_arena *arena;
    dm_rules rules;
    bool *taken; /* one per vertex */
    dm_stone *stones;
    int32_t stone_count;
    int32_t stone_room; /* stones of all turns if none is lost */
    int32_t *lost;      /* one per turn: the stones it would have had; 0: not lost */
    int32_t turns_made;
    dmi_tables *tables;        /* of the board */
    const dm_distances *table; /* from there */
    dmi_evaluator *evaluator;
    bool has_no_table; /* the table is too large */
    dm_survey *survey;
};

/* A position without stones, with room for `stones` of them. */
static dm_status make_empty(const dm_arena *arena, const dm_rules *rules, int32_t stones,
                            dm_position **out, dm_error *err)
{
    dm_position *position = dmi_calloc(1, sizeof *position);
    if (!position)
        return dmi_no_memory(err);
    position->arena = arena;
    position->tables = dmi_tables_hold(arena);
    assert(stones >= 0);
    position->stone_room = stones;
    dm_status status = dm_rules_copy(rules, &position->rules, err);
    if (status == DM_OK) {
        position->taken = dmi_calloc((size_t)dm_arena_vertices(arena), sizeof *position->taken);
        position->stones = dmi_alloc((size_t)stones, sizeof *position->stones);
        position->lost = dmi_calloc((size_t)rules->turn_count, sizeof *position->lost);
        if (!position->taken || !position->stones || !position->lost)
            status = dmi_no_memory(err);
    }
    if (status != DM_OK)
        dm_position_free(position);
    else
        *out = position;
    return status;
}

dm_status dm_position_new(const dm_arena *arena, const dm_rules *rules, dm_position **out,
                          dm_error *err)
{
    dm_status status = dm_rules_fit(rules, arena, err);
    return status == DM_OK ? make_empty(arena, rules, (int32_t)rules->stones, out, err) : status;
}

dm_status dm_position_copy(const dm_position *position, dm_position **out, dm_error *err)
{
    dm_position *copy = NULL;
    dm_status status =
        make_empty(position->arena, &position->rules, position->stone_room, &copy, err);
    if (status != DM_OK)
        return status;
    assert(position->stone_count <= copy->stone_room);
    for (int32_t i = 0; i < position->stone_count; i++) {
        copy->stones[i] = position->stones[i];
        copy->taken[position->stones[i].vertex] = true;
    }
    copy->stone_count = position->stone_count;
    copy->turns_made = position->turns_made;
    memcpy(copy->lost, position->lost, (size_t)position->rules.turn_count * sizeof *copy->lost);
    *out = copy;
    return DM_OK;
}

void dm_position_free(dm_position *position)
{
    if (!position)
        return;
    dm_survey_free(position->survey);
    dmi_evaluator_free(position->evaluator);
    dmi_tables_release(position->tables);
    free(position->lost);
    free(position->stones);
    free(position->taken);
    dm_rules_clear(&position->rules);
    free(position);
}

const dm_arena *dm_position_arena(const dm_position *position)
{
    return position->arena;
}

const dm_rules *dm_position_rules(const dm_position *position)
{
    return &position->rules;
}

bool dm_position_is_over(const dm_position *position)
{
    return position->turns_made == position->rules.turn_count;
}

dm_side dm_position_to_move(const dm_position *position)
{
    return dm_position_is_over(position) ? DM_WHITE
                                         : position->rules.turns[position->turns_made].side;
}

int32_t dm_position_stones_to_place(const dm_position *position)
{
    return dm_position_is_over(position) ? 0 : position->rules.turns[position->turns_made].stones;
}

int32_t dm_position_turns_made(const dm_position *position)
{
    return position->turns_made;
}

bool dm_position_was_lost(const dm_position *position, int32_t turn)
{
    return turn >= 0 && turn < position->turns_made && position->lost[turn] > 0;
}

int32_t dm_position_agreed_stones(const dm_position *position, int32_t turn)
{
    assert(turn >= 0 && turn < position->rules.turn_count);
    int32_t lost = position->lost[turn];
    return lost > 0 ? lost : position->rules.turns[turn].stones;
}

bool dm_position_is_free(const dm_position *position, dm_vertex v)
{
    return v >= 0 && v < dm_arena_vertices(position->arena) && !position->taken[v];
}

const dm_stone *dm_position_stones(const dm_position *position, int32_t *count)
{
    *count = position->stone_count;
    return position->stones;
}

dm_vertex dm_position_free_vertices(const dm_position *position, dm_vertex *out)
{
    dm_vertex count = 0;
    dm_vertex n = dm_arena_vertices(position->arena);
    for (dm_vertex v = 0; v < n; v++)
        if (!position->taken[v])
            out[count++] = v;
    return count;
}

static void remove_stone(dm_position *position)
{
    assert(position->stone_count > 0);
    dm_vertex v = position->stones[--position->stone_count].vertex;
    assert(position->taken[v]);
    position->taken[v] = false;
    if (position->evaluator)
        dmi_evaluator_undo(position->evaluator);
}

dm_status dm_position_make(dm_position *position, const dm_vertex *vertices, int32_t count,
                           dm_error *err)
{
    if (dm_position_is_over(position))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    dm_side side = dm_position_to_move(position);
    int32_t wanted = dm_position_stones_to_place(position);
    if (count != wanted)
        return dmi_fail(err, DM_BAD_MOVE, "%s places %d %s this turn, not %d", dm_side_name(side),
                        wanted, dmi_plural(wanted, "stone", "stones"), count);
    dm_status status = DM_OK;
    dm_vertex n = dm_arena_vertices(position->arena);
    int32_t placed = 0;
    for (; status == DM_OK && placed < count; placed += status == DM_OK) {
        dm_vertex v = vertices[placed];
        if (v < 0 || v >= n)
            status = dmi_fail(err, DM_BAD_VERTEX, "vertex %d is not one of 0..%d", v, n - 1);
        else if (position->taken[v])
            status = dmi_fail(err, DM_BAD_VERTEX, "vertex %d is already occupied", v);
        if (status != DM_OK)
            continue;
        assert(position->stone_count < position->stone_room);
        position->stones[position->stone_count++] = (dm_stone){v, (int32_t)side};
        position->taken[v] = true;
        if (position->evaluator)
            dmi_evaluator_place(position->evaluator, side, v);
    }
    if (status != DM_OK) {
        while (placed-- > 0)
            remove_stone(position);
        return status;
    }
    position->turns_made++;
    return DM_OK;
}

dm_status dm_position_pass(dm_position *position, dm_error *err)
{
    if (dm_position_is_over(position))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    dm_turn *turn = &position->rules.turns[position->turns_made];
    position->lost[position->turns_made++] = turn->stones;
    assert(turn->stones > 0 && position->rules.stones >= turn->stones);
    position->rules.stones -= turn->stones;
    turn->stones = 0;
    return DM_OK;
}

dm_status dm_position_undo(dm_position *position, dm_error *err)
{
    if (position->turns_made == 0)
        return dmi_fail(err, DM_BAD_MOVE, "there is no move to take back");
    int32_t last = --position->turns_made;
    dm_turn *turn = &position->rules.turns[last];
    assert(turn->stones <= position->stone_count);
    assert(turn->stones == 0 || position->lost[last] == 0);
    for (int32_t i = 0; i < turn->stones; i++)
        remove_stone(position);
    if (position->lost[last] > 0) {
        turn->stones = position->lost[last];
        position->rules.stones += turn->stones;
        position->lost[last] = 0;
    }
    return DM_OK;
}

dm_status dm_position_dominance(dm_position *position, const dm_dominance **out, dm_error *err)
{
    if (!position->survey) {
        dm_status status = dm_survey_new(position->arena, DM_RELABEL_AUTO, &position->survey, err);
        if (status != DM_OK)
            return status;
    }
    return dm_survey_dominance(position->survey, position->stones, position->stone_count,
                               position->rules.ties, out, err);
}

dm_status dm_position_value(dm_position *position, int64_t *value, dm_error *err)
{
    if (dmi_position_evaluator(position)) {
        *value = dmi_evaluator_value(position->evaluator);
        return DM_OK;
    }
    const dm_dominance *dominance;
    dm_status status = dm_position_dominance(position, &dominance, err);
    if (status == DM_OK)
        *value = dominance->score[DM_WHITE] - dominance->score[DM_BLACK];
    return status;
}

/* Uses its own run, so that the table does not count towards the caller's work limit. */
dm_status dmi_position_prepare(dm_position *position, dm_run *run, dm_error *err)
{
    dm_run *own = NULL;
    if (position->evaluator || position->has_no_table)
        return DM_OK;
    dm_status status = run ? dm_run_new(&own, err) : DM_OK;
    if (status != DM_OK)
        return status;
    if (own)
        dmi_run_follow(own, run);
    bool may_fit = dm_arena_vertices(position->arena) <= DMI_TABLE_VERTICES;
    status = may_fit ? dmi_tables_distances(position->tables, position->arena, TABLE_LIMIT, own,
                                            &position->table, NULL)
                     : DM_TOO_LARGE;
    if (status == DM_OK)
        status = dmi_evaluator_new(position->arena, position->table, position->rules.ties,
                                   position->stone_room, DMI_SIMD_AUTO, &position->evaluator, NULL);
    for (int32_t i = 0; status == DM_OK && i < position->stone_count; i++)
        dmi_evaluator_place(position->evaluator, (dm_side)position->stones[i].player,
                            position->stones[i].vertex);
    if (status != DM_OK) {
        position->table = NULL;
        position->has_no_table = status != DM_STOPPED;
        status = status == DM_STOPPED ? dmi_stopped(own, err) : DM_OK;
    }
    dm_run_free(own);
    return status;
}

dmi_evaluator *dmi_position_evaluator(dm_position *position)
{
    dmi_position_prepare(position, NULL, NULL);
    return position->evaluator;
}

dmi_evaluator *dmi_position_ready_evaluator(const dm_position *position)
{
    return position->evaluator;
}

dmi_tables *dmi_position_tables(const dm_position *position)
{
    return position->tables;
}

const dm_distances *dm_position_distances(const dm_position *position)
{
    return position->table;
}
