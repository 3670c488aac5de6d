/* formula_play.c - `demesne reduce dnf --play` with a person, or a script on a pipe: asks for
 * variables, then answers the question with all that were taken. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 4096 };

typedef struct formula_match {
    const reduce_fields *own;
    FILE *talk;
    dm_run *run;
    dm_formula *dnf;
    int32_t *taken, count;
    signed char *after;
    bool has_left, has_ended;
} formula_match;

static const char *const sides[] = {"first", "second"};

/* What a line of the person's asks for; true once a variable was taken or the game left. */
static bool answer_line(formula_match *m, char *line, int32_t best, bool first_wins)
{
    char *end;
    line[strcspn(line, "\r\n")] = 0;
    const char *word = *line == 'x' ? line + 1 : line;
    long v = strtol(word, &end, 10);
    if (strcmp(line, "quit") == 0)
        return m->has_left = true;
    if (strcmp(line, "undo") == 0) {
        m->count -= m->count >= 2 ? 2 : 0; /* the last of each player, so that the same one moves */
        return true;
    }
    if (strcmp(line, "hint") == 0)
        fprintf(m->talk, "x%d; with best play the first player %s\n", best,
                first_wins ? "wins" : "does not win");
    else if (end == word || *end)
        fputs("a free variable, such as 3; or hint, undo (your last and the reply to it), quit\n",
              m->talk);
    else if (v < 1 || v > m->dnf->variables || m->after[v] == DM_DNF_TAKEN)
        fprintf(m->talk, "x%ld is not free\n", v);
    else {
        m->taken[m->count++] = (int32_t)v;
        return true;
    }
    return false;
}

static void ask_person(formula_match *m, int32_t best, bool first_wins)
{
    char line[LINE];
    bool is_done = false;
    while (!is_done) {
        fprintf(m->talk, "%s player, free:", sides[m->count % 2]);
        for (int32_t v = 1; v <= m->dnf->variables; v++)
            if (m->after[v] != DM_DNF_TAKEN)
                fprintf(m->talk, " x%d", v);
        fputs("> ", m->talk);
        fflush(m->talk);
        if (!fgets(line, sizeof line, stdin)) {
            fputc('\n', m->talk);
            m->has_left = m->has_ended = true;
            return;
        }
        is_done = answer_line(m, line, best, first_wins);
    }
}

static dm_status play_match(formula_match *m, dm_error *err)
{
    while (!m->has_left && !cli_interrupted()) {
        int32_t best = 0;
        bool first_wins = false;
        dm_status status =
            dm_dnf_choose(m->dnf, m->taken, m->count, m->run, &first_wins, m->after, &best, err);
        if (status != DM_OK || best == 0)
            return status;
        if (m->own->player[m->count % 2] == REDUCE_HUMAN) {
            ask_person(m, best, first_wins);
            continue;
        }
        fprintf(m->talk, "%s player takes x%d\n", sides[m->count % 2], best);
        m->taken[m->count++] = best;
    }
    return DM_OK;
}

/* The variables taken as --moves reads them. */
static char *moves_text(const formula_match *m)
{
    char *text = malloc((size_t)m->count * 12 + 1), *at = text;
    if (!text)
        return NULL;
    *at = 0;
    for (int32_t i = 0; i < m->count; i++)
        at += snprintf(at, 12, "%s%d", i ? "," : "", m->taken[i]);
    return text;
}

int formula_play(cli_call *cli)
{
    reduce_fields *own = cli->ask.own;
    bool has_person = own->player[0] == REDUCE_HUMAN || own->player[1] == REDUCE_HUMAN;
    if (!own->plays || !has_person || own->moves.text)
        return cli_answer_once(cli);
    formula_match m = {.own = own, .talk = cli->json ? stderr : stdout};
    dm_error err = {0};
    char *text = NULL;
    dm_status status = dm_dnf_read(own->file, &m.dnf, &err);
    if (status == DM_OK)
        status = cli_run_new(cli, &m.run, &err);
    if (status == DM_OK) {
        m.taken = calloc((size_t)m.dnf->variables + 1, sizeof *m.taken);
        m.after = calloc((size_t)m.dnf->variables + 1, sizeof *m.after);
        status = m.taken && m.after ? play_match(&m, &err)
                                    : answer_fail(&err, DM_NO_MEMORY, "out of memory");
    }
    if (status == DM_OK && !(text = moves_text(&m)))
        status = answer_fail(&err, DM_NO_MEMORY, "out of memory");
    int exit = status == DM_OK ? CLI_DONE : cli_report_failure(cli, status, &err);
    if (status == DM_OK) {
        own->moves.text = text;
        exit = cli_answer_once(cli);
        own->moves.text = NULL;
    }
    if (status == DM_OK && m.has_ended) {
        status = answer_fail(&err, DM_BAD_INPUT, "the input ended before the game did");
        exit = cli_worse(exit, cli_report_failure(cli, status, &err));
    }
    cli_run_free(m.run);
    dm_formula_free(m.dnf);
    free(m.taken);
    free(m.after);
    free(text);
    return exit;
}
