/* oneround.c - what reply and lead share.
 *
 * The answer, which may have taken hours, is printed before files are written: a full disk must not
 * lose it.
 */
#include "oneround.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct ending {
    const dm_arena *arena;
    const round_end *end;
    dm_stone *laid;    /* the sites of all groups */
    const char **word; /* of each vertex with a site, "" of the others */
    int32_t count;
    dm_dominance *owned;
} ending;

static void clear_ending(ending *e)
{
    dm_dominance_free(e->owned);
    free(e->laid);
    free(e->word);
}

static void list_stones(const round_end *end, ending *e)
{
    for (dm_vertex v = 0; v < dm_arena_vertices(e->arena); v++)
        e->word[v] = "";
    for (int g = 0; g < end->groups; g++)
        for (int32_t i = 0; i < end->group[g].sites.count; i++) {
            dm_vertex v = end->group[g].sites.vertex[i];
            e->laid[e->count++] = (dm_stone){v, (int32_t)end->group[g].side};
            e->word[v] = end->word[g];
        }
}

static dm_status find_ending(const dm_arena *arena, const dm_terms *terms, const round_end *end,
                             ending *out, dm_error *err)
{
    ending e = {.arena = arena, .end = end};
    size_t n = (size_t)dm_arena_vertices(arena);
    e.laid = malloc((n + 1) * sizeof *e.laid);
    e.word = malloc((n + 1) * sizeof *e.word);
    dm_status status = e.laid && e.word ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
    if (status == DM_OK) {
        list_stones(end, &e);
        status = dm_terms_dominance(arena, terms, end->group, end->groups, &e.owned, err);
    }
    if (status == DM_OK)
        *out = e;
    else
        clear_ending(&e);
    return status;
}

/* A name in CSV: in quotes if it needs them. */
static void put_name(FILE *to, const char *name)
{
    if (!name || !strpbrk(name, ",\"")) {
        fputs(name ? name : "", to);
        return;
    }
    fputc('"', to);
    for (const char *c = name; *c; c++)
        fputs(*c == '"' ? "\"\"" : (char[2]){*c, 0}, to);
    fputc('"', to);
}

static const char *owner_word(int32_t owner)
{
    return owner >= 0 ? dm_side_name((dm_side)owner) : owner == DM_TIED ? "tied" : "unreached";
}

static void put_row(FILE *to, const ending *e, dm_vertex v)
{
    const dm_point *places = dm_arena_places(e->arena);
    char distance[32] = "";
    if (e->owned->distance[v] >= 0)
        report_units(e->owned->distance[v], dm_arena_decimals(e->arena), distance);
    fprintf(to, "%d,", v);
    put_name(to, dm_arena_name(e->arena, v));
    if (places)
        fprintf(to, ",%.15g,%.15g", places[v].x, places[v].y);
    else
        fputs(",,", to);
    fprintf(to, ",%" PRId64 ",%s,%s,%s\n", dm_value_of(dm_arena_values(e->arena), v),
            owner_word(e->owned->owner[v]), distance, e->word[v]);
}

static dm_status write_table(FILE *to, const void *what, dm_error *err)
{
    const ending *e = what;
    (void)err;
    fputs("vertex,name,x,y,value,owner,distance,stone\n", to);
    for (dm_vertex v = 0; v < e->owned->n; v++)
        put_row(to, e, v);
    return DM_OK;
}

static dm_status draw_file(const cli_call *cli, const ending *e, const char *path, dm_error *err)
{
    const dm_picture picture = {
        .hide_numbers = true, .caption = e->end->caption, .seed = cli->ask.seed, .owned = e->owned};
    return dm_draw_file(e->arena, e->laid, e->count, (dm_tie_rule)cli->ask.ties, &picture, path,
                        err);
}

static dm_status draw_text(const cli_call *cli, const ending *e, dm_error *err)
{
    dm_text form;
    char *text = NULL;
    cli_text_form(stdout, &form);
    form.numbers = form.colour;
    form.owned = e->owned;
    dm_status status =
        dm_draw_text(e->arena, e->laid, e->count, (dm_tie_rule)cli->ask.ties, &form, &text, err);
    if (status == DM_OK)
        fputs(text, stdout);
    dm_free(text);
    return status == DM_OK ? cli_flush(err) : status;
}

typedef struct paths {
    char *csv, *output; /* NULL: not asked for */
} paths;

static dm_status find_paths(const ask_board *board, const round_fields *given, paths *out,
                            dm_error *err)
{
    out->csv = given->csv ? cli_board_path(given->csv, board) : NULL;
    out->output = given->output ? cli_board_path(given->output, board) : NULL;
    bool all = (out->csv || !given->csv) && (out->output || !given->output);
    return all ? DM_OK : answer_fail(err, DM_NO_MEMORY, "out of memory");
}

/* Frees `r`. */
static dm_status print_answer(const paths *files, report *r, dm_error *err)
{
    if (files->csv && strcmp(files->csv, "-") == 0) {
        report_free(r);
        return DM_OK;
    }
    if (files->csv)
        report_string(r, "csv", files->csv);
    if (files->output)
        report_string(r, "file", files->output);
    return report_end(r, err);
}

static dm_status show(const cli_call *cli, const paths *files, const ending *e, bool asked,
                      dm_error *err)
{
    dm_status status = DM_OK;
    bool table_only = files->csv && strcmp(files->csv, "-") == 0;
    if (!table_only && cli_wants_picture(cli, e->arena, asked))
        status = draw_text(cli, e, err);
    if (status == DM_OK && files->csv)
        status = cli_write_file(files->csv, write_table, e, err);
    if (status == DM_OK && files->output)
        status = draw_file(cli, e, files->output, err);
    return status;
}

dm_status round_print(const cli_call *cli, const ask_board *board, const round_fields *given,
                      const dm_terms *terms, const round_end *end, report *r, dm_error *err)
{
    paths files = {NULL, NULL};
    ending e = {0};
    dm_status status = find_paths(board, given, &files, err);
    if (status == DM_OK)
        status = print_answer(&files, r, err);
    else
        report_free(r);
    if (status == DM_OK)
        status = find_ending(board->arena, terms, end, &e, err);
    if (status == DM_OK)
        status = show(cli, &files, &e, given->draw, err);
    clear_ending(&e);
    free(files.csv);
    free(files.output);
    return status;
}
