/* api_lines.c - levels of the continuous game: score, apply, the puzzles, and jobs about moves.
 *
 * A question carries its level, as the JSON of a file (docs/FORMATS.md) or as its text.
 */
#include "answer/lines.h"
#include "server/call.h"
#include "server/puzzles.h"

#include <stdlib.h>
#include <string.h>

enum { EDGES = 20000, JOB_EDGES = 4000, MOST_SAMPLES = 1000000, MOST_SITES = 1000 };

/* --- Levels -------------------------------------------------------------------------------- */

static dm_status parse_level(call *c, const json_t *given, answer_level *own)
{
    char *dumped = NULL;
    const char *text = json_string_value(given);
    if (text && !call_json_fits(text, strlen(text)))
        pick_fail(&c->q, DM_TOO_LARGE, "the level has too many values");
    if (c->q.status != DM_OK)
        return c->q.status;
    if (!text) /* a level's reals are the shortest decimals that read back the same */
        text = dumped = report_exact(given);
    if (!text)
        pick_fail(&c->q, DM_NO_MEMORY, "no memory for the level");
    else
        c->q.status = dm_level_read_memory(own->source, text, strlen(text), &own->level, c->q.err);
    free(dumped);
    return c->q.status;
}

/* Small enough to be looked at, or worked on. */
static void check_size(call *c, const dm_level *level)
{
    int most = c->run ? JOB_EDGES : EDGES;
    if (level->edge_count > most || level->vertex_count > most || level->site_count > most)
        pick_fail(&c->q, DM_TOO_LARGE, "levels of at most %d vertices, edges and sites here", most);
}

/* Reads level, name, ties and player; own->level is freed by the caller. */
static dm_status read_level(call *c, answer_level *own)
{
    picker *q = &c->q;
    const char *name = pick_text(q, "name", false);
    const json_t *given = pick_any(q, "level", true);
    const char *player = pick_text(q, "player", false);
    *own = (answer_level){
        .source = name ? name : "level",
        .ties = (dm_line_ties)pick_choice(q, "ties", "neutral|closed|split|own", DM_LINE_NEUTRAL),
        .player = -1,
        .run = c->run,
        .begun = c->begun};
    if (q->status == DM_OK && !json_is_object(given) && !json_is_string(given))
        pick_fail(q, DM_BAD_INPUT, "'level' should be a level as an object, or as a text");
    if (q->status != DM_OK || parse_level(c, given, own) != DM_OK || !own->level)
        return q->status;
    check_size(c, own->level);
    own->player = own->level->me;
    if (player && q->status == DM_OK)
        q->status = answer_level_player(own, player, q->err);
    return q->status;
}

static void need_player(call *c, const answer_level *own)
{
    if (own->level && own->player < 0)
        pick_fail(&c->q, DM_BAD_ARGUMENT,
                  "whose move? 'player', where the level does not say \"me\"");
}

/* A level as JSON, under `key`. */
static dm_status add_level(report *r, const char *key, const dm_level *level, dm_error *err)
{
    char *text = NULL;
    dm_status status = dm_level_text(level, &text, err);
    if (status == DM_OK)
        report_json(r, key, json_loads(text, 0, NULL));
    dm_free(text);
    return status;
}

/* --- The diagram --------------------------------------------------------------------------- */

static json_t *stretch_json(const dm_diagram *diagram, const dm_stretch *s)
{
    json_t *players = json_array();
    for (int32_t p = 0; p < diagram->player_count; p++)
        if (s->players >> p & 1)
            report_append(&players, json_integer(p));
    json_t *stretch =
        json_pack("{s:i, s:o, s:o, s:o}", "edge", s->edge, "from", answer_ratio_json(s->from), "to",
                  answer_ratio_json(s->to), "players", players);
    if (s->players) {
        report_put(&stretch, "begins", answer_ratio_json(s->begins));
        report_put(&stretch, "ends", answer_ratio_json(s->ends));
    }
    return stretch;
}

static void add_stretches(report *r, const dm_diagram *diagram)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < diagram->stretch_count; i++)
        report_append(&list, stretch_json(diagram, &diagram->stretches[i]));
    report_json(r, "stretches", list);
}

/* Ends an answer about `level`: the level, where it was asked for, and its stretches. */
static dm_status end_with(report *r, const answer_level *own, const dm_level *level, bool made,
                          bool stretches, dm_error *err)
{
    dm_diagram *diagram = NULL;
    report_since(r, own->begun);
    dm_status status = made ? add_level(r, "made", level, err) : DM_OK;
    if (status == DM_OK && stretches)
        status = dm_diagram_new(level, own->ties, true, &diagram, err);
    if (diagram)
        add_stretches(r, diagram);
    dm_diagram_free(diagram);
    return status;
}

static dm_status add_picture(report *r, const answer_level *own, dm_error *err)
{
    const dm_level_picture picture = {.ties = own->ties, .title = own->source};
    char *svg = NULL;
    dm_status status = dm_draw_level_svg(own->level, &picture, &svg, err);
    if (status == DM_OK)
        report_string(r, "svg", svg);
    dm_free(svg);
    return status;
}

dm_status answer_to_lines_score(call *c, report **out, dm_error *err)
{
    answer_level own;
    dm_diagram *diagram = NULL;
    read_level(c, &own);
    bool stretches = pick_flag(&c->q, "stretches");
    bool made = pick_flag(&c->q, "made"), svg = pick_flag(&c->q, "svg");
    dm_status status = pick_end(&c->q);
    if (status == DM_OK)
        status = dm_diagram_new(own.level, own.ties, false, &diagram, err);
    if (status == DM_OK) {
        report *r = answer_level_open(true, &own, own.level);
        answer_level_score(r, own.level, diagram);
        status = end_with(r, &own, own.level, made, stretches, err);
        if (status == DM_OK && svg)
            status = add_picture(r, &own, err);
        status = call_give(r, status, out);
    }
    dm_diagram_free(diagram);
    dm_level_free(own.level);
    return status;
}

/* --- Moves ----------------------------------------------------------------------------------- */

static void read_number(call *c, const json_t *item, const char *what, int32_t *out)
{
    json_int_t number = json_integer_value(item);
    if (json_is_integer(item) && number >= 0 && number <= INT32_MAX)
        *out = (int32_t)number;
    else
        pick_fail(&c->q, DM_BAD_INPUT, "'move': %s should be a whole number, from 0 on", what);
}

/* {"vertex":3} or {"edge":5,"at":"1/3"}. */
static dm_place read_place(call *c, const json_t *item)
{
    dm_place place = {-1, -1, {0, 1}};
    const json_t *at = json_object_get(item, "at");
    const json_t *vertex = json_object_get(item, "vertex"), *edge = json_object_get(item, "edge");
    if (vertex && json_object_size(item) == 1) {
        read_number(c, vertex, "a vertex", &place.vertex);
    } else if (edge && json_is_string(at) && json_object_size(item) == 2) {
        read_number(c, edge, "an edge", &place.edge);
        if (c->q.status == DM_OK)
            c->q.status = dm_ratio_parse(json_string_value(at), &place.at, c->q.err);
    } else {
        pick_fail(&c->q, DM_BAD_INPUT,
                  "'move': a place is {\"vertex\":3} or {\"edge\":5,\"at\":\"1/3\"}");
    }
    return place;
}

static void read_rope(call *c, const json_t *item, dm_line_move *out)
{
    const json_t *length = json_object_get(item, "length");
    out->place = read_place(c, json_object_get(item, "from"));
    out->to = read_place(c, json_object_get(item, "to"));
    if (length && !json_is_string(length))
        pick_fail(&c->q, DM_BAD_INPUT, "'move': a length is a text such as \"5/2\"");
    else if (length && c->q.status == DM_OK)
        c->q.status = dm_ratio_parse(json_string_value(length), &out->length, c->q.err);
}

static dm_line_op read_op(call *c)
{
    return (dm_line_op)pick_choice(&c->q, "op", "add|remove|cut|rope", DM_LINE_CUT);
}

static dm_line_move read_move(call *c)
{
    dm_line_move move = {.op = read_op(c), .length = {0, 1}, .place = {-1, -1, {0, 1}}};
    const json_t *item = pick_any(&c->q, "move", true);
    if (!item)
        return move;
    if (move.op == DM_LINE_REMOVE)
        read_number(c, item, "a site", &move.site);
    else if (move.op == DM_LINE_ROPE)
        read_rope(c, item, &move);
    else
        move.place = read_place(c, item);
    return move;
}

dm_status answer_to_lines_apply(call *c, report **out, dm_error *err)
{
    answer_level own;
    dm_level *after = NULL;
    read_level(c, &own);
    dm_line_move move = read_move(c);
    bool stretches = pick_flag(&c->q, "stretches");
    if (move.op == DM_LINE_ADD)
        need_player(c, &own);
    dm_status status = pick_end(&c->q);
    if (status == DM_OK)
        status = answer_level_after(&own, &move, 1, &after, err);
    if (status == DM_OK && move.op == DM_LINE_ROPE)
        status = answer_rope_length(own.level, after, &move.length, err);
    if (status == DM_OK) {
        report *r = answer_level_open(true, &own, after);
        status = answer_lines_apply(r, &own, &move, after, err);
        if (status == DM_OK)
            status = end_with(r, &own, after, true, stretches, err);
        status = call_give(r, status, out);
    }
    dm_level_free(after);
    dm_level_free(own.level);
    return status;
}

/* --- Jobs --------------------------------------------------------------------------------------
 */

static double read_epsilon(call *c)
{
    return pick_seconds(&c->q, "epsilon", 1, 0); /* a number from 0 to 1 */
}

static dm_line_ask read_ask(call *c, const answer_level *own)
{
    static const char methods[] = "auto|all|simple|two-sites|types|method-1|method-2";
    picker *q = &c->q;
    dm_line_ask wish = {.op = read_op(c),
                        .player = own->player,
                        .objective = (dm_line_objective)pick_choice(
                            q, "objective", "payoff|margin|rank", DM_LINE_MARGIN),
                        .ties = own->ties,
                        .method = (dm_cut_method)pick_choice(q, "method", methods, DM_CUT_AUTO),
                        .count = (int32_t)pick_count(q, "count", 1, MOST_SITES, 1),
                        .samples = pick_count(q, "samples", 1, MOST_SAMPLES, 0),
                        .seed = (uint64_t)pick_count(q, "seed", 0, INT64_MAX, 1),
                        .epsilon = read_epsilon(c)};
    call_time(c);
    return wish;
}

dm_status answer_to_lines_best(call *c, report **out, dm_error *err)
{
    answer_level own;
    answer_best found = {0};
    read_level(c, &own);
    need_player(c, &own);
    dm_line_ask wish = read_ask(c, &own);
    dm_status status = pick_end(&c->q), told = DM_OK;
    if (status == DM_OK)
        status = answer_best_find(&own, &wish, &found, err);
    if (found.best) {
        report *r = answer_level_open(true, &own, own.level);
        answer_lines_best(r, &own, &wish, &found);
        told = call_give(r, end_with(r, &own, found.after, true, false, err), out);
    }
    answer_best_clear(&found);
    dm_level_free(own.level);
    return told == DM_OK ? status : told;
}

dm_status answer_to_lines_odds(call *c, report **out, dm_error *err)
{
    answer_level own;
    answer_odds found = {0};
    read_level(c, &own);
    need_player(c, &own);
    dm_line_ask wish = read_ask(c, &own);
    dm_status status = pick_end(&c->q);
    if (status == DM_OK)
        status = answer_odds_find(&own, &wish, &found, err);
    if (found.odds) {
        *out = answer_level_open(true, &own, own.level);
        answer_lines_odds(*out, &own, &wish, &found);
        report_since(*out, own.begun);
    }
    answer_odds_clear(&found);
    dm_level_free(own.level);
    return status;
}

/* "share":["1/100","1/10"] */
static void read_share(call *c, dm_level_wish *wish)
{
    const json_t *list = pick_list(&c->q, "share");
    const char *low = json_string_value(json_array_get(list, 0));
    const char *high = json_string_value(json_array_get(list, 1));
    if (!list)
        return;
    if (!low || !high || json_array_size(list) != 2)
        pick_fail(&c->q, DM_BAD_INPUT,
                  "'share' should be two ratios, such as [\"1/100\",\"1/10\"]");
    else if (dm_ratio_parse(low, &wish->low, c->q.err) != DM_OK ||
             dm_ratio_parse(high, &wish->high, c->q.err) != DM_OK)
        c->q.status = DM_BAD_INPUT;
}

static dm_level_wish read_wish(call *c, const answer_level *own)
{
    enum { LARGEST = 200, MOST_PLAYERS = 12, MOST_TRIES = 100000 };
    picker *q = &c->q;
    dm_level_wish wish = {
        .kind = (dm_level_kind)pick_choice(q, "kind", "grid|gabriel|tree", DM_LEVEL_GABRIEL),
        .vertices = (int32_t)pick_count(q, "vertices", 2, LARGEST, PICK_NEEDED),
        .players = (int32_t)pick_count(q, "players", 2, MOST_PLAYERS, 2),
        .sites = (int32_t)pick_count(q, "sites", 1, LARGEST, 1),
        .whole = pick_flag(q, "whole"),
        .unique = pick_flag(q, "unique"),
        .tries = pick_count(q, "tries", 1, MOST_TRIES, 0),
        .low = {0, 1}};
    read_share(c, &wish);
    wish.ask = read_ask(c, own);
    wish.ask.player = 0;
    wish.seed = wish.ask.seed;
    return wish;
}

dm_status answer_to_lines_generate(call *c, report **out, dm_error *err)
{
    answer_level own = {.source = "generated", .player = -1, .run = c->run, .begun = c->begun};
    dm_line_odds *odds = NULL;
    own.ties =
        (dm_line_ties)pick_choice(&c->q, "ties", "neutral|closed|split|own", DM_LINE_NEUTRAL);
    dm_level_wish wish = read_wish(c, &own);
    dm_status status = pick_end(&c->q);
    if (status == DM_OK)
        status = dm_level_generate(&wish, own.run, &own.level, &odds, err);
    if (status == DM_OK) {
        own.player = own.level->me;
        report *r = answer_level_open(true, &own, own.level);
        status = answer_lines_made(r, &own, &wish, odds, err);
        if (status == DM_OK)
            status = end_with(r, &own, own.level, true, false, err);
        status = call_give(r, status, out);
    }
    dm_line_odds_free(odds);
    dm_level_free(own.level);
    return status;
}

/* --- Puzzles ------------------------------------------------------------------------------------
 */

dm_status answer_to_lines_levels(call *c, report **out, dm_error *err)
{
    (void)err;
    if (pick_end(&c->q) != DM_OK)
        return c->q.status;
    json_t *list = json_array();
    for (int i = 0; i < puzzle_count(); i++) {
        puzzle p = puzzle_at(i);
        report_append(&list,
                      json_pack("{s:s, s:s, s:s, s:o}", "name", p.name, "title", p.title, "op",
                                p.op, "level", json_loadb((const char *)p.text, p.size, 0, NULL)));
    }
    *out = report_open(true, NULL);
    report_json(*out, "levels", list);
    return DM_OK;
}
