/* atlas_packed.c - `demesne atlas show` without a database: the tables of data/ that are packed
 * into the program.
 *
 * Families have every game there.  Of trees and graphs there are counts by size and rounds, and
 * the games that Black wins; small boards have their games besides, which the counts include. */
#include "atlas_command.h"
#include "server/solved_games.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const dm_atlas_plan *plan;
    dm_atlas_game_fn *each;
    void *user;
    dm_status status;
    dm_error err;
} game_reader;

static int64_t number_in(const char *word)
{
    return strtoll(word, NULL, 10);
}

/* Whether a number is within low..high; high 0: no limit. */
static bool is_within(int64_t number, int32_t low, int32_t high)
{
    return number >= low && (high == 0 || number <= high);
}

/* Whether the paper leaves a game on "tree:K,H" open. */
static bool is_open(const char *board, int32_t rounds)
{
    char *end = NULL;
    const char *numbers = strchr(board, ':');
    dm_tree_theory theory;
    if (!numbers)
        return false;
    long k = strtol(numbers + 1, &end, 10), height = *end ? strtol(end + 1, NULL, 10) : 0;
    return dm_tree_theory_init((int32_t)k, (int32_t)height, rounds, &theory, NULL) == DM_OK &&
           !theory.is_settled;
}

static bool is_asked(const dm_atlas_plan *plan, const solved_line *one, int size, int rounds)
{
    bool is_view = strcmp(plan->table, "open-trees") == 0;
    const char *table = is_view ? "complete-trees" : plan->table;
    int32_t per_turn = plan->per_turn ? plan->per_turn : 1;
    return strcmp(table, one->word[0]) == 0 &&
           is_within(number_in(one->word[size]), plan->min_vertices, plan->max_vertices) &&
           is_within(number_in(one->word[rounds]), plan->min_rounds, plan->max_rounds) &&
           number_in(one->word[rounds + 1]) == per_turn &&
           strcmp(one->word[rounds + 2], dm_tie_rule_name(plan->ties)) == 0 &&
           (!is_view || is_open(one->word[1], (int32_t)number_in(one->word[rounds])));
}

static void take_game(void *user, const solved_line *one)
{
    game_reader *r = user;
    const char(*word)[SOLVED_WORD] = one->word;
    if (r->status != DM_OK || !is_asked(r->plan, one, 2, 4))
        return;
    const dm_atlas_game game = {.table = r->plan->table,
                                .board = word[1],
                                .form = word[1],
                                .vertices = (int32_t)number_in(word[2]),
                                .edges = number_in(word[3]),
                                .rounds = (int32_t)number_in(word[4]),
                                .per_turn = (int32_t)number_in(word[5]),
                                .ties = r->plan->ties,
                                .proven = number_in(word[9]) != 0,
                                .lower = number_in(word[7]),
                                .upper = number_in(word[8])};
    r->status = r->each(r->user, &game, &r->err);
}

static bool is_all_boards(const char *table)
{
    return !dm_atlas_table_find(table)->is_family && !dm_atlas_table_find(table)->is_view;
}

dm_status atlas_packed_each(const dm_atlas_plan *plan, dm_atlas_game_fn *each, void *user,
                            dm_error *err)
{
    game_reader r = {.plan = plan, .each = each, .user = user, .status = DM_OK};
    if (is_all_boards(plan->table)) {
        solved_each_line("/black-wins.csv", take_game, &r);
        solved_each_line("/one-round-black-wins.csv", take_game, &r);
    } else {
        solved_each_line("/games.csv", take_game, &r);
    }
    return r.status == DM_OK ? DM_OK : answer_fail(err, r.status, "%s", r.err.message);
}

bool atlas_is_counted(const atlas_query *query)
{
    return !query->atlas && is_all_boards(query->plan.table);
}

enum { MOST_ROUNDS = 64 };

typedef struct {
    const atlas_query *query;
    atlas_size_fn *each;
    void *user;
    dm_status status;
    dm_error err;
} count_reader;

static void take_counts(void *user, const solved_line *one)
{
    count_reader *r = user;
    const char(*word)[SOLVED_WORD] = one->word;
    atlas_count counts[MOST_ROUNDS + 1] = {{0}};
    int64_t rounds = number_in(word[3]);
    atlas_winner winner = r->query->winner;
    if (r->status != DM_OK || rounds > MOST_ROUNDS || !is_asked(&r->query->plan, one, 1, 3))
        return;
    counts[rounds] = (atlas_count){
        .white = winner == ATLAS_ANY || winner == ATLAS_WHITE ? number_in(word[6]) : 0,
        .tie = winner == ATLAS_ANY || winner == ATLAS_TIE ? number_in(word[7]) : 0,
        .black = winner == ATLAS_ANY || winner == ATLAS_BLACK ? number_in(word[8]) : 0,
        .unproven = winner == ATLAS_ANY ? number_in(word[9]) : 0};
    if (atlas_count_sum(&counts[rounds]) == 0)
        return;
    const atlas_size size = {.vertices = (int32_t)number_in(word[1]),
                             .boards = number_in(word[2]),
                             .max_rounds = (int32_t)rounds,
                             .by_rounds = counts,
                             .is_complete = true};
    r->status = r->each(r->user, &size, &r->err);
}

dm_status atlas_packed_counts(const atlas_query *query, atlas_size_fn *each, void *user,
                              dm_error *err)
{
    count_reader r = {.query = query, .each = each, .user = user, .status = DM_OK};
    solved_each_line(query->plan.per_turn > 1 ? "/one-round.csv" : "/counts.csv", take_counts, &r);
    return r.status == DM_OK ? DM_OK : answer_fail(err, r.status, "%s", r.err.message);
}
