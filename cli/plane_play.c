/* plane_play.c - `demesne plane play`: games in the plane between players, programs and people. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 4096 };

typedef struct {
    cli_call *cli;
    plane_play_found *found;
    dm_contestant *contestant[2]; /* by side; NULL: a person, or nobody */
    dm_match_settings settings;
    dm_run *run;
    FILE *talk;
    bool tells, left, ended;
} match;

static const char help_text[] =
    "  1/3,0.25        place a point there; several (0,0 1/2,1) if the turn has several\n"
    "  undo            take back your last turn and the reply to it\n"
    "  score           whose land is whose now\n"
    "  quit            end the game here\n";

static bool is_person(const char *name)
{
    return name && strcmp(name, "human") == 0;
}

static dm_plane_game *game_of(const match *m)
{
    return m->found->game[m->found->now];
}

/* A side with turns left needs a player; moves without any player are a position. */
static dm_status check_players(const match *m, dm_error *err)
{
    const plane_play_fields *own = m->cli->ask.own;
    bool is_position = own->moves.text && !own->player[0] && !own->player[1];
    for (int s = 0; s < 2 && !is_position; s++)
        if (!own->player[s])
            return ask_blame(&m->cli->ask, err, DM_BAD_ARGUMENT,
                             "--%s is missing: a player, cmd:PROGRAM or human",
                             dm_side_name((dm_side)s));
    if (own->preset && (is_person(own->player[0]) || is_person(own->player[1])))
        return ask_blame(&m->cli->ask, err, DM_BAD_ARGUMENT,
                         "--preset is for players and programs");
    return DM_OK;
}

static dm_status make_contestants(match *m, dm_error *err)
{
    for (int32_t s = 0; s < 2; s++) {
        const char *name = plane_player_of(&m->cli->ask, m->found->now, s);
        dm_contestant_free(m->contestant[s]);
        m->contestant[s] = NULL;
        if (!name || is_person(name))
            continue;
        dm_status status = dm_contestant_in_plane(
            name, plane_seed_of(&m->cli->ask, m->found->now, s), &m->contestant[s], err);
        m->cli->ask.wrong_words |= status == DM_BAD_ARGUMENT;
        if (status == DM_OK)
            status = dm_contestant_check_start(m->contestant[s], NULL, &m->settings, m->run, err);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

/* "  3. White 1/2,1/3": a turn that was made. */
static dm_status announce(const match *m, int32_t number, dm_error *err)
{
    const dm_plane *plane = dm_plane_game_plane(game_of(m));
    dm_plane_turn turn = dm_plane_game_turn(game_of(m), number);
    fprintf(m->talk, "%3d. %s ", number + 1, turn.side == DM_WHITE ? "White" : "Black");
    for (int32_t i = turn.first; i < turn.first + turn.count; i++) {
        char *x = NULL, *y = NULL;
        dm_status status = dm_plane_site_place(plane, i, &x, &y, err);
        if (status == DM_OK)
            fprintf(m->talk, " %s,%s", x, y);
        dm_free(x);
        dm_free(y);
        if (status != DM_OK)
            return status;
    }
    fputc('\n', m->talk);
    return DM_OK;
}

static dm_status add_fault(match *m, const dm_turn_report *turn, dm_error *err)
{
    json_t *fault =
        json_pack("{s:s, s:i, s:s, s:s}", "side", dm_side_name(turn->side), "turn", turn->turn,
                  "fault", dm_fault_name(turn->fault), "reason", turn->why.message);
    if (!m->found->faults)
        m->found->faults = json_array();
    report_append(&m->found->faults, fault);
    if (m->tells)
        fprintf(m->talk, "%3d. %s loses the turn (%s): %s\n", turn->turn + 1,
                turn->side == DM_WHITE ? "White" : "Black", dm_fault_name(turn->fault),
                turn->why.message);
    return m->found->faults ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

/* Takes back turns until the person who asked has one turn less. */
static void take_back(const match *m)
{
    dm_plane_game *game = game_of(m);
    int32_t side = dm_plane_game_to_move(game);
    do {
        if (dm_plane_game_undo(game, NULL) != DM_OK)
            fputs("there is nothing to take back\n", m->talk);
    } while (dm_plane_game_turns_made(game) > 0 && dm_plane_game_to_move(game) != side);
}

static dm_status show_score(const match *m, dm_error *err)
{
    dm_plane_result score = {0};
    dm_status status = dm_plane_game_score(game_of(m), m->run, &score, err);
    if (status == DM_OK)
        fprintf(m->talk, "White %.6g, Black %.6g\n", score.size[0], score.size[1]);
    dm_plane_result_clear(&score);
    return status;
}

/* Places the points of one line, up to the first bad one or the end of the turn. */
static void place_words(const match *m, char *words)
{
    dm_plane_game *game = game_of(m);
    int32_t turn = dm_plane_game_turns_made(game);
    char *rest = NULL;
    for (char *word = strtok_r(words, " \t;", &rest); word; word = strtok_r(NULL, " \t;", &rest)) {
        dm_error wrong = {0};
        char *comma = strchr(word, ',');
        dm_status status = DM_OK;
        if (comma)
            *comma = '\0';
        if (!comma)
            status = answer_fail(&wrong, DM_BAD_ARGUMENT, "'%.60s' is no point x,y", word);
        else if (dm_plane_game_turns_made(game) != turn)
            status = answer_fail(&wrong, DM_BAD_MOVE, "this turn has no point left");
        else
            status = dm_plane_game_place(game, word, comma + 1, &wrong);
        if (status != DM_OK) {
            fprintf(m->talk, "%s (type 'help' for help)\n", wrong.message);
            return;
        }
    }
}

static dm_status person_turn(match *m, dm_error *err)
{
    dm_plane_game *game = game_of(m);
    int32_t turn = dm_plane_game_turns_made(game);
    dm_status status = DM_OK;
    while (status == DM_OK && !m->left && !dm_plane_game_is_over(game) &&
           dm_plane_game_turns_made(game) == turn) {
        char line[LINE];
        fprintf(m->talk, "%s", dm_plane_game_to_move(game) == DM_WHITE ? "White" : "Black");
        if (dm_plane_game_left(game) > 1)
            fprintf(m->talk, ", %d points", dm_plane_game_left(game));
        fputs("> ", m->talk);
        fflush(m->talk);
        if (!fgets(line, sizeof line, stdin)) {
            fputc('\n', m->talk);
            m->left = true;
            m->ended = !cli_interrupted();
            break;
        }
        line[strcspn(line, "\r\n")] = 0;
        if (strcmp(line, "quit") == 0)
            m->left = true;
        else if (strcmp(line, "help") == 0)
            fputs(help_text, m->talk);
        else if (strcmp(line, "score") == 0)
            status = show_score(m, err);
        else if (strcmp(line, "undo") == 0)
            take_back(m);
        else
            place_words(m, line);
        if (dm_plane_game_turns_made(game) < turn)
            turn = dm_plane_game_turns_made(game);
    }
    return status;
}

static dm_status play_turn(match *m, dm_error *err)
{
    dm_plane_game *game = game_of(m);
    int32_t turn = dm_plane_game_turns_made(game);
    dm_contestant *mover = m->contestant[dm_plane_game_to_move(game)];
    dm_turn_report made = {.fault = DM_FAULT_NONE};
    if (!mover)
        return person_turn(m, err);
    dm_status status = dm_plane_match_turn(game, mover, &m->settings, m->run, &made, err);
    if (status != DM_OK)
        return status;
    if (made.fault != DM_FAULT_NONE)
        return add_fault(m, &made, err);
    return m->tells ? announce(m, turn, err) : DM_OK;
}

static dm_status play_games(match *m, dm_error *err)
{
    const plane_play_fields *own = m->cli->ask.own;
    plane_play_found *f = m->found;
    bool has_players = own->player[0] || own->player[1];
    dm_status status = DM_OK;
    for (int i = 0; i < f->games && status == DM_OK && !m->left; i++) {
        f->now = i;
        status = make_contestants(m, err);
        while (status == DM_OK && has_players && !m->left && !cli_interrupted() &&
               !dm_plane_game_is_over(f->game[i]))
            status = play_turn(m, err);
    }
    if (status == DM_OK && own->record)
        status = dm_plane_record_write(f->game[0], m->cli->ask.seed,
                                       own->player[0] ? own->player[0] : "",
                                       own->player[1] ? own->player[1] : "", own->record, err);
    return status;
}

int plane_play(cli_call *cli)
{
    const plane_play_fields *own = cli->ask.own;
    plane_play_found found = {0};
    dm_error err = {0};
    bool people = is_person(own->player[0]) || is_person(own->player[1]);
    match m = {.cli = cli,
               .found = &found,
               .settings = {.move_seconds = (double)own->move_time / 1000,
                            .start_seconds = (double)own->warm_up / 1000,
                            .sandbox = sandbox_of(&own->sandbox)},
               .talk = cli->json ? stderr : stdout,
               .tells = !cli->quiet && people};
    ask_task task = {.board = {.begun = report_clock()}, .found = &found};
    dm_status status = plane_play_start(&cli->ask, &found, &err);
    if (status == DM_OK)
        status = check_players(&m, &err);
    if (status == DM_OK)
        status = cli_run_new(cli, &m.run, &err);
    if (status == DM_OK)
        status = play_games(&m, &err);
    task.ask = cli->ask;
    if (status == DM_OK)
        status = ask_task_report(&task, cli->json, &err);
    if (task.report)
        status = cli_print_answer(cli, &task, &err);
    if (status == DM_OK && m.ended)
        status = answer_fail(&err, DM_BAD_INPUT, "the input ended before the game did");
    if (status == DM_OK && cli_interrupted())
        status = answer_fail(&err, DM_STOPPED, "interrupted");
    cli_run_free(m.run);
    dm_contestant_free(m.contestant[0]);
    dm_contestant_free(m.contestant[1]);
    cli->ask.about->clear(&found);
    return cli_report_failure(cli, status, &err);
}

int plane_replay(cli_call *cli, const char *path)
{
    dm_plane_record *record = NULL;
    dm_error err = {0};
    double begun = report_clock();
    dm_status status = dm_plane_record_read(path, &record, &err);
    if (status == DM_OK) {
        report *r = report_new(cli, NULL);
        plane_report_rules(r, record->game);
        report_string(r, "white_player", record->player[DM_WHITE]);
        report_string(r, "black_player", record->player[DM_BLACK]);
        status = plane_report_game(r, record->game, &err);
        report_since(r, begun);
        if (status == DM_OK)
            status = report_end(r, &err);
        else
            report_free(r);
    }
    dm_plane_record_free(record);
    return cli_report_failure(cli, status, &err);
}
