/* oneround.c - what reply and lead share.
 *
 * The answer, which may have taken hours, is printed before files are written: a full disk must not
 * lose it.
 */
#include "oneround.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_among(dm_vertex v, const dm_vertex *list, int32_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (list[i] == v)
            return true;
    return false;
}

typedef struct ending {
    const dm_arena *arena;
    const round_stones *stones;
    dm_stone *laid; /* White's, Black's kept ones, Black's new ones */
    int32_t count;
    dm_dominance *owned;
} ending;

static void clear_ending(ending *e)
{
    dm_dominance_free(e->owned);
    free(e->laid);
}

static void list_stones(const round_stones *s, dm_vertex *black, dm_stone *laid)
{
    for (int32_t i = 0; i < s->kept_count; i++)
        black[i] = s->kept[i];
    for (int32_t i = 0; i < s->black_count; i++)
        black[s->kept_count + i] = s->black[i];
    for (int32_t i = 0; i < s->white_count; i++)
        *laid++ = (dm_stone){s->white[i], DM_WHITE};
    for (int32_t i = 0; i < s->kept_count + s->black_count; i++)
        *laid++ = (dm_stone){black[i], DM_BLACK};
}

static dm_status find_ending(const dm_arena *arena, const dm_terms *terms, const round_stones *s,
                             ending *out, dm_error *err)
{
    int32_t black_count = s->kept_count + s->black_count;
    ending e = {.arena = arena, .stones = s, .count = s->white_count + black_count};
    dm_vertex *black = malloc(((size_t)black_count + 1) * sizeof *black);
    dm_status status;
    e.laid = malloc(((size_t)e.count + 1) * sizeof *e.laid);
    if (black && e.laid) {
        list_stones(s, black, e.laid);
        status = dm_terms_dominance(arena, terms, s->white, s->white_count, black, black_count,
                                    &e.owned, err);
    } else {
        status = answer_fail(err, DM_NO_MEMORY, "no memory for the stones");
    }
    free(black);
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

static const char *stone_word(const round_stones *s, dm_vertex v)
{
    return is_among(v, s->white, s->white_count)   ? "white"
           : is_among(v, s->kept, s->kept_count)   ? "kept"
           : is_among(v, s->black, s->black_count) ? "black"
                                                   : "";
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
            owner_word(e->owned->owner[v]), distance, stone_word(e->stones, v));
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
    const dm_picture picture = {.hide_numbers = true,
                                .caption = e->stones->caption,
                                .seed = cli->ask.seed,
                                .owned = e->owned};
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
                      const dm_terms *terms, const round_stones *stones, report *r, dm_error *err)
{
    paths files = {NULL, NULL};
    ending e = {0};
    dm_status status = find_paths(board, given, &files, err);
    if (status == DM_OK)
        status = print_answer(&files, r, err);
    else
        report_free(r);
    if (status == DM_OK)
        status = find_ending(board->arena, terms, stones, &e, err);
    if (status == DM_OK)
        status = show(cli, &files, &e, given->draw, err);
    clear_ending(&e);
    free(files.csv);
    free(files.output);
    return status;
}
