/* dimacs.c - common to the DIMACS formats: `c` comments and the `p` line. */
#include "format/graph/dimacs.h"

#include "format/scan.h"

dm_status dmi_dimacs_line(dmi_input *in, char **text, dm_error *err)
{
    dm_status status;
    while ((status = dmi_input_line(in, text, err)) == DM_OK) {
        const char *at = dmi_skip_blanks(*text);
        bool is_comment = *at == 'c' && (!at[1] || dmi_is_blank(at[1]));
        if (at != in->line_end && !is_comment)
            return DM_OK;
    }
    return status;
}

/* Whether the word at `at` is one of `kinds`. */
static bool is_one_of(const char *at, const char *kinds)
{
    size_t size = (size_t)(dmi_skip_word(at) - at);
    for (; *kinds; kinds = dmi_skip_blanks(dmi_skip_word(kinds)))
        if ((size_t)(dmi_skip_word(kinds) - kinds) == size && strncmp(at, kinds, size) == 0)
            return true;
    return false;
}

dm_status dmi_dimacs_problem(dmi_parsed *board, const char *kinds, int64_t *links, dm_error *err)
{
    dmi_input *in = board->in;
    int first = (int)(dmi_skip_word(kinds) - kinds);
    char *text;
    dm_status status = dmi_dimacs_line(in, &text, err);
    if (status == DM_END)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                           "no problem line; expected `p %.*s VERTICES %s`", first, kinds,
                           first == 2 ? "ARCS" : "EDGES");
    if (status != DM_OK)
        return status;
    const char *at = text;
    int64_t n;
    bool is_problem = *at == 'p' && dmi_is_blank(at[1]);
    at = dmi_skip_blanks(at + is_problem);
    if (is_problem && is_one_of(at, kinds)) {
        at = dmi_skip_word(at);
        if (dmi_scan_next(&at, &n) && dmi_scan_next(&at, links) &&
            dmi_skip_blanks(at) == in->line_end)
            return dmi_parsed_vertices(board, n, err);
    }
    return dmi_bad(in, err, "expected `p %.*s VERTICES %s`", first, kinds,
                   first == 2 ? "ARCS" : "EDGES");
}

dm_status dmi_dimacs_count(const dmi_input *in, int64_t found, int64_t declared, const char *what,
                           dm_error *err)
{
    if (found == declared)
        return DM_OK;
    return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "the `p` line declares %lld %s; found %lld",
                       (long long)declared, what, (long long)found);
}
