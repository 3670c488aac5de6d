/* test_player_docs.c - docs/PLAYERS.md agrees with the table of players.
 *
 *     test_player_docs --write      writes the page
 */
#include "support/support.h"
#include <demesne/player.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page_name[] = TEST_DATA "/../docs/PLAYERS.md";

static const char head[] =
    "# Players\n"
    "\n"
    "A player chooses moves. It is named `name` or `name:key=value:key=value`:\n"
    "\n"
    "```console\n"
    "$ demesne play colby:30 --rounds 3 --white expectation:depth=2 --black enhanced --json\n"
    "{\"arena\":\"colby:30\",...}\n"
    "```\n"
    "\n"
    "A seed fixes all random choices. In turns of several stones, players choose them one after "
    "the other. A player that cannot\n"
    "play a board is refused before the game begins. If its time is up, a player makes the best "
    "move it has found, at worst the one with the\n"
    "largest immediate gain of a sample. [ALGORITHMS.md](ALGORITHMS.md) proves what `expectation` "
    "computes and describes `champion`.\n"
    "\n"
    "`test_player_docs --write` (`tests/unit/game/test_player_docs.c`) writes this page from "
    "`src/player/players.def`. In costs, n and m are the\n"
    "numbers of vertices and edges.\n";

/* Writes units * 10^-decimals without trailing zeros. */
static void write_number(FILE *to, int64_t units, int decimals)
{
    int64_t whole = 1;
    for (; decimals > 0 && units % 10 == 0; decimals--)
        units /= 10;
    for (int i = 0; i < decimals; i++)
        whole *= 10;
    fprintf(to, "%lld", (long long)(units / whole));
    if (decimals)
        fprintf(to, ".%0*lld", decimals, (long long)(units % whole));
}

static void write_player(FILE *to, const dm_player_info *info)
{
    fprintf(to, "\n## %s\n\nIt %s.\n\nCost per move: %s. Source: %s.\n", info->name, info->help,
            info->cost, info->source);
    if (info->values)
        fprintf(to, "\nValues (`dm_player_values`): %s.\n", info->values);
    if (info->scores)
        fprintf(to, "\nValues (`dm_player_values`), score(v): %s.\n", info->scores);
    if (info->steps)
        fprintf(to, "\nSteps that `--explain` names: `%s`.\n", info->steps);
    if (info->params->key)
        fputs("\n| parameter | default | range | meaning |\n|---|---|---|---|\n", to);
    for (const dm_player_param *param = info->params; param->key; param++) {
        fprintf(to, "| `%s` | ", param->key);
        if (param->choices) {
            size_t first = strcspn(param->choices, "|");
            fprintf(to, "%.*s | %.*s, %s | %s |\n", (int)first, param->choices, (int)first,
                    param->choices, param->choices + first + 1, param->help);
            continue;
        }
        write_number(to, param->value, param->decimals);
        fputs(" | ", to);
        write_number(to, param->least, param->decimals);
        fputs(" .. ", to);
        if (param->most >= INT32_MAX && !param->decimals)
            fputs("any", to);
        else
            write_number(to, param->most, param->decimals);
        fprintf(to, " | %s |\n", param->help);
    }
}

static void write_page(FILE *to)
{
    fputs(head, to);
    for (int i = 0; i < dm_player_count(); i++)
        write_player(to, dm_player_at(i));
}

/* The whole file; freed with free(). */
static char *read_all(FILE *file)
{
    enum { PAGE_MOST = 1 << 20 };
    char *text = calloc(PAGE_MOST, 1);
    assert_non_null(text);
    rewind(file);
    assert_true(fread(text, 1, PAGE_MOST - 1, file) > 0);
    return text;
}

static void the_page_is_up_to_date(void **state)
{
    (void)state;
    FILE *expected = tmpfile(), *page = fopen(page_name, "r");
    assert_non_null(expected);
    assert_non_null(page);
    write_page(expected);
    char *wanted = read_all(expected), *found = read_all(page);
    if (strcmp(wanted, found) != 0)
        fail_msg("docs/PLAYERS.md is out of date; run test_player_docs --write");
    free(wanted);
    free(found);
    fclose(expected);
    fclose(page);
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "--write") == 0) {
        FILE *page = fopen(page_name, "w");
        if (page)
            write_page(page);
        return page && fclose(page) == 0 ? 0 : 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_is_up_to_date)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
