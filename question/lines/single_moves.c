/* single_moves.c - levels of the continuous game: who owns what, moves made, the best ones and
 * those that win, and levels made at random. */
#include "question/questions.h"

#include <string.h>

/* clang-format off */
#define OP(what)                                                                                   \
    {.name = "op", .type = Q_CHOICE, .argument = "OP", .choices = choice_line_op,           \
     .standard = DM_LINE_CUT, .at = offsetof(lines_fields, op),                                    \
     .help = what ": add (a site), remove (a site), cut (an edge) or rope (one more edge)"}
#define EPSILON(what)                                                                              \
    {.name = "epsilon", .type = Q_REAL, .argument = "X", .at = offsetof(lines_fields, epsilon),    \
     .help = what}
#define SAMPLES                                                                                    \
    {.name = "samples", .type = Q_COUNT, .argument = "N", .low = 1, .most_asked = 1000000,         \
     .at = offsetof(lines_fields, samples),                                                        \
     .help = "play N random moves instead of finding all that win"}
#define STRETCHES(where)                                                                           \
    {.name = "stretches", .type = Q_FLAG, .in = where,                                             \
     .at = offsetof(lines_fields, stretches),                                                      \
     .help = "list the parts of edges that the same players reach, and when"}
#define TO                                                                                         \
    {.name = "to", .type = Q_FILE, .argument = "FILE", .writes = true,                             \
     .at = offsetof(lines_fields, to),                                                             \
     .help = "write the level to FILE (default: to standard output)"}
#define PICTURES(what) FILES(QUESTION_PICTURES, what)
#define FILES(endings_of, what)                                                                    \
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,          \
     .endings = endings_of, .at = offsetof(lines_fields, output),                           \
     .help = "draw " what " as FILE.svg, FILE.png or FILE.pdf"},                                   \
    {.name = "animate", .type = Q_FILE, .argument = "FILE", .writes = true, .endings = ".svg",     \
     .at = offsetof(lines_fields, animate),                                                        \
     .help = "draw how the cells grow from the sites as FILE.svg, an animation for browsers"}

static const question_field score_table[] = {
    LINES_LEVEL,
    {.name = "made", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(lines_fields, made),
     .help = "repeat the level as it was read"},
    STRETCHES(Q_EVERYWHERE),
    {.name = "svg", .type = Q_FLAG, .in = Q_JSON_ONLY, .at = offsetof(lines_fields, svg),
     .help = "a picture of the level"},
    PICTURES("the level"),
    {0}};

#define MOVE(op, title, form, what)                                                                \
    {.name = title, .type = Q_TEXT, .in = Q_WORDS_ONLY, .argument = form,                          \
     .at = offsetof(lines_fields, moves) + (op) * sizeof(const char *), .help = what}

static const question_field apply_table[] = {
    LINES_LEVEL,
    {.name = "op", .type = Q_CHOICE, .in = Q_JSON_ONLY, .choices = choice_line_op,
     .standard = DM_LINE_CUT, .at = offsetof(lines_fields, op), .help = "the kind of move"},
    {.name = "move", .type = Q_ANY, .in = Q_JSON_ONLY, .required = true,
     .at = offsetof(lines_fields, move),
     .help = "add, cut: a place {\"vertex\":3} or {\"edge\":5,\"at\":\"1/3\"}; remove: the number of a "
             "site; rope: {\"from\":place,\"to\":place,\"length\":\"5/2\"}, without `length` the distance"},
    MOVE(DM_LINE_CUT, "cut", "EDGE:AT", "cut an edge at the fraction AT (0 to 1) of its length from its first end"),
    MOVE(DM_LINE_ADD, "add", "PLACE", "add a site; a place is VERTEX or EDGE:AT"),
    MOVE(DM_LINE_REMOVE, "remove", "SITE", "remove a site, by its number in the level, from 0"),
    MOVE(DM_LINE_ROPE, "rope", "PLACE,PLACE", "add a straight edge between two places"),
    STRETCHES(Q_JSON_ONLY),
    TO,
    PICTURES("the level before and after"),
    {0}};

static const question_field best_table[] = {
    LINES_LEVEL_IF("the level's \"me\"", false),
    OP("the kind of move"),
    {.name = "objective", .type = Q_CHOICE, .argument = "WHAT", .choices = choice_line_objective,
     .standard = DM_LINE_MARGIN, .at = offsetof(lines_fields, objective),
     .help = "what counts: the player's length (payoff), that minus the best opponent's (margin), or rank"},
    {.name = "count", .type = Q_COUNT, .argument = "K", .low = 1, .high = 1000, .standard = 1,
     .at = offsetof(lines_fields, count), .help = "the best K moves of this kind at once; not for ropes"},
    {.name = "method", .type = Q_CHOICE, .argument = "NAME",
     .choices = choice_line_cut_method,
     .at = offsetof(lines_fields, method),
     .help = "with op cut: how to search: auto, all, simple, two-sites, types, method-1 or method-2; all but "
             "auto are slower, and most are for trees only; NAME:printed is a method of te Kolste's thesis with its "
             "mistakes"},
    {.name = "mistake", .type = Q_CHOICE, .argument = "NAME", .choices = choice_line_mistake,
     .at = offsetof(lines_fields, mistake),
     .help = "of a method as printed: keep only this mistake (docs/ERRATA.md): ends, point, sigma, behind, "
             "side-branches, lowest, boundary, site, past-site, late, new-owner, f-bar or climb"},
    QUESTION_COUNTEREXAMPLE(lines_fields, "without a level, with a method as printed: find the smallest level on which it is wrong"),
    EPSILON("if no move reaches the best value: how near the move comes; also the error of ropes "
            "(default 0.000001)"),
    {.name = "explain", .type = Q_FLAG, .at = offsetof(lines_fields, explain),
     .help = "the type of a cut or rope, the shortest-path tree, and the value along the move's edge"},
    FILES(QUESTION_PICTURES "|.json", "the level before and after (a counterexample is also written as FILE.json)"),
    {0}};

static const question_field solve_table[] = {
    LINES_LEVEL,
    {.name = "objective", .type = Q_CHOICE, .argument = "WHAT", .choices = choice_objective_to_win,
     .standard = DM_LINE_MARGIN, .at = offsetof(lines_fields, objective),
     .help = "what counts: the player's length (payoff), that minus the best opponent's (margin), rank, "
             "or only to have more than anybody else (win)"},
    {.name = "count_solutions", .type = Q_FLAG, .at = offsetof(lines_fields, count_solutions),
     .help = "count the winning sets of moves; places of one winning region count once"},
    EPSILON("if no moves reach the best value: how near the moves come; also the error of ropes "
            "(default 0.000001)"),
    {.name = "explain", .type = Q_FLAG, .at = offsetof(lines_fields, explain),
     .help = "for each move: the type of a cut or rope, the shortest-path tree before it, and the value along "
             "its edge before the moves that follow; a picture shows each move"},
    PICTURES("the level before and after"),
    {0}};

static const question_field odds_table[] = {
    LINES_LEVEL,
    OP("the kind of move"),
    {.name = "count", .type = Q_COUNT, .argument = "K", .low = 1, .high = 1000, .standard = 1,
     .at = offsetof(lines_fields, count),
     .help = "the share of winning sets of K moves of this kind: exact on small levels, by random "
             "sets on others; not for ropes"},
    {.name = "regions", .type = Q_FLAG, .at = offsetof(lines_fields, regions),
     .help = "with count 2, if the share is exact: also where two new sites or cuts win, as polygons of places on "
             "pairs of edges; a picture has a square per pair"},
    SAMPLES,
    EPSILON("with op rope: the error of the share (default 0.001)"),
    PICTURES("the level and the moves that win"),
    {0}};

static const question_field generate_table[] = {
    {.name = "model", .place = 1, .type = Q_TEXT, .in = Q_WORDS_ONLY, .argument = "KIND:N",
     .required = true, .at = offsetof(lines_fields, model), .help = "grid:N, gabriel:N or tree:N"},
    {.name = "kind", .type = Q_CHOICE, .in = Q_JSON_ONLY, .choices = choice_level_kind,
     .standard = DM_LEVEL_GABRIEL, .at = offsetof(lines_fields, kind), .help = "the kind of network"},
    {.name = "vertices", .type = Q_COUNT, .in = Q_JSON_ONLY, .low = 2, .high = 200,
     .required = true, .at = offsetof(lines_fields, vertices), .help = "the number of vertices"},
    {.name = "players", .type = Q_COUNT, .argument = "N", .low = 2, .high = 12, .standard = 2,
     .at = offsetof(lines_fields, players), .help = "the number of players; red moves"},
    {.name = "sites", .type = Q_COUNT, .argument = "N", .low = 1, .high = 10000, .most_asked = 200,
     .at = offsetof(lines_fields, sites),
     .help = "sites per player (default 1; if a removal is to be as hard as the grade, as many as that needs)"},
    OP("the kind of move that wins"),
    {.name = "count", .type = Q_COUNT, .argument = "K", .low = 1, .high = 3, .standard = 1,
     .at = offsetof(lines_fields, count), .help = "how many of these moves the level asks for"},
    {.name = "grade", .type = Q_CHOICE, .argument = "GRADE",
     .choices = choice_grade_or_any, .at = offsetof(lines_fields, grade),
     .help = "accept only levels of this grade: trivial, easy, medium, hard or fiendish"},
    {.name = "share", .type = Q_LIST, .argument = "A-B", .at = offsetof(lines_fields, share),
     .help = "accept levels whose share of winning moves is from A to B, such as 0.01-0.1",
     .json_help = "the least and the largest share of moves that win: [\"1/100\",\"1/10\"]"},
    {.name = "unique", .type = Q_FLAG, .at = offsetof(lines_fields, unique),
     .help = "accept only levels with one solution: the winning moves form one region"},
    {.name = "measured", .type = Q_FLAG, .at = offsetof(lines_fields, measured),
     .help = "lengths are the distances, rounded to 0.000001 (default: to whole numbers)"},
    {.name = "tries", .type = Q_COUNT, .argument = "N", .low = 1, .most_asked = 100000,
     .standard = 1000, .at = offsetof(lines_fields, tries), .help = "the most levels to try"},
    SAMPLES,
    EPSILON("with op rope: the error of the share (default 0.001)"),
    LINES_TIES,
    TO,
    PICTURES("the level"),
    {0}};
/* clang-format on */

static void lines_clear(void *found)
{
    lines_found *f = found;
    dm_level_free(f->on.level);
    dm_level_free(f->after);
    dm_line_diagram_free(f->diagram);
    dm_line_best_free(f->best);
    dm_line_odds_free(f->odds);
    dm_line_move_set_free(f->set);
    dm_line_explanation_free(f->explanation);
    dm_line_counterexample_free(f->counterexample);
    lines_steps_free(f->steps);
}

static dm_line_ask read_ask(const asking *a, const answer_level *on)
{
    const lines_fields *own = a->own;
    return (dm_line_ask){.op = (dm_line_op)own->op,
                         .player = on->player,
                         .objective = (dm_line_objective)own->objective,
                         .ties = on->ties,
                         .method = (dm_line_cut_method)own->method,
                         .mistake = (dm_line_mistake)own->mistake,
                         .count = (int32_t)own->count,
                         .polygons = own->regions,
                         .samples = own->samples,
                         .seed = a->seed,
                         .epsilon = own->epsilon};
}

static dm_status find_score(asking *a, dm_run *run, lines_found *f, dm_error *err)
{
    (void)a, (void)run;
    return dm_line_diagram_new(f->on.level, f->on.ties, false, &f->diagram, err);
}

/* The level after moves, and who owns what there. */
static dm_status look_ahead(lines_found *f, dm_line_move *moves, int32_t count, dm_error *err)
{
    dm_status status =
        dm_level_apply_moves(f->on.level, moves, count, f->on.player, &f->after, err);
    return status == DM_OK ? dm_line_diagram_new(f->after, f->on.ties, false, &f->diagram, err)
                           : status;
}

static dm_status find_apply(asking *a, dm_run *run, lines_found *f, dm_error *err)
{
    (void)run;
    dm_status status = lines_read_move(a, &f->move, err);
    if (status == DM_OK && f->move.op == DM_LINE_ADD)
        status = lines_need_player(a, &f->on, err);
    return status == DM_OK ? look_ahead(f, &f->move, 1, err) : status;
}

/* The level becomes the one that the answer is about. */
static dm_status find_counterexample(asking *a, dm_run *run, lines_found *f, dm_error *err)
{
    f->on.source = "counterexample";
    dm_status status = dm_line_counterexample_find(&f->ask, run, &f->counterexample, err);
    a->wrong_words = status == DM_BAD_ARGUMENT;
    if (status != DM_OK)
        return status;
    f->on.level = f->counterexample->level;
    f->counterexample->level = NULL;
    return DM_OK;
}

static dm_status find_best(asking *a, dm_run *run, lines_found *f, dm_error *err)
{
    dm_error why = {0};
    const lines_fields *own = a->own;
    f->ask = read_ask(a, &f->on);
    if (own->find_counterexample)
        return find_counterexample(a, run, f, err);
    dm_status status = lines_need_player(a, &f->on, err);
    if (status == DM_OK)
        status = dm_line_best_move(f->on.level, &f->ask, run, &f->best, err);
    dm_status looked = f->best ? look_ahead(f, f->best->moves, f->best->move_count, &why) : DM_OK;
    if (looked == DM_OK && f->best && own->explain)
        looked = dm_line_explain(f->on.level, &f->ask, f->best, &f->explanation, &why);
    if (looked == DM_OK)
        return status;
    *err = why;
    return looked;
}

/* Payoff and rank do not tell whether the level can be won. */
static dm_status rate_moves(lines_found *f, dm_run *run, dm_error *err)
{
    bool is_won_by = f->set_ask.objective == DM_LINE_MARGIN || f->set_ask.objective == DM_LINE_WIN;
    dm_status status =
        is_won_by ? dm_level_move_set_rating(f->on.level, &f->set_ask, f->set, run, &f->rating, err)
                  : DM_OK;
    return status == DM_UNFINISHED ? DM_STOPPED : status; /* the moves were found */
}

static dm_status find_solve(asking *a, dm_run *run, lines_found *f, dm_error *err)
{
    const lines_fields *own = a->own;
    dm_error why = {0};
    f->set_ask = (dm_line_move_set_ask){.player = f->on.player,
                                        .objective = (dm_line_objective)own->objective,
                                        .ties = f->on.ties,
                                        .count_solutions = own->count_solutions,
                                        .epsilon = own->epsilon};
    dm_status status = lines_need_player(a, &f->on, err);
    if (status == DM_OK)
        status = dm_line_solve(f->on.level, &f->set_ask, run, &f->set, err);
    if (status == DM_OK && own->count_solutions)
        status = rate_moves(f, run, err);
    dm_status looked = f->set ? look_ahead(f, f->set->moves, f->set->move_count, &why) : DM_OK;
    if (looked == DM_OK && f->set && own->explain)
        looked = lines_steps_new(&f->on, &f->set_ask, f->set, &f->steps, &why);
    if (looked == DM_OK)
        return status;
    *err = why;
    return looked;
}

static dm_status find_odds(asking *a, dm_run *run, lines_found *f, dm_error *err)
{
    f->ask = read_ask(a, &f->on);
    dm_status status = lines_need_player(a, &f->on, err);
    if (status == DM_OK)
        status = dm_line_odds_and_best(f->on.level, &f->ask, run, &f->odds, &f->best, err);
    if (f->odds && f->ask.count < 2)
        f->rating = dm_level_odds_rating(f->odds, f->best);
    return status;
}

static dm_status find_generate(asking *a, dm_run *run, lines_found *f, dm_error *err)
{
    const lines_fields *own = a->own;
    dm_status status = lines_read_wish(a, &f->wish, err);
    f->wish.ask = read_ask(a, &f->on);
    if (status == DM_OK)
        status = dm_level_generate(&f->wish, run, &f->on.level, &f->odds, &f->rating, err);
    if (status == DM_BAD_ARGUMENT && own->model && !a->wrong_words) {
        const dm_error cause = *err;
        answer_fail(err, status, "%.60s: %s", own->model, cause.message);
    }
    a->wrong_words = status != DM_OK; /* also for a wish that cannot be met */
    if (status != DM_OK)
        return status;
    f->on.player = f->on.level->me;
    return dm_line_diagram_new(f->on.level, f->on.ties, false, &f->diagram, err);
}

typedef struct verb {
    const question *about;
    dm_status (*find)(asking *a, dm_run *run, lines_found *f, dm_error *err);
    lines_report_fn *report;
    bool makes; /* a new level */
} verb;

static const verb *verb_of(const asking *a)
{
    static const verb verbs[] = {
        {&question_lines_score, find_score, lines_report_score, false},
        {&question_lines_apply, find_apply, lines_report_apply, true},
        {&question_lines_best, find_best, lines_report_best, true},
        {&question_lines_solve, find_solve, lines_report_solve, true},
        {&question_lines_odds, find_odds, lines_report_odds, false},
        {&question_lines_generate, find_generate, lines_report_generate, true}};
    const verb *v = verbs;
    while (v->about != a->about)
        v++;
    return v;
}

static bool ends_in_json(const char *path)
{
    const char *end = strrchr(path, '.');
    return end && strcmp(end, ".json") == 0;
}

/* There is a level unless one is searched for. */
static dm_status read_level(asking *a, answer_level *out, dm_error *err)
{
    const lines_fields *own = a->own;
    if (!own->level.text && !own->level.json)
        return ask_blame(a, err, DM_BAD_ARGUMENT, "expected a level, or %s",
                         ask_label(a, "find_counterexample"));
    if (own->output && ends_in_json(own->output))
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: a counterexample is written there, of %s",
                         own->output, ask_label(a, "find_counterexample"));
    return lines_read_level(a, out, err);
}

static dm_status lines_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const lines_fields *own = a->own;
    lines_found *f = found;
    (void)shared;
    f->on = (answer_level){.ties = (dm_line_ties)own->ties};
    bool makes = a->about == &question_lines_generate || own->find_counterexample;
    dm_status status = makes ? DM_OK : read_level(a, &f->on, err);
    if (status != DM_OK)
        return status;
    status = verb_of(a)->find(a, board->run, f, err);
    if (a->about == &question_lines_generate) {
        snprintf(f->name, sizeof f->name, "%s:%d", dm_level_kind_name(f->wish.kind),
                 f->wish.vertices);
        f->on.source = f->name;
    }
    lines_name_source(a, &f->on, status, err);
    return status;
}

static dm_level_picture picture_of(const asking *a, const lines_found *f, char *caption,
                                   size_t size)
{
    dm_level_picture picture = {.ties = f->on.ties, .title = f->on.source, .seed = a->seed};
    if (f->after) {
        picture.after = f->after;
        picture.moves = f->set ? f->set->moves : f->best ? f->best->moves : &f->move;
        picture.move_count = f->set ? f->set->move_count : f->best ? f->best->move_count : 1;
        picture.explanation = f->explanation;
    } else if (a->about == &question_lines_odds) {
        snprintf(caption, size, "%.3g %% of all %s (%s) win for %.40s%s", 100 * f->odds->decimal,
                 f->ask.count > 1 ? "sets of moves" : "moves", dm_line_op_name(f->ask.op),
                 f->on.level->players[f->on.player], f->ask.count > 1 ? "" : ": where it glows");
        picture.caption = caption;
        picture.winning = f->odds->winning;
        picture.winning_count = f->odds->winning_count;
        picture.winning_sites = f->odds->sites;
        picture.winning_site_count = f->odds->site_count;
        picture.pairs = f->odds->polygon_count > 0 ? f->odds : NULL;
    }
    return picture;
}

static dm_status lines_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const lines_found *f = found;
    const dm_level *made = f->after ? f->after : f->on.level;
    answer_level_head(r, &f->on, a->about == &question_lines_apply ? made : f->on.level);
    (f->counterexample ? lines_report_counterexample : verb_of(a)->report)(f, r);
    /* the files that were asked for */
    const lines_fields *own = a->own;
    char caption[120];
    const dm_level_picture picture = picture_of(a, f, caption, sizeof caption);
    dm_status status = DM_OK;
    if (own->output && f->steps && f->steps->count > 0)
        status = lines_steps_draw(f->steps, &picture, f->after, own->output, err);
    else if (own->output && f->counterexample && ends_in_json(own->output))
        status = dm_level_write(f->on.level, own->output, err);
    else if (own->output)
        status = dm_draw_level(f->on.level, &picture, own->output, err);
    if (status == DM_OK && own->animate)
        status = dm_draw_expansion(f->on.level, &picture, own->animate, err);
    if (status == DM_OK && own->to && strcmp(own->to, "-") != 0) {
        status = dm_level_write(made, own->to, err);
        report_string(r, "written", own->to);
    }
    if (own->output)
        report_string(r, "file", own->output);
    if (own->animate)
        report_string(r, "animation", own->animate);
    report_since(r, board->begun);
    if (status != DM_OK)
        return status;
    /* what only JSON has */
    if (report_is_json(r) && (verb_of(a)->makes || own->made))
        status = answer_level_made(r, made, err);
    if (status == DM_OK && own->stretches) {
        dm_line_diagram *diagram = NULL;
        status = dm_line_diagram_new(made, f->on.ties, true, &diagram, err);
        if (status == DM_OK)
            answer_level_stretches(r, made, diagram);
        dm_line_diagram_free(diagram);
    }
    if (status == DM_OK && own->svg) {
        const dm_level_picture shown = picture_of(a, f, NULL, 0);
        char *svg = NULL;
        status = dm_draw_level_svg(f->on.level, &shown, &svg, err);
        if (status == DM_OK)
            report_string(r, "svg", svg);
        dm_free(svg);
    }
    return status;
}

#define QUESTION(verb, fields_read)                                                                \
    const question question_lines_##verb = {.name = "lines/" #verb,                                \
                                            .fields = verb##_table,                                \
                                            .common = fields_read,                                 \
                                            QUESTION_PARTS(lines)}

QUESTION(score, Q_SEEDED);
QUESTION(apply, Q_SEEDED);
QUESTION(best, Q_SEEDED | Q_TIMED);
QUESTION(solve, Q_SEEDED | Q_TIMED);
QUESTION(odds, Q_SEEDED | Q_TIMED);
QUESTION(generate, Q_SEEDED | Q_TIMED);
