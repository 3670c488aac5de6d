/* question_interval_value.c - the exact value of the smallest games on a circle or a segment,
 * beside what the strategies of the text reach. */
#include "base/names.h"
#include "question/questions.h"

#include <string.h>

/* clang-format off */
static const question_field value_fields[] = {
    {.name = "arena", .place = 1, .type = Q_CHOICE, .argument = "ARENA",
     .choices = choice_interval_arena, .required = true, .at = offsetof(interval_fields, arena),
     .help = "where the game is played; its length is 1"},
    {.name = "stones", .type = Q_COUNT, .argument = "N", .low = 1, .high = DM_INTERVAL_STONES,
     .most_asked = 2, .required = true, .at = offsetof(interval_fields, stones), .help = "stones per player"},
    {.name = "min_distance", .type = Q_TEXT, .argument = "Q", .most_asked = 100,
     .at = offsetof(interval_fields, min_distance),
     .help = "the least distance between any two stones, such as 1/30"},
    {.name = "strict", .type = Q_FLAG, .at = offsetof(interval_fields, strict),
     .help = "stones must be farther apart than the least distance"},
    {0}};
/* clang-format on */

static const char *const strategies[] = {"mirror", "keypoint", "line"};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

typedef struct value_found {
    dm_interval *game; /* its rules */
    char *value;
    dm_outcome outcome;
    dm_attack_result *attack[STRATEGIES]; /* NULL: does not play here */
} value_found;

static void value_clear(void *found)
{
    value_found *f = found;
    dm_interval_free(f->game);
    dm_free(f->value);
    for (int i = 0; i < STRATEGIES; i++)
        dm_attack_result_free(f->attack[i]);
}

static dm_status value_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const interval_fields *own = a->own;
    value_found *f = found;
    const dm_interval_rules rules = interval_rules(a);
    (void)shared;
    if (own->strict && !own->min_distance)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s is missing: strict means more than that",
                         ask_label(a, "min_distance"));
    dm_status status = dm_interval_new(&rules, &f->game, err);
    if (status == DM_OK)
        status = dm_interval_solve(&rules, &f->value, &f->outcome, err);
    for (int i = 0; i < STRATEGIES && status == DM_OK; i++) {
        const dm_attack_settings settings = {.grid = DM_GRID_ALL};
        status =
            dm_interval_attack(&rules, strategies[i], &settings, board->run, &f->attack[i], err);
        status = status == DM_UNSUPPORTED ? DM_OK : status; /* it does not play on this arena */
    }
    return status;
}

static dm_status report_strategy(report *r, const char *name, const dm_attack_result *attack,
                                 json_t **list, dm_error *err)
{
    char *lead = NULL;
    dm_status status = dm_interval_measure(attack->worst, DM_LENGTH_LEAD, &lead, err);
    if (status != DM_OK)
        return status;
    const char *sign = dm_interval_outcome(attack->worst) == DM_FIRST_WINS ? "-" : "";
    report_row(r, name, "%s%s in the worst of %lld %s on a grid", sign, lead,
               (long long)attack->games, dmi_plural(attack->games, "game", "games"));
    report_append(list,
                  json_pack("{s:s, s:s+, s:I, s:I}", "player", name, "worst", sign, lead, "games",
                            (json_int_t)attack->games, "not_won", (json_int_t)attack->not_won));
    dm_free(lead);
    return DM_OK;
}

static dm_status value_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const value_found *f = found;
    const char *names[] = {"red", NULL, "blue"};
    const char *words[] = {"Red wins", "a tie", "Blue wins"};
    dm_status status = DM_OK;
    (void)a;
    interval_report_rules(r, dm_interval_rules_of(f->game));
    report_since(r, board->begun);
    report_string(r, "value", f->value);
    report_json(r, "winner",
                f->outcome == DM_TIE ? json_null() : json_string(names[f->outcome + 1]));
    report_row(r, "result", "%s", words[f->outcome + 1]);
    report_flag(r, "proven", true);
    json_t *list = json_array();
    for (int i = 0; i < STRATEGIES && status == DM_OK; i++)
        if (f->attack[i] && f->attack[i]->worst)
            status = report_strategy(r, strategies[i], f->attack[i], &list, err);
    report_json(r, "strategies", list);
    return status;
}

void interval_report_best_answer(report *r, const dm_interval *game)
{
    char *supremum = NULL;
    bool attained = false;
    dm_interval *before = NULL;
    dm_status status = dm_interval_rules_of(game)->all_first ? dm_interval_copy(game, &before, NULL)
                                                             : DM_UNSUPPORTED;
    while (status == DM_OK && dm_interval_count(before) > dm_interval_rules_of(game)->stones)
        status = dm_interval_undo(before, NULL);
    if (status == DM_OK)
        status = dm_interval_best_answer(before, &supremum, &attained, NULL);
    dm_interval_free(before);
    if (status == DM_OK) {
        bool zero = strcmp(supremum, "0") == 0;
        const char *winner = supremum[0] == '-' || (zero && !attained) ? "blue"
                             : zero                                    ? NULL
                                                                       : "red";
        report_row(r, "Red's best", "%s%s: %s", supremum, attained ? "" : ", nearly",
                   !winner          ? "a tie"
                   : *winner == 'r' ? "Red wins"
                                    : "Blue wins");
        report_json(r, "best_answer",
                    json_pack("{s:s, s:b, s:s?}", "supremum", supremum, "attained", (int)attained,
                              "winner", winner));
    }
    dm_free(supremum);
}

const question question_interval_value = {.name = "interval/value",
                                          .fields = value_fields,
                                          .size = sizeof(interval_fields),
                                          .found_size = sizeof(value_found),
                                          .find = value_find,
                                          .report = value_report,
                                          .clear = value_clear};
