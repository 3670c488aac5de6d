/* formula_read.c - reads formulas: DIMACS CNF, and positive DNF with one disjunct per line.
 *
 *     c a comment                      # anything after a number sign
 *     p cnf 3 2                        variables 4        optional
 *     1 -2 0                           1 2 4
 *     2 3 0                            3
 *
 * Memory follows the literals read, not the numbers that the file declares.
 */
#include "format/graph/dimacs.h"
#include "format/input.h"
#include "format/scan.h"
#include <demesne/reduce.h>
#include <stdlib.h>

typedef struct {
    dmi_input *in;
    int64_t variables; /* as declared, or the largest so far */
    int64_t clauses;   /* complete so far */
    int32_t *literals; /* every clause ends with 0 */
    size_t count, capacity;
} formula_draft;

/* Reads all lines; DM_OK at the end. */
typedef dm_status formula_lines_fn(formula_draft *d, dm_error *err);

/* A literal, or 0 for the end of a clause. */
static dm_status draft_add_literal(formula_draft *d, int64_t literal, dm_error *err)
{
    if (!dmi_reserve(&d->literals, &d->capacity, d->count + 1, sizeof *d->literals))
        return dmi_no_memory(err);
    d->literals[d->count++] = (int32_t)literal;
    d->clauses += literal == 0;
    return DM_OK;
}

static dm_status check_variables(const formula_draft *d, dm_error *err)
{
    if (d->variables < 1)
        return dmi_bad(d->in, err, "no variables; a formula has at least one");
    if (d->variables > DM_REDUCTION_MAX)
        return dmi_bad(d->in, err, "%lld variables; a formula has at most %d",
                       (long long)d->variables, DM_REDUCTION_MAX);
    return DM_OK;
}

static dm_status read_problem(formula_draft *d, int64_t *declared, dm_error *err)
{
    char *text;
    dm_status status = dmi_dimacs_line(d->in, &text, err);
    if (status == DM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, d->in->name, 0,
                           "no problem line; expected `p cnf VARIABLES CLAUSES`");
    if (status != DM_OK)
        return status;
    const char *at = text;
    bool is_problem = *at == 'p' && dmi_is_blank(at[1]);
    at = dmi_skip_blanks(at + is_problem);
    if (is_problem && strncmp(at, "cnf", 3) == 0 && dmi_is_blank(at[3])) {
        at += 3;
        if (dmi_scan_next(&at, &d->variables) && dmi_scan_next(&at, declared) &&
            dmi_skip_blanks(at) == d->in->line_end)
            return check_variables(d, err);
    }
    return dmi_bad(d->in, err, "expected `p cnf VARIABLES CLAUSES`");
}

/* The literals of one line; clauses may span lines. */
static dm_status read_literals(formula_draft *d, const char *at, dm_error *err)
{
    dm_status status = DM_OK;
    for (at = dmi_skip_blanks(at); status == DM_OK && at != d->in->line_end;
         at = dmi_skip_blanks(at)) {
        const char *word = at;
        int64_t number;
        bool negated = *at == '-';
        at += negated;
        if (!dmi_scan_number(&at, &number) || (negated && number == 0))
            return dmi_bad(d->in, err, "expected literals, with 0 after each clause; found %s",
                           dmi_quote_word(word).text);
        if (number > d->variables)
            return dmi_bad(d->in, err, "literal %s%lld is out of range; the variables are 1..%lld",
                           negated ? "-" : "", (long long)number, (long long)d->variables);
        status = draft_add_literal(d, negated ? -number : number, err);
    }
    return status;
}

static dm_status read_cnf(formula_draft *d, dm_error *err)
{
    int64_t declared = 0;
    char *text;
    dm_status status = read_problem(d, &declared, err);
    while (status == DM_OK && (status = dmi_dimacs_line(d->in, &text, err)) == DM_OK) {
        /* Some collections end their files with a line `%` and a meaningless 0. */
        const char *at = dmi_skip_blanks(text);
        status = *at == '%' && !*dmi_skip_blanks(at + 1) ? DM_END : read_literals(d, text, err);
    }
    if (status != DM_END)
        return status;
    if (d->count > 0 && d->literals[d->count - 1] != 0)
        return dmi_fail_at(err, DM_BAD_INPUT, d->in->name, 0,
                           "the last clause does not end with 0");
    return dmi_dimacs_count(d->in, d->clauses, declared, "clauses", err);
}

static dm_status read_variable(formula_draft *d, const char **at, bool is_declared, dm_error *err)
{
    const char *word = *at;
    int64_t number;
    if (!dmi_scan_number(at, &number) || number == 0)
        return dmi_bad(d->in, err, "expected variable numbers, 1 or more, not negated; found %s",
                       dmi_quote_word(word).text);
    if (is_declared && number > d->variables)
        return dmi_bad(d->in, err, "variable %lld is out of range; the variables are 1..%lld",
                       (long long)number, (long long)d->variables);
    if (number > d->variables)
        d->variables = number;
    dm_status status = check_variables(d, err);
    return status == DM_OK ? draft_add_literal(d, number, err) : status;
}

static dm_status read_dnf(formula_draft *d, dm_error *err)
{
    bool is_declared = false;
    char *text;
    dm_status status = DM_OK;
    while (status == DM_OK && (status = dmi_input_line(d->in, &text, err)) == DM_OK) {
        dmi_input_cut(d->in, text, '#');
        const char *at = dmi_skip_blanks(text);
        if (at == d->in->line_end)
            continue;
        if (!is_declared && d->clauses == 0 && strncmp(at, "variables", 9) == 0) {
            is_declared = true; /* `variables N`, only before the first disjunct */
            at += 9;
            if (!dmi_scan_next(&at, &d->variables) || dmi_skip_blanks(at) != d->in->line_end)
                return dmi_bad(d->in, err, "expected `variables N`, found %s after `variables`",
                               dmi_quote_word(dmi_skip_blanks(at)).text);
            status = check_variables(d, err);
            continue;
        }
        for (; status == DM_OK && at != d->in->line_end; at = dmi_skip_blanks(at))
            status = read_variable(d, &at, is_declared, err);
        if (status == DM_OK)
            status = draft_add_literal(d, 0, err);
    }
    if (status == DM_END && !is_declared && d->clauses == 0)
        return dmi_fail_at(
            err, DM_BAD_INPUT, d->in->name, 0,
            "the formula is empty; expected `variables N` or a disjunct such as `1 2 4`");
    return status == DM_END ? DM_OK : status;
}

static dm_status read_formula(dmi_input *in, formula_lines_fn *lines, dm_formula **out,
                              dm_error *err)
{
    formula_draft d = {.in = in};
    dm_status status = dmi_input_peek(in, err); /* skips a byte-order mark */
    if (status == DM_OK)
        status = lines(&d, err);
    if (status == DM_OK)
        status = dm_formula_new((int32_t)d.variables, d.literals, (int64_t)d.count, out, err);
    free(d.literals);
    return status;
}

static dm_status read_cnf_formula(dmi_input *in, void *out, dm_error *err)
{
    return read_formula(in, read_cnf, out, err);
}

static dm_status read_dnf_formula(dmi_input *in, void *out, dm_error *err)
{
    return read_formula(in, read_dnf, out, err);
}

dm_status dm_cnf_read(const char *path, dm_formula **out, dm_error *err)
{
    return dmi_input_read(path, read_cnf_formula, out, err);
}

dm_status dm_cnf_read_memory(const char *name, const void *bytes, size_t size, dm_formula **out,
                             dm_error *err)
{
    return dmi_input_read_memory(name, bytes, size, read_cnf_formula, out, err);
}

dm_status dm_dnf_read(const char *path, dm_formula **out, dm_error *err)
{
    return dmi_input_read(path, read_dnf_formula, out, err);
}

dm_status dm_dnf_read_memory(const char *name, const void *bytes, size_t size, dm_formula **out,
                             dm_error *err)
{
    return dmi_input_read_memory(name, bytes, size, read_dnf_formula, out, err);
}
