/* lines_generate.c - `demesne lines generate`: levels made at random, of a wanted difficulty. */
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* "gabriel:20" into a kind and a number. */
static dm_status read_kind(const char *text, dm_level_wish *wish, dm_error *err)
{
    char name[16];
    size_t size = strcspn(text, ":");
    char *end = NULL;
    if (size < sizeof name && text[size]) {
        memcpy(name, text, size);
        name[size] = '\0';
        dm_status status = dm_level_kind_parse(name, &wish->kind, err);
        if (status != DM_OK)
            return status;
        errno = 0;
        long vertices = strtol(text + size + 1, &end, 10);
        if (end != text + size + 1 && !*end && !errno && vertices > 0 && vertices <= INT32_MAX) {
            wish->vertices = (int32_t)vertices;
            return DM_OK;
        }
    }
    return answer_fail(
        err, DM_BAD_ARGUMENT,
        "generate %.60s: expected KIND:VERTICES such as grid:20, gabriel:20 or tree:20", text);
}

/* "1/100-1/20" into two ratios. */
static dm_status read_share(const char *text, dm_level_wish *wish, dm_error *err)
{
    char low[64];
    size_t size = text ? strcspn(text, "-") : 0;
    if (!text)
        return DM_OK;
    if (size > 0 && size < sizeof low && text[size]) {
        memcpy(low, text, size);
        low[size] = '\0';
        if (dm_ratio_parse(low, &wish->low, NULL) == DM_OK &&
            dm_ratio_parse(text + size + 1, &wish->high, NULL) == DM_OK)
            return DM_OK;
    }
    return answer_fail(err, DM_BAD_ARGUMENT,
                       "--share %.60s: expected A-B such as 0.01-0.1 or 1/100-1/10", text);
}

static dm_status read_wish(const cli_call *cli, dm_level_wish *wish, dm_error *err)
{
    const lines_options *options = cli->ask.own;
    *wish = (dm_level_wish){.players = (int32_t)options->players,
                            .sites = (int32_t)options->sites,
                            .whole = options->whole,
                            .unique = options->unique,
                            .tries = options->tries,
                            .low = {0, 1},
                            .seed = cli->ask.seed};
    const answer_level own = {.ties = (dm_line_ties)options->ties};
    wish->ask = lines_ask(cli, &own);
    if (options->player)
        return answer_fail(err, DM_BAD_ARGUMENT,
                           "in a level that is made red is to move: no --player");
    dm_status status = read_kind(cli->operands[1], wish, err);
    return status == DM_OK ? read_share(options->share, wish, err) : status;
}

static dm_status tell(cli_call *cli, const answer_level *own, const dm_level_wish *wish,
                      const dm_line_odds *odds, dm_error *err)
{
    const lines_options *options = cli->ask.own;
    report *r = answer_level_open(cli->json, own, own->level);
    dm_status status = answer_lines_made(r, own, wish, odds, err);
    if (status != DM_OK) {
        report_free(r);
        return status;
    }
    report_string(r, "written", options->to);
    return lines_end(r, cli, own, err);
}

dm_status lines_generate(cli_call *cli, dm_error *err)
{
    const lines_options *options = cli->ask.own;
    answer_level own = {
        .source = cli->operands[1], .ties = (dm_line_ties)options->ties, .begun = report_clock()};
    dm_level_wish wish;
    dm_line_odds *odds = NULL;
    cli->ask.wrong_words = true; /* a wish that cannot be met is too */
    dm_status status = read_wish(cli, &wish, err);
    if (status == DM_OK)
        status = cli_run_new(cli, &own.run, err);
    if (status == DM_OK)
        status = dm_level_generate(&wish, own.run, &own.level, &odds, err);
    cli->ask.wrong_words = status != DM_OK;
    if (status == DM_OK) {
        own.player = own.level->me;
        status = lines_draw(cli, &own, NULL, 0, NULL, err);
    }
    if (status == DM_OK)
        status = lines_put_level(cli, own.level, err);
    if (status == DM_OK && lines_to_file(cli))
        status = tell(cli, &own, &wish, odds, err);
    dm_line_odds_free(odds);
    dm_level_free(own.level);
    cli_run_free(own.run);
    return status;
}
