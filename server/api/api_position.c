/* api_position.c - positions and games: tries, game, draw. */
#include "game/evaluator.h"
#include "server/call.h"

#include "server/base64.h"

#include <stdlib.h>
#include <string.h>

static dm_status add_tries(call *c, report *r, const dm_stone *stones, int32_t count, dm_side side,
                           dm_error *err)
{
    dm_vertex n = dm_arena_vertices(c->task.board.arena);
    const dm_distances *table = NULL;
    dmi_evaluator *now = NULL;
    bool *taken = calloc((size_t)n + 1, sizeof *taken);
    if (!taken)
        return answer_fail(err, DM_NO_MEMORY, "no memory for %d vertices", n);
    dm_status status = boards_distances(c->api->boards, c->task.board.arena, &table, err);
    if (status == DM_OK)
        status = dmi_evaluator_new(c->task.board.arena, table, (dm_tie_rule)c->task.ask.ties,
                                   (int32_t)count + 1, DMI_SIMD_AUTO, &now, err);
    for (int64_t i = 0; status == DM_OK && i < count; i++) {
        dmi_evaluator_place(now, (dm_side)stones[i].player, stones[i].vertex);
        taken[stones[i].vertex] = true;
    }
    if (status == DM_OK) {
        report_string(r, "side", dm_side_name(side));
        report_count(r, "value", dmi_evaluator_value(now));
        /* the value with one more stone on each vertex; null if it is taken */
        json_t *list = json_array();
        for (dm_vertex v = 0; v < n; v++)
            report_append(&list,
                          taken[v] ? json_null() : json_integer(dmi_evaluator_try(now, side, v)));
        report_json(r, "values", list);
    }
    dmi_evaluator_free(now);
    free(taken);
    return status;
}

typedef struct tries_fields {
    question_stones stones;
    int side; /* a dm_side */
} tries_fields;

/* clang-format off */
static const question_field tries_table[] = {
    QUESTION_STONES(tries_fields), QUESTION_TURNS(tries_fields),
    {.name = "side", .type = Q_CHOICE, .choices = choice_side, .at = offsetof(tries_fields, side),
     .help = "whose stone is added"},
    {0}};
/* clang-format on */

const question fields_of_tries = {
    .name = "tries", .fields = tries_table, .size = sizeof(tries_fields), .common = Q_BOARD};

dm_status answer_to_tries(call *c, report **out, dm_error *err)
{
    const tries_fields *own = c->task.ask.own;
    int32_t count = 0;
    dm_stone *stones = NULL;
    dm_status status =
        ask_stones(&c->task.ask, c->task.board.arena, &own->stones, &stones, &count, err);
    if (status == DM_OK) {
        /* refuses two stones on one vertex, which the evaluator does not check */
        dm_dominance *owned = NULL;
        status = dm_dominance_new(c->task.board.arena, stones, count, (dm_tie_rule)c->task.ask.ties,
                                  &owned, err);
        dm_dominance_free(owned);
    }
    report *r = status == DM_OK ? call_report(c) : NULL;
    if (status == DM_OK) {
        report_stones(r, "white", stones, count, DM_WHITE);
        report_stones(r, "black", stones, count, DM_BLACK);
        status = add_tries(c, r, stones, count, (dm_side)own->side, err);
    }
    free(stones);
    return call_give(r, status, out);
}

typedef struct game_fields {
    call_game_fields game;
    bool write, distances, explain;
} game_fields;

/* clang-format off */
static const question_field game_table[] = {
    CALL_GAME(game_fields),
    {.name = "write", .type = Q_FLAG, .at = offsetof(game_fields, write),
     .help = "add the game's record"},
    {.name = "distances", .type = Q_FLAG, .at = offsetof(game_fields, distances),
     .help = "list the distance of each vertex from its nearest stone"},
    {.name = "explain", .type = Q_FLAG, .at = offsetof(game_fields, explain),
     .help = "list which step of its document each stone is, and the quantities of the position"},
    {0}};
/* clang-format on */

const question fields_of_game = {
    .name = "game", .fields = game_table, .size = sizeof(game_fields), .common = Q_BOARD | Q_MAYBE};

/* The name of a player whose steps have names, and who is quick; otherwise NULL. */
static const char *named_steps(const char *player)
{
    size_t length = strcspn(player, ":");
    for (int i = 0; i < dm_player_count(); i++) {
        const dm_player_info *info = dm_player_at(i);
        if (info->steps && strlen(info->name) == length && strncmp(info->name, player, length) == 0)
            return player;
    }
    return NULL;
}

/* What decided each stone.  This answers at once, so neither large boards nor slow players. */
static dm_status add_trace(call *c, report *r, const call_played *game, dm_error *err)
{
    enum { MOST_VERTICES = 2000, MOST_WORK = 200000 };
    const char *const players[2] = {named_steps(game->players[0]), named_steps(game->players[1])};
    int32_t count;
    dm_vertex n = dm_arena_vertices(dm_position_arena(game->position));
    dm_position_stones(game->position, &count);
    if (n > MOST_VERTICES || (int64_t)n * count > MOST_WORK)
        return answer_fail(err, DM_TOO_LARGE,
                           "'explain': expected at most %d vertices, and %d vertices times stones",
                           (int)MOST_VERTICES, (int)MOST_WORK);
    dm_trace trace = {0};
    dm_status status =
        dm_match_explain(game->position, players, game->seed, c->task.board.run, &trace, err);
    if (status == DM_OK)
        status = answer_board_trace(r, game->position, 0, &trace, err);
    dm_trace_clear(&trace);
    return status;
}

dm_status answer_to_game(call *c, report **out, dm_error *err)
{
    const game_fields *own = c->task.ask.own;
    call_played game;
    report *r = NULL;
    dm_status status = call_game(c, &own->game, &game, err);
    if (status == DM_OK) {
        r = call_report_on(c, game.source, c->task.board.arena, (dm_tie_rule)c->task.ask.ties);
        const dm_dominance *owned = NULL;
        const answer_played played = {.position = game.position,
                                      .players = {game.players[0], game.players[1]},
                                      .seed = game.seed};
        status = answer_game(r, &played, err);
        if (status == DM_OK)
            status = dm_position_dominance(game.position, &owned, err);
        if (status == DM_OK) {
            bool over = dm_position_is_over(game.position);
            report_json(r, "to_move",
                        over ? json_null()
                             : json_string(dm_side_name(dm_position_to_move(game.position))));
            report_count(r, "to_place", dm_position_stones_to_place(game.position));
            /* the turns, as a record lists them */
            const dm_rules *rules = dm_position_rules(game.position);
            json_t *list = json_array();
            for (int32_t i = 0; i < rules->turn_count; i++)
                report_append(&list, json_pack("[s, i]", dm_side_name(rules->turns[i].side),
                                               (int)dm_position_agreed_stones(game.position, i)));
            report_json(r, "turns", list);
            answer_owners(r, owned);
        }
        if (status == DM_OK && own->distances)
            answer_distances(r, owned);
        if (status == DM_OK && own->explain)
            status = add_trace(c, r, &game, err);
        if (status == DM_OK && own->write) {
            char *text = NULL;
            status = dm_record_text(game.position, game.source, game.seed, game.players[0],
                                    game.players[1], &text, err);
            if (status == DM_OK)
                report_json(r, "record", json_loads(text, 0, NULL));
            dm_free(text);
        }
    }
    call_game_clear(&game);
    return call_give(r, status, out);
}

QUESTION_CHOICE(choice_draw_format, "svg", "png")

typedef struct draw_fields {
    question_stones stones;
    picture_fields picture;
    int64_t width, height;
    int format; /* 1: PNG */
} draw_fields;

/* clang-format off */
static const question_field draw_table[] = {
    QUESTION_STONES(draw_fields), QUESTION_TURNS(draw_fields),
    {.name = "width", .type = Q_COUNT, .low = 40, .high = 4000, .at = offsetof(draw_fields, width),
     .help = "pixels; chosen from the board if not given"},
    {.name = "height", .type = Q_COUNT, .low = 40, .high = 4000, .at = offsetof(draw_fields, height),
     .help = "pixels; chosen from the board if not given"},
    QUESTION_PICTURE(draw_fields),
    {.name = "format", .type = Q_CHOICE, .choices = choice_draw_format, .at = offsetof(draw_fields, format),
     .help = "of the picture; PNG is sent as base64"},
    {0}};
/* clang-format on */

const question fields_of_draw = {.name = "draw",
                                 .fields = draw_table,
                                 .size = sizeof(draw_fields),
                                 .common = Q_BOARD | Q_DIRECTION};

dm_status answer_to_draw(call *c, report **out, dm_error *err)
{
    const draw_fields *own = c->task.ask.own;
    const dm_arena *arena = c->task.board.arena;
    const dm_tie_rule ties = (dm_tie_rule)c->task.ask.ties;
    const bool png = own->format == 1;
    dm_picture picture = picture_read(&c->task.ask, &own->picture);
    picture.width = (double)own->width;
    picture.height = (double)own->height;
    report *r = NULL;
    dm_dominance *owned = NULL;
    dm_stone *stones = NULL;
    int32_t count = 0;
    dm_status status = ask_stones(&c->task.ask, arena, &own->stones, &stones, &count, err);
    if (status == DM_OK)
        status = dm_dominance_new(arena, stones, count, ties, &owned, err);
    if (status == DM_OK) {
        r = call_report(c);
        report_stones(r, "white", stones, count, DM_WHITE);
        report_stones(r, "black", stones, count, DM_BLACK);
        report_score(r, owned, 0);
        char *bytes = NULL;
        size_t size = 0;
        status = png ? dm_draw_png(arena, stones, count, ties, &picture, &bytes, &size, err)
                     : dm_draw_svg(arena, stones, count, ties, &picture, &bytes, err);
        char *letters = status == DM_OK && png ? base64_of(bytes, size) : NULL;
        if (status == DM_OK)
            report_json(r, png ? "png" : "svg", json_string(png ? letters : bytes));
        free(letters);
        dm_free(bytes);
    }
    dm_dominance_free(owned);
    free(stones);
    return call_give(r, status, out);
}
