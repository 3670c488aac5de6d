/* cmd_draw.c - `demesne draw`: pictures, as files or in the terminal. */
#include "cli.h"

#include <stdlib.h>

typedef struct {
    question_stones stones;
    picture_fields picture;
    const char *output, *size;
    int64_t rounds; /* 0: no key level is marked */
} own_options;

/* The key level of --rounds on a complete tree; empty without --rounds. */
typedef struct {
    dm_vertex *vertices;
    int32_t count;
    char label[32], caption[160];
} key_level;

/* clang-format off */
static const question_field fields[] = {
    {.name = "output", .letter = 'o', .argument = "FILE", .type = Q_FILE,
     .writes = true, .endings = QUESTION_PICTURES,
     .at = offsetof(own_options, output),
     .help = "write FILE.svg, FILE.png or FILE.pdf (default: draw with characters)"},
    QUESTION_STONES(own_options), QUESTION_TURNS(own_options),
    QUESTION_PICTURE(own_options),
    {.name = "size", .argument = "WxH", .type = Q_TEXT, .at = offsetof(own_options, size),
     .help = "pixels (points in PDF), or characters; 0: chosen from the board"},
    {.name = "rounds", .argument = "N", .type = Q_COUNT, .low = 1, .high = INT32_MAX,
     .at = offsetof(own_options, rounds),
     .help = "mark the key level of N rounds on a complete k-ary tree"},
    {0}};
/* clang-format on */

/* "640x480" into two numbers; both stay as they are without --size. */
static dm_status read_size(cli_call *cli, int *width, int *height, dm_error *err)
{
    const own_options *own = cli->ask.own;
    char *end = NULL;
    if (!own->size)
        return DM_OK;
    long wide = strtol(own->size, &end, 10), high = -1;
    if (end != own->size && (*end == 'x' || *end == 'X')) {
        const char *second = end + 1;
        high = strtol(second, &end, 10);
        if (end == second || *end)
            high = -1;
    }
    if (wide < 0 || high < 0 || wide > 20000 || high > 20000) {
        cli->ask.wrong_words = true;
        return answer_fail(err, DM_BAD_ARGUMENT,
                           "--size %s; expected WIDTHxHEIGHT, each at most 20000, e.g. 640x480",
                           own->size);
    }
    *width = (int)wide;
    *height = (int)high;
    return DM_OK;
}

/* `out->vertices` is the caller's to free. */
static dm_status find_key_level(const cli_call *cli, const dm_arena *arena, key_level *out,
                                dm_error *err)
{
    const own_options *own = cli->ask.own;
    dm_complete_tree tree = {0};
    dm_tree_theory plan;
    if (own->rounds == 0)
        return DM_OK;
    dm_status status = dm_complete_tree_init(arena, &tree, err);
    if (status == DM_OK)
        status = dm_tree_theory_init(tree.children, tree.height, (int32_t)own->rounds, &plan, err);
    if (status == DM_OK) {
        out->vertices = malloc((size_t)plan.key_vertices * sizeof *out->vertices);
        if (out->vertices) {
            dm_vertex from = dm_tree_level_begin(&plan, plan.key_level);
            out->count = (int32_t)plan.key_vertices;
            for (int32_t i = 0; i < out->count; i++)
                out->vertices[i] = tree.vertex[from + i];
            snprintf(out->label, sizeof out->label, "key level h = %d", plan.key_level);
            answer_tree_caption(&plan, out->caption, sizeof out->caption);
        } else {
            status = answer_fail(err, DM_NO_MEMORY, "out of memory");
        }
    }
    dm_complete_tree_clear(&tree);
    return status;
}

static const char *caption_of(const cli_call *cli, const key_level *key)
{
    const own_options *own = cli->ask.own;
    return own->picture.caption ? own->picture.caption : key->count ? key->caption : NULL;
}

static dm_status draw_file(cli_call *cli, const ask_board *board, const dm_stone *stones,
                           int32_t count, const key_level *key, const char *path, dm_error *err)
{
    const own_options *own = cli->ask.own;
    int width = 0, height = 0;
    dm_status status = read_size(cli, &width, &height, err);
    if (status != DM_OK)
        return status;
    dm_picture picture = picture_read(&cli->ask, &own->picture);
    picture.width = width;
    picture.height = height;
    picture.caption = caption_of(cli, key);
    picture.marked = key->vertices;
    picture.marked_count = key->count;
    picture.marked_label = key->label;
    status =
        dm_draw_file(board->arena, stones, count, (dm_tie_rule)cli->ask.ties, &picture, path, err);
    if (status == DM_BAD_ARGUMENT)
        cli->ask.wrong_words = true;
    return status;
}

static dm_status report_picture(cli_call *cli, const ask_board *board, const dm_stone *stones,
                                int32_t count, const char *caption, const char *path,
                                const char *text, dm_error *err)
{
    dm_dominance *dominance = NULL;
    if (!cli->json && text) {
        fputs(text, stdout);
        if (caption)
            puts(caption);
        return cli_flush(err);
    }
    dm_status status =
        dm_dominance_new(board->arena, stones, count, (dm_tie_rule)cli->ask.ties, &dominance, err);
    if (status != DM_OK)
        return status;
    report *r = report_new(cli, board);
    report_stones(r, "white", stones, count, DM_WHITE);
    report_stones(r, "black", stones, count, DM_BLACK);
    report_score(r, dominance, 0);
    report_string(r, path ? "file" : "text", path ? path : text);
    dm_dominance_free(dominance);
    return report_end(r, err);
}

static dm_status draw_board(cli_call *cli, const ask_board *board, dm_error *err)
{
    const own_options *own = cli->ask.own;
    dm_stone *stones = NULL;
    int32_t count = 0;
    char *path = NULL, *text = NULL;
    key_level key = {0};
    dm_status status = ask_stones(&cli->ask, board->arena, &own->stones, &stones, &count, err);
    if (status == DM_OK)
        status = find_key_level(cli, board->arena, &key, err);
    if (status == DM_OK && own->output) {
        path = cli_board_path(own->output, board);
        status = path ? draw_file(cli, board, stones, count, &key, path, err)
                      : answer_fail(err, DM_NO_MEMORY, "out of memory");
    } else if (status == DM_OK) {
        dm_text form;
        cli_text_form(stdout, &form);
        form.numbers = own->picture.labels == DM_LABELS_VERTICES;
        if (cli->json)
            form.colour = form.unicode = false;
        status = read_size(cli, &form.columns, &form.rows, err);
        if (status == DM_OK)
            status = dm_draw_text(board->arena, stones, count, (dm_tie_rule)cli->ask.ties, &form,
                                  &text, err);
    }
    if (status == DM_OK)
        status = report_picture(cli, board, stones, count, caption_of(cli, &key), path, text, err);
    free(key.vertices);
    dm_free(text);
    free(path);
    free(stones);
    return status;
}

static int run_draw(cli_call *cli)
{
    return cli_each_board(cli, draw_board);
}

static const char *const more[] = {
    "demesne draw tree:2,3 --white 1 --black 2 -o tree.svg",
    "demesne draw grid:15x15 --white 32,112,190 --black 36,100,170 --paper -o figure.png",
    "demesne draw tree:3,4 --rounds 2 -o key-level.svg",
    "demesne draw petersen --labels vertices --size 400x400 -o petersen.pdf", NULL};

static const question asked = {
    .name = "draw", .fields = fields, .size = sizeof(own_options), .common = Q_BOARD | Q_DIRECTION};

const cli_spec spec_draw = {
    .run = run_draw,
    .question = &asked,
    .operands = {1, 1},
    .more = more,
    .about =
        "Stones carry their move numbers, in the order W1,B1,W2,B2,.., leftovers last, or as "
        "--per-turn\n"
        "and --order say.  Vertices\n"
        "and edges have the colour of their owner, edges up to the point where the territories\n"
        "meet; tied vertices are grey, unreached ones dashed.  If there are too many edges, only\n"
        "those on a shortest path from a stone are drawn.  Boards without coordinates are laid "
        "out\n"
        "by their structure (grids, cycles, trees), others by simulated forces, from --seed.\n\n"
        "--rounds marks the key level of a complete k-ary tree, numbered in any way (Teramoto,\n"
        "Demaine and Uehara 2011, figure 2); the caption gives its numbers.\n\n"
        "As text, W1 and B2 are stones, w and b their land, . is tied and - unreached.  A file of\n"
        "many boards gives one picture per board: FILE-0.svg, FILE-1.svg and so on."};
