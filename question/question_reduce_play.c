/* question_reduce_play.c - the formula game G_pos(POS DNF) of Teramoto, Demaine and Uehara's
 * section 5 as it is played, with the board of Theorem 4 beside it. */
#include "question/questions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static dm_status bad_moves(asking *a, const reduce_found *f, dm_error *err)
{
    return ask_blame(
        a, err, DM_BAD_ARGUMENT,
        "%s: expected variables from 1 to %d in the order taken, each once, such as %s",
        ask_label(a, "moves"), f->formula->variables, a->by_words ? "6,8" : "[6,8]");
}

/* False: there is no such variable, or more are given than there are. */
static bool add_move(reduce_found *f, int64_t variable)
{
    reduce_play *p = &f->play;
    if (variable < 1 || variable > f->formula->variables || p->count == f->formula->variables)
        return false;
    p->moves[p->count++] = (int32_t)variable;
    return true;
}

/* `6,8` or [6,8]; whether they fit is checked where they are used. */
static dm_status read_moves(asking *a, question_raw given, reduce_found *f, dm_error *err)
{
    const char *at = given.text && *given.text ? given.text : NULL;
    const json_t *item;
    size_t i;
    while (at) {
        char *end;
        long v = strtol(at, &end, 10);
        if (end == at || (*end && *end != ',') || !add_move(f, v))
            return bad_moves(a, f, err);
        at = *end ? end + 1 : NULL;
    }
    json_array_foreach(given.json, i, item)
    {
        if (!json_is_integer(item) || !add_move(f, json_integer_value(item)))
            return bad_moves(a, f, err);
    }
    return DM_OK;
}

/* Who owns what on the board of the position. */
static dm_status score_board(reduce_found *f, dm_error *err)
{
    reduce_play *p = &f->play;
    dm_stone *stones = calloc((size_t)f->board->variables + 2, sizeof *stones);
    if (!stones)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    p->stone_count = dm_dnf_stones(f->board, p->moves, p->count, f->formula->variables, p->stones);
    for (int32_t i = 0; i < p->stone_count; i++)
        stones[i] = (dm_stone){p->stones[i], i % 2 ? DM_BLACK : DM_WHITE};
    dm_status status =
        dm_dominance_new(f->board->arena, stones, p->stone_count, DM_TIES_NEUTRAL, &p->owned, err);
    free(stones);
    return status;
}

dm_status reduce_play_game(asking *a, dm_run *run, reduce_found *f, dm_error *err)
{
    enum { MOST_ASKED = 14 }; /* variables, by the HTTP API: the game is solved at once */
    const reduce_fields *own = a->own;
    reduce_play *p = &f->play;
    if (!a->by_words && !a->is_local && f->formula->variables > MOST_ASKED)
        return answer_fail(err, DM_TOO_LARGE, "this server plays formulas of at most %d variables",
                           MOST_ASKED);
    size_t n = (size_t)f->formula->variables;
    p->moves = calloc(n + 1, sizeof *p->moves);
    p->after = calloc(n + 1, sizeof *p->after);
    p->stones = calloc(n + 3, sizeof *p->stones);
    if (!p->moves || !p->after || !p->stones)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_status status = read_moves(a, own->moves, f, err);
    p->given = p->count;
    for (int64_t turn = 0; status == DM_OK; turn++) {
        int32_t best = 0;
        status = dm_dnf_choose(f->formula, p->moves, p->count, run, &p->first_wins, p->after, &best,
                               err);
        if (status == DM_BAD_ARGUMENT)
            return bad_moves(a, f, err);
        bool is_human = own->player[p->count % 2] == REDUCE_HUMAN;
        if (status != DM_OK || best == 0 || is_human || turn == own->turns)
            break;
        p->moves[p->count++] = best;
    }
    return status == DM_OK ? score_board(f, err) : status;
}

void reduce_play_clear(reduce_play *p)
{
    dm_dominance_free(p->owned);
    free(p->moves);
    free(p->after);
    free(p->stones);
}

static const char *const sides[] = {"first", "second"};

/* "x6": in text. */
static void report_taken(report *r, const reduce_found *f)
{
    const reduce_play *p = &f->play;
    for (int32_t i = 0; i < p->count; i++)
        report_line(r, "  %3d. %-7s x%-5d %s on %s%s", i + 1, sides[i % 2], p->moves[i],
                    i % 2 ? "Black" : "White", dm_arena_name(f->board->arena, p->stones[i + 2]),
                    i < p->given ? "" : "  (engine)");
}

/* Each disjunct: complete, dead, or how many variables it lacks. */
static void report_disjuncts(report *r, const reduce_found *f)
{
    const dm_formula *dnf = f->formula;
    const reduce_play *p = &f->play;
    json_t *list = json_array();
    for (int32_t i = 0; i < dnf->clause_count; i++) {
        char words[160] = "";
        int missing = 0;
        bool is_dead = false;
        for (int64_t k = dnf->first[i]; k < dnf->first[i + 1]; k++) {
            int32_t at = 0;
            while (at < p->count && p->moves[at] != dnf->literals[k])
                at++;
            missing += at == p->count;
            is_dead |= at < p->count && at % 2 == 1;
            size_t used = strlen(words);
            if (used + 24 < sizeof words)
                snprintf(words + used, sizeof words - used, "%sx%d", used ? " and " : "",
                         dnf->literals[k]);
        }
        const char *state = is_dead ? "dead" : missing ? "open" : "complete";
        report_append(&list, json_pack("{s:s, s:i}", "state", state, "missing", missing));
        if (is_dead || !missing)
            report_row(r, i ? "" : "formula", "%s: %s", words, state);
        else
            report_row(r, i ? "" : "formula", "%s: %d missing", words, missing);
    }
    report_json(r, "disjunct_states", list);
}

void reduce_report_play(report *r, const reduce_found *f)
{
    const dm_formula *dnf = f->formula;
    const reduce_play *p = &f->play;
    bool is_over = p->count == dnf->variables;
    const char *to_move = is_over ? NULL : sides[p->count % 2];
    json_t *moves = json_array(), *after = json_array();
    for (int32_t i = 0; i < p->count; i++)
        report_append(&moves, json_integer(p->moves[i]));
    for (int32_t v = 1; v <= dnf->variables; v++)
        if (p->after[v] != DM_DNF_TAKEN)
            report_append(&after,
                          json_pack("{s:i, s:b}", "variable", v, "first_wins", p->after[v]));
    report_json(r, "moves", moves);
    report_taken(r, f);
    report_json(r, "to_move", to_move ? json_string(to_move) : json_null());
    report_disjuncts(r, f);
    report_flag(r, "first_wins", p->first_wins);
    report_json(r, "after", after);
    json_t *stones = json_array();
    for (int32_t i = 0; i < p->stone_count; i++)
        report_append(&stones, json_pack("[s,i]", i % 2 ? "black" : "white", p->stones[i]));
    report_json(r, "stones", stones);
    report_score(r, p->owned, 0);
    if (is_over) {
        assert(p->first_wins == (dm_dnf_completed(dnf, p->moves, p->count) >= 0));
        report_string(r, "winner", sides[!p->first_wins]);
    } else {
        report_json(r, "winner", json_null());
        report_row(r, "to move", "%s", to_move);
    }
}
