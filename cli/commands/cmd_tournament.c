/* cmd_tournament.c - `demesne tournament`: many games between players. */
#include "cli.h"
#include "tournament_command.h"
#include "tournament_pages/site.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

static dm_status refuse_words(cli_call *cli, dm_error *err, const char *message)
{
    cli->ask.wrong_words = true;
    return answer_fail(err, DM_BAD_ARGUMENT, "tournament: %s", message);
}

static dm_status read_game_number(cli_call *cli, int32_t *pairing, int64_t *number, dm_error *err)
{
    const tournament_fields *own = cli->ask.own;
    int read = 0;
    if (!own->record != !own->game)
        return refuse_words(cli, err, "--record FILE and --game P,N need each other");
    if (!own->game)
        return DM_OK;
    if (sscanf(own->game, "%9" SCNd32 ",%15" SCNd64 "%n", pairing, number, &read) != 2 ||
        own->game[read] || *pairing < 1 || *number < 1)
        return refuse_words(cli, err,
                            "--game: expected P,N, a pairing and a game of it, both from 1");
    return DM_OK;
}

/* What keeps all records of a pairing. */
typedef struct {
    dm_tournament *tournament;
    const char *folder;
} keeping;

static dm_status keep_one(void *user, const dm_tournament_game *game, dm_error *err)
{
    const keeping *k = user;
    char path[4096];
    int size = snprintf(path, sizeof path, "%s/%d-%" PRId64 ".json", k->folder, game->pairing + 1,
                        game->number + 1);
    if (size < 0 || (size_t)size >= sizeof path)
        return answer_fail(err, DM_BAD_ARGUMENT, "--keep-records: the folder's name is too long");
    return dm_tournament_write_record(k->tournament, game->pairing, game->number, path, err);
}

static dm_status keep_records(dm_tournament *tournament, const char *folder, dm_error *err)
{
    keeping k = {tournament, folder};
    dm_status status = DM_OK;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return answer_fail(err, DM_IO, "%s: %s", folder, strerror(errno));
    for (int32_t i = 0; i < dm_tournament_pairing_count(tournament) && status == DM_OK; i++)
        status = dm_tournament_each_game(tournament, i, keep_one, &k, err);
    return status;
}

/* One tournament from its plan to its tables. */
typedef struct {
    cli_call *cli;
    double begun;
    dm_tournament_plan plan;
    dm_tournament *tournament;
    int32_t pairing; /* of --game */
    int64_t number;
} session;

static dm_status print_results(const session *s, dm_error *err)
{
    const tournament_fields *own = s->cli->ask.own;
    answer_tournament results = {0};
    dm_status status = answer_tournament_read(s->tournament, &s->plan, &results, err);
    if (status == DM_OK)
        status = tournament_print(s->cli, &results, s->begun, err);
    if (status == DM_OK && own->csv)
        status = tournament_write_csv(&results, own->csv, err);
    if (status == DM_OK && own->list)
        status = tournament_write_list(&results, own->list, err);
    answer_tournament_clear(&results);
    if (status == DM_OK && own->keep_records)
        status = keep_records(s->tournament, own->keep_records, err);
    if (status == DM_OK && own->record)
        status = dm_tournament_write_record(s->tournament, s->pairing - 1, s->number - 1,
                                            own->record, err);
    return status;
}

/* Writes the pages of an event; 0: the last one. */
static dm_status write_site(cli_call *cli, int64_t event, dm_error *err)
{
    const tournament_fields *own = cli->ask.own;
    dm_run *run = NULL;
    dm_status status = cli_run_new(cli, &run, err);
    if (status == DM_OK)
        status = site_write(own->db, event, own->html, own->title, own->review_time, run, err);
    cli_run_free(run);
    cli_clear_bar();
    if (status == DM_OK)
        cli_note(cli, "%s/index.html: the results", own->html);
    return status;
}

/* Writes the stored results in the forms that were asked for. */
static dm_status write_stored(cli_call *cli, int64_t event, dm_error *err)
{
    const tournament_fields *own = cli->ask.own;
    dm_status status = own->html ? write_site(cli, event, err) : DM_OK;
    if (status == DM_OK && own->results)
        status = results_write(own->db, own->results, err);
    return status;
}

static dm_status queue_games(const session *s, dm_error *err)
{
    int64_t batches = 0;
    dm_status status = dm_tournament_queue(s->tournament, &batches, err);
    if (status != DM_OK)
        return status;
    report *r = report_new(s->cli, NULL);
    report_line(r, "%" PRId64 " batches queued", batches);
    if (s->cli->json)
        report_count(r, "batches", batches);
    return report_end(r, err);
}

static dm_status play_tournament(const session *s, dm_error *err)
{
    dm_run *run = NULL;
    dm_error lost = {0};
    dm_status status = cli_run_new(s->cli, &run, err);
    if (status != DM_OK)
        return status;
    status = dm_tournament_run(s->tournament, (int)s->cli->ask.threads, run, err);
    cli_run_free(run);
    cli_clear_bar();
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    dm_status printed = print_results(s, &lost);
    if (printed == DM_OK)
        printed = write_stored(s->cli, dm_tournament_event(s->tournament), &lost);
    if (printed != DM_OK) {
        *err = lost;
        return printed;
    }
    return status;
}

static dm_status need_db(cli_call *cli, dm_error *err)
{
    const tournament_fields *own = cli->ask.own;
    if (own->title && !own->html)
        return refuse_words(cli, err, "--title is for --html");
    if (own->db || !(own->queue || own->html || own->results))
        return DM_OK;
    return refuse_words(cli, err,
                        own->queue  ? "--queue needs --db"
                        : own->html ? "--html needs --db"
                                    : "--results needs --db");
}

static dm_status answer_tournament_call(session *s, const tournament_entries *entries,
                                        dm_error *err)
{
    const tournament_fields *own = s->cli->ask.own;
    dm_status status = tournament_make_plan(&s->cli->ask, &s->plan, err);
    s->plan.players = (const char *const *)entries->players;
    s->plan.programs = entries->programs;
    s->plan.player_count = entries->player_count;
    s->plan.pairings = entries->pairings;
    s->plan.pairing_count = entries->pairing_count;
    if (status == DM_OK)
        status = read_game_number(s->cli, &s->pairing, &s->number, err);
    if (status == DM_OK)
        status = need_db(s->cli, err);
    if (status == DM_OK && own->event)
        status = refuse_words(s->cli, err, "--event is for --html without players");
    if (status == DM_OK) {
        status = dm_tournament_open(own->db, &s->plan, &s->tournament, err);
        s->cli->ask.wrong_words = status == DM_BAD_ARGUMENT;
    }
    if (status == DM_OK && dm_tournament_is_repetitive(s->tournament))
        cli_note(s->cli,
                 "%s has fewer boards than the tournament needs: deterministic players "
                 "repeat their games",
                 s->plan.arena);
    if (status == DM_OK && dm_tournament_is_crowded(s->tournament, (int)s->cli->ask.threads))
        cli_note(s->cli,
                 "there are more threads than processor cores: programs wait for each other "
                 "while their clocks run");
    if (status == DM_OK)
        status = own->queue ? queue_games(s, err) : play_tournament(s, err);
    dm_tournament_close(s->tournament);
    return status;
}

/* Whether nothing is to be played. */
static bool only_pages(const cli_call *cli)
{
    const tournament_fields *own = cli->ask.own;
    return (own->html || own->results) && !own->players && !own->players_file && !own->pairs;
}

static int run_tournament(cli_call *cli)
{
    session s = {.cli = cli, .begun = report_clock()};
    tournament_entries entries = {0};
    dm_error err = {0};
    dm_status status = DM_OK;
    if (only_pages(cli)) {
        const tournament_fields *own = cli->ask.own;
        status = need_db(cli, &err);
        if (status == DM_OK)
            status = write_stored(cli, own->event, &err);
        return status == DM_OK ? CLI_DONE : cli_report_failure(cli, status, &err);
    }
    status = tournament_read_entries(cli, &entries, &err);
    if (status == DM_OK)
        status = answer_tournament_call(&s, &entries, &err);
    tournament_clear_entries(&entries);
    return status == DM_OK ? CLI_DONE : cli_report_failure(cli, status, &err);
}

static const char *const more[] = {
    "demesne tournament --preset colby --players greedy,random --games 10 --json",
    "demesne tournament --preset colby --players greedy,random --games 10 --db contest.db",
    "demesne tournament --pairs pairs.txt --arena random-tree:30 --rounds 3 --games 20 --threads 2",
    NULL};

const cli_spec spec_tournament = {
    .names = CLI_PLAYERS,
    .run = run_tournament,
    .question = &question_tournament,
    .operands = {0, 0},
    .more = more,
    .about =
        "Every board is played twice, with the sides swapped, and each game counts; a rate\n"
        "is (wins + ties/2)/games with Wilson's 95 % interval.  Ratings are Bradley and\n"
        "Terry's: their mean is 0, and 400 points more mean ten to one; every player starts with\n"
        "half a game won and half a game lost against an imaginary one of rating 0, so that one\n"
        "who won every game has a rating too.  White and Black are the first-named player's rates\n"
        "with that colour.\n"
        "\n"
        "A player is as in `demesne play`, or cmd:PROGRAM, which speaks the protocol of\n"
        "`demesne bot`.  With --db every game is stored as soon as it ends: if the run is killed,\n"
        "the same command continues and neither loses nor repeats a game.  More games or another\n"
        "player extend the tournament; other boards, rules, seeds or times make another one in "
        "the\n"
        "same file.  See docs/CONTEST.md."};
