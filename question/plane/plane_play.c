/* plane_play.c - games in the plane: the moves so far, and players that go on. */
#include "question/plane/plane_questions.h"

#include <stdlib.h>
#include <string.h>

#define PLAYERS "random, greedy, grid, row, balanced, monte-carlo, champion, human or cmd:PROGRAM"
#define ASKED   "random, greedy, grid, row, balanced, monte-carlo or champion"

/* clang-format off */
#define PLAYER(side, title, index)                                                                 \
    {.name = side, .type = Q_TEXT, .argument = "P", .most_asked = 200,                             \
     .at = offsetof(plane_play_fields, player) + (index) * sizeof(const char *),                   \
     .help = "who plays " title ": " PLAYERS,                                                      \
     .json_help = "who plays " title ": " ASKED "; nobody: the game waits for a move"}

static const question_field play_fields[] = {
    PLANE_BOARD,
    {.name = "rounds", .type = Q_COUNT, .argument = "N", .low = 1, .high = DM_PLANE_POINTS / 2,
     .most_asked = 100, .at = offsetof(plane_play_fields, rounds), .help = "turns per player"},
    {.name = "per_turn", .type = Q_COUNT, .argument = "K", .low = 1, .high = DM_PLANE_POINTS / 2,
     .most_asked = 100, .standard = 1, .at = offsetof(plane_play_fields, per_turn),
     .help = "points placed per turn; one round of several: --rounds 1 --per-turn K"},
    PLAYER("white", "White, the first to move", 0),
    PLAYER("black", "Black", 1),
    {.name = "min_distance", .type = Q_TEXT, .argument = "Q", .most_asked = 100,
     .at = offsetof(plane_play_fields, min_distance),
     .help = "the least distance between two points, such as 1/20; the game ends when no place is left"},
    {.name = "moves", .type = Q_LIST, .argument = "X,Y;..", .at = offsetof(plane_play_fields, moves),
     .help = "the points so far, in the order of play; pass: a turn that was lost",
     .json_help = "the points so far: [[\"white\",[x,y]],..]; null in place of [x,y]: a turn that was lost"},
    {.name = "turns", .type = Q_COUNT, .in = Q_JSON_ONLY, .low = 0, .high = DM_PLANE_POINTS,
     .standard = DM_PLANE_POINTS, .at = offsetof(plane_play_fields, turns),
     .help = "the most turns to play"},
    {.name = "move_time", .type = Q_COUNT, .argument = "MS", .low = 1, .high = 86400000,
     .most_asked = 10000, .at = offsetof(plane_play_fields, move_time),
     .help = "milliseconds per turn, except for people"},
    PLANE_METRIC,
    {.name = "rule", .type = Q_CHOICE, .argument = "RULE", .choices = choice_plane_rule,
     .at = offsetof(plane_play_fields, rule),
     .help = "nearest site, or gravity: the side with the greatest sum of 1/d^2"},
    {.name = "lattice", .type = Q_COUNT, .argument = "N", .low = 1, .high = DM_PLANE_LATTICE,
     .most_asked = 1000, .standard = 1000, .at = offsetof(plane_play_fields, lattice),
     .help = "for gravity: cells along the longer side of the board"},
    {.name = "preset", .type = Q_CHOICE, .argument = "NAME", .choices = choice_plane_preset,
     .at = offsetof(plane_play_fields, preset),
     .help = "nyu: New York University's contest, rect:1000x1000 with points at least 66 apart, 10 "
             "rounds unless --rounds says otherwise; both orders are played and the scores added"},
    {.name = "record", .type = Q_FILE, .in = Q_WORDS_ONLY, .argument = "FILE", .writes = true,
     .at = offsetof(plane_play_fields, record),
     .help = "write the game, finished or not, for `demesne replay`"},
    QUESTION_SANDBOX_IN(plane_play_fields, Q_WORDS_ONLY),
    {.name = "warm_up", .type = Q_COUNT, .in = Q_WORDS_ONLY, .argument = "MS", .low = 1,
     .high = 86400000, .at = offsetof(plane_play_fields, warm_up),
     .help = "milliseconds that a program may take to start and read the board (default 10000)"},
    {0}};
/* clang-format on */

static void play_clear(void *found)
{
    plane_play_found *f = found;
    for (int i = 0; i < 2; i++) {
        dm_plane_player_free(f->player[i]);
        dm_plane_game_free(f->game[i]);
    }
    dm_plane_board_free(f->board);
    json_decref(f->faults);
}

const char *plane_player_of(const asking *a, int game, int32_t side)
{
    const plane_play_fields *own = a->own;
    return own->player[game == 1 ? 1 - side : side];
}

uint64_t plane_seed_of(const asking *a, int game, int32_t side)
{
    return dm_rng_derive(a->seed, 2 * (uint64_t)game + (uint64_t)side);
}

static dm_status bad_move(asking *a, size_t index, const dm_error *why, dm_error *err)
{
    return answer_fail(err, DM_BAD_MOVE, "%s: point %zu: %s", ask_label(a, "moves"), index + 1,
                       why->message);
}

/* Makes the moves of a text "x,y;pass;x,y". */
static dm_status read_words(asking *a, const char *text, dm_plane_game *game, dm_error *err)
{
    char *copy = strdup(text), *rest = NULL;
    dm_status status = copy ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    size_t index = 0;
    for (char *word = copy ? strtok_r(copy, "; ", &rest) : NULL; word && status == DM_OK;
         word = strtok_r(NULL, "; ", &rest), index++) {
        dm_error why = {0};
        char *comma = strchr(word, ',');
        if (comma)
            *comma = '\0';
        status = comma ? dm_plane_game_place(game, word, comma + 1, &why)
                 : strcmp(word, "pass") == 0
                     ? dm_plane_game_pass(game, &why)
                     : answer_fail(&why, DM_BAD_ARGUMENT, "'%.60s' is no point x,y", word);
        if (status != DM_OK)
            bad_move(a, index, &why, err);
    }
    free(copy);
    return status;
}

/* Makes the moves of a list [["white",["x","y"]],..]. */
static dm_status read_list(asking *a, const json_t *list, dm_plane_game *game, dm_error *err)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *move = json_array_get(list, i), *point = json_array_get(move, 1);
        const char *side = json_string_value(json_array_get(move, 0)), *xy[2];
        const char *due = dm_side_name((dm_side)dm_plane_game_to_move(game));
        char room[2][PLANE_NUMBER];
        dm_error why = {0};
        bool is_lost = json_is_null(point);
        if (json_array_size(move) != 2 || !side || !(is_lost || plane_point_of(point, room, xy)))
            return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: point %zu is not [side, [x, y]]",
                             ask_label(a, "moves"), i + 1);
        if (strcmp(side, due) != 0)
            return ask_blame(a, err, DM_BAD_MOVE, "%s: point %zu is %s's; it is %s's turn",
                             ask_label(a, "moves"), i + 1, side, due);
        dm_status status = is_lost ? dm_plane_game_pass(game, &why)
                                   : dm_plane_game_place(game, xy[0], xy[1], &why);
        if (status != DM_OK)
            return bad_move(a, i, &why, err);
    }
    return DM_OK;
}

/* The fields with those of the preset. */
static dm_status play_fields_of(asking *a, plane_play_fields *own, dm_error *err)
{
    enum { ROUNDS = 10 };
    *own = *(const plane_play_fields *)a->own;
    if (own->preset) {
        if (own->moves.text || own->moves.json || own->record)
            return ask_blame(a, err, DM_BAD_ARGUMENT,
                             "%s plays two whole games: no moves, no record",
                             ask_label(a, "preset"));
        if (!own->on.board && !own->on.polygon.json)
            own->on.board = "rect:1000x1000";
        own->min_distance = own->min_distance ? own->min_distance : "66";
        own->rounds = own->rounds ? own->rounds : ROUNDS;
    }
    if (own->rounds == 0)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s is missing", ask_label(a, "rounds"));
    return DM_OK;
}

dm_status plane_play_start(asking *a, plane_play_found *f, dm_error *err)
{
    plane_play_fields own;
    dm_status status = play_fields_of(a, &own, err);
    if (status == DM_OK)
        status = plane_open_board(a, &own.on, &f->board, err);
    if (status != DM_OK)
        return status;
    const dm_plane_game_rules rules = {.metric = own.on.metric ? DM_MANHATTAN : DM_EUCLID,
                                       .ties = (dm_tie_rule)own.on.ties,
                                       .rounds = (int32_t)own.rounds,
                                       .per_turn = (int32_t)own.per_turn,
                                       .min_distance = own.min_distance,
                                       .rule = (dm_plane_rule)own.rule,
                                       .lattice = (int32_t)own.lattice};
    f->games = own.preset ? 2 : 1;
    for (int i = 0; i < f->games && status == DM_OK; i++)
        status = dm_plane_game_new(f->board, &rules, &f->game[i], err);
    a->wrong_words |= status == DM_BAD_ARGUMENT;
    if (status == DM_OK && own.moves.text)
        status = read_words(a, own.moves.text, f->game[0], err);
    if (status == DM_OK && own.moves.json)
        status = read_list(a, own.moves.json, f->game[0], err);
    return status;
}

/* Players of the library for both sides of a game. */
static dm_status make_players(asking *a, plane_play_found *f, dm_error *err)
{
    for (int32_t side = 0; side < 2; side++) {
        const char *name = plane_player_of(a, f->now, side);
        dm_plane_player_free(f->player[side]);
        f->player[side] = NULL;
        if (!name || strcmp(name, "human") == 0)
            continue;
        dm_status status =
            dm_plane_player_new(name, plane_seed_of(a, f->now, side), &f->player[side], err);
        a->wrong_words |= status == DM_BAD_ARGUMENT;
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

/* Plays on as long as there is a player whose turn it is. */
static dm_status play_find(asking *a, const ask_board *board, void *shared, void *found,
                           dm_error *err)
{
    const plane_play_fields *own = a->own;
    plane_play_found *f = found;
    (void)shared;
    dm_status status = plane_play_start(a, f, err);
    for (f->now = 0; f->now < f->games && status == DM_OK; f->now++) {
        dm_plane_game *game = f->game[f->now];
        status = make_players(a, f, err);
        for (int64_t i = 0; i < own->turns && status == DM_OK && !dm_plane_game_is_over(game);
             i++) {
            dm_plane_player *player = f->player[dm_plane_game_to_move(game)];
            if (!player)
                break;
            status =
                dm_plane_player_turn(player, game, (double)own->move_time / 1000, board->run, err);
        }
    }
    return status;
}

/* [["white",["x","y"]],..]; a lost turn has null. */
static json_t *moves_of(const dm_plane_game *game)
{
    json_t *list = json_array();
    int32_t turns = dm_plane_game_turns_made(game), site = 0;
    turns += dm_plane_game_turn(game, turns).count > 0; /* one that has begun */
    for (int32_t t = 0; t < turns; t++) {
        dm_plane_turn turn = dm_plane_game_turn(game, t);
        const char *side = dm_side_name((dm_side)turn.side);
        for (int32_t i = 0; i < turn.count; i++)
            report_append(&list,
                          json_pack("[s,o]", side, plane_point(dm_plane_game_plane(game), site++)));
        if (turn.is_lost)
            report_append(&list, json_pack("[s,n]", side));
    }
    return list;
}

static void print_moves(report *r, const json_t *moves)
{
    size_t index;
    json_t *move;
    json_array_foreach(moves, index, move)
    {
        const json_t *point = json_array_get(move, 1);
        const char *side = json_string_value(json_array_get(move, 0));
        if (json_is_null(point))
            report_line(r, "%4zu. %s loses the turn", index + 1, side);
        else
            report_line(r, "%4zu. %s  %s, %s", index + 1, side,
                        json_string_value(json_array_get(point, 0)),
                        json_string_value(json_array_get(point, 1)));
    }
}

static json_t *winner_of(int32_t side)
{
    return side < 0 ? json_null() : json_string(dm_side_name((dm_side)side));
}

static void add_result(report *r, const dm_plane_result *result, bool over)
{
    const char *const keys[] = {"white_score", "black_score", "tied", "value"};
    const char *const texts[] = {result->area[0], result->area[1], result->tied, result->value};
    const double sizes[] = {result->size[0], result->size[1], result->tied_size,
                            result->size[0] - result->size[1]};
    for (int i = 0; i < 4; i++)
        plane_report_area(r, keys[i], texts[i], sizes[i]);
    bool won = result->winner >= 0;
    report_json(r, "winner", over ? winner_of(result->winner) : json_null());
    report_row(r, "result", "%s%s",
               !over ? "not finished"
               : won ? dm_side_name((dm_side)result->winner)
                     : "a tie",
               over && won ? " wins" : "");
}

dm_status plane_report_game(report *r, const dm_plane_game *game, dm_error *err)
{
    dm_plane_result result = {0};
    bool over = dm_plane_game_is_over(game);
    json_t *moves = moves_of(game);
    print_moves(r, moves);
    report_json(r, "moves", moves);
    report_json(r, "finished", json_boolean(over));
    if (!over)
        report_row(r, "next", "%s", dm_side_name((dm_side)dm_plane_game_to_move(game)));
    report_json(r, "to_move",
                over ? json_null()
                     : json_string(dm_side_name((dm_side)dm_plane_game_to_move(game))));
    report_json(r, "left", json_integer(dm_plane_game_left(game)));
    dm_status status = dm_plane_game_score(game, NULL, &result, err);
    if (status == DM_OK)
        add_result(r, &result, over);
    dm_plane_result_clear(&result);
    return status;
}

/* One game of a preset as an object. */
static dm_status game_object(const asking *a, const plane_play_found *f, int number,
                             const dm_plane_result *result, json_t **out)
{
    *out = json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:o}", "white", plane_player_of(a, number, 0),
                     "black", plane_player_of(a, number, 1), "moves", moves_of(f->game[number]),
                     "white_score", result->area[0], "black_score", result->area[1], "tied",
                     result->tied, "winner", winner_of(result->winner));
    return *out ? DM_OK : DM_NO_MEMORY;
}

/* Both games, and the scores of the players together: White's of the first game is the player named
 * --white. */
static dm_status report_games(const asking *a, const plane_play_found *f, report *r, dm_error *err)
{
    dm_plane_result sum = {0}, one = {0};
    json_t *list = json_array(), *game = NULL;
    dm_status status = DM_OK;
    for (int i = 0; i < f->games && status == DM_OK; i++) {
        status = dm_plane_game_score(f->game[i], NULL, i == 0 ? &sum : &one, err);
        const dm_plane_result *result = i == 0 ? &sum : &one;
        if (status == DM_OK)
            status = game_object(a, f, i, result, &game);
        if (status != DM_OK)
            break;
        report_line(r, "game %d: White %s, Black %s", i + 1, plane_player_of(a, i, 0),
                    plane_player_of(a, i, 1));
        print_moves(r, json_object_get(game, "moves"));
        report_line(r, "  White %.9g, Black %.9g", result->size[0], result->size[1]);
        report_append(&list, game);
    }
    if (status == DM_OK)
        status = dm_plane_result_add(&sum, &one, true, err);
    report_json(r, "games", list);
    if (status == DM_OK)
        add_result(r, &sum, true);
    dm_plane_result_clear(&sum);
    dm_plane_result_clear(&one);
    return status;
}

static dm_status play_report(const asking *a, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const plane_play_fields *own = a->own;
    const plane_play_found *f = found;
    static const char *const keys[] = {"white_player", "black_player"};
    plane_report_rules(r, f->game[0]);
    for (int s = 0; s < 2; s++)
        if (own->player[s])
            report_string(r, keys[s], own->player[s]);
    dm_status status =
        f->games > 1 ? report_games(a, f, r, err) : plane_report_game(r, f->game[0], err);
    if (f->faults)
        report_json(r, "faults", json_incref(f->faults));
    report_since(r, board->begun);
    return status;
}

const question question_plane_play = {.name = "plane/play",
                                      .fields = play_fields,
                                      .common = Q_SEEDED | Q_TIMED,
                                      .size = sizeof(plane_play_fields),
                                      .found_size = sizeof(plane_play_found),
                                      .find = play_find,
                                      .report = play_report,
                                      .clear = play_clear};
