/* api_atlas.c - endpoint atlas: solved games, from the tables of data/ that are packed into the
 * program. */
#include "server/call.h"
#include "server/solved_games.h"

#include <stdlib.h>
#include <string.h>

enum { ANY_TABLE, MOST_ROWS = 500, USUAL_ROWS = 50 };

typedef struct atlas_fields {
    int table, winner; /* indices of their choices */
    const char *board;
    int64_t vertices, rounds, per_turn, from, count;
} atlas_fields;

/* clang-format off */
QUESTION_CHOICE(choice_table, "any", "paths", "cycles", "grids", "tori", "complete-trees", "spiders",
                "hypercubes", "trees", "graphs")

static const question_field atlas_table[] = {
    {.name = "table", .type = Q_CHOICE, .choices = choice_table, .at = offsetof(atlas_fields, table),
     .help = "only games of this table"},
    {.name = "winner", .type = Q_CHOICE, .choices = choice_winner_or_any,
     .at = offsetof(atlas_fields, winner), .help = "only games with this outcome"},
    {.name = "board", .type = Q_TEXT, .at = offsetof(atlas_fields, board),
     .help = "only games on this board: a family's name, or graph6"},
    {.name = "vertices", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(atlas_fields, vertices), .help = "only boards of this size"},
    {.name = "rounds", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(atlas_fields, rounds), .help = "only games of so many rounds"},
    {.name = "per_turn", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(atlas_fields, per_turn), .help = "only games with so many stones per turn"},
    {.name = "from", .type = Q_COUNT, .low = 0, .high = INT32_MAX,
     .at = offsetof(atlas_fields, from), .help = "skip so many games"},
    {.name = "count", .type = Q_COUNT, .low = 0, .high = MOST_ROWS, .standard = USUAL_ROWS,
     .at = offsetof(atlas_fields, count), .help = "the most games to list"},
    {0}};
/* clang-format on */

const question fields_of_atlas = {
    .name = "atlas", .fields = atlas_table, .size = sizeof(atlas_fields)};

typedef struct search {
    const atlas_fields *own;
    int64_t games, matched;
    int64_t wins[3]; /* of those matched: White's, ties, Black's */
    json_t *rows, *counts;
} search;

static int64_t number_in(const char *word)
{
    return strtoll(word, NULL, 10);
}

static bool number_fits(int64_t wanted, const char *word)
{
    return wanted == 0 || wanted == number_in(word);
}

/* table,board,vertices,edges,rounds,per_turn,ties,lower,upper,proven */
static void take_game(void *user, const solved_line *one)
{
    search *s = user;
    const atlas_fields *own = s->own;
    const char(*word)[SOLVED_WORD] = one->word;
    int64_t lower = number_in(word[7]), upper = number_in(word[8]);
    int outcome = lower > 0 ? 0 : upper < 0 ? 2 : 1;
    s->games++;
    if ((own->table != ANY_TABLE && strcmp(choice_table(own->table), word[0]) != 0) ||
        (own->board && strcmp(own->board, word[1]) != 0) || !number_fits(own->vertices, word[2]) ||
        !number_fits(own->rounds, word[4]) || !number_fits(own->per_turn, word[5]) ||
        (own->winner && own->winner - 1 != outcome))
        return;
    s->wins[outcome]++;
    if (s->matched++ < own->from || s->matched > own->from + own->count)
        return;
    report_append(&s->rows,
                  json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:I, s:s}", "table", word[0],
                            "board", word[1], "vertices", (json_int_t)number_in(word[2]), "edges",
                            (json_int_t)number_in(word[3]), "rounds",
                            (json_int_t)number_in(word[4]), "per_turn",
                            (json_int_t)number_in(word[5]), "ties", word[6], "value",
                            (json_int_t)lower, "outcome", report_outcome(lower)));
}

/* table,vertices,boards,rounds,per_turn,ties,white,tie,black,unproven */
static void take_count(void *user, const solved_line *one)
{
    search *s = user;
    const atlas_fields *own = s->own;
    const char(*word)[SOLVED_WORD] = one->word;
    if (strcmp(choice_table(own->table), word[0]) != 0 || !number_fits(own->vertices, word[1]) ||
        !number_fits(own->rounds, word[3]) || !number_fits(own->per_turn, word[4]))
        return;
    report_append(
        &s->counts,
        json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "vertices", (json_int_t)number_in(word[1]),
                  "boards", (json_int_t)number_in(word[2]), "rounds",
                  (json_int_t)number_in(word[3]), "per_turn", (json_int_t)number_in(word[4]),
                  "white", (json_int_t)number_in(word[6]), "tie", (json_int_t)number_in(word[7]),
                  "black", (json_int_t)number_in(word[8])));
}

dm_status answer_to_atlas(call *c, report **out, dm_error *err)
{
    search s = {.own = c->task.ask.own, .rows = json_array(), .counts = json_array()};
    (void)err;
    solved_each_line("/games.csv", take_game, &s);
    solved_each_line("/black-wins.csv", take_game, &s);
    solved_each_line("/one-round-black-wins.csv", take_game, &s);
    solved_each_line("/counts.csv", take_count, &s);
    solved_each_line("/one-round.csv", take_count, &s);
    report *r = report_open(true, NULL);
    report_count(r, "games", s.games);
    report_count(r, "matched", s.matched);
    report_count(r, "white", s.wins[0]);
    report_count(r, "tie", s.wins[1]);
    report_count(r, "black", s.wins[2]);
    report_count(r, "from", s.own->from);
    report_json(r, "rows", s.rows);
    report_json(r, "counts", s.counts);
    json_t *list = json_array();
    for (int i = 0; i < dm_atlas_table_count(); i++) {
        const dm_atlas_table *table = dm_atlas_table_at(i);
        if (!table->is_view)
            report_append(&list, json_string(table->name));
    }
    report_json(r, "tables", list);
    *out = r;
    return DM_OK;
}
