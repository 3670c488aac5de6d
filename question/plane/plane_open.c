/* plane_open.c - boards of the plane and the sites on them, as they were typed or sent. */
#include "question/plane/plane_questions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A coordinate of JSON as text: a text, or a number as it was most likely written. */
static bool coordinate(const json_t *value, char *room, size_t size, const char **out)
{
    if (json_is_string(value)) {
        *out = json_string_value(value);
        return true;
    }
    if (json_is_integer(value))
        snprintf(room, size, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(room, size, "%.15f", json_real_value(value));
    *out = room;
    return json_is_number(value);
}

bool plane_point_of(const json_t *point, char room[2][PLANE_NUMBER], const char *xy[2])
{
    return json_array_size(point) == 2 &&
           coordinate(json_array_get(point, 0), room[0], PLANE_NUMBER, &xy[0]) &&
           coordinate(json_array_get(point, 1), room[1], PLANE_NUMBER, &xy[1]);
}

static dm_status read_points(asking *a, const char *field, question_raw given, int32_t side,
                             dm_plane *to, dm_error *err)
{
    if (given.text)
        return *given.text == '@' ? dm_plane_read_file(to, side, given.text + 1, err)
                                  : dm_plane_read(to, side, given.text, err);
    for (size_t i = 0; i < json_array_size(given.json); i++) {
        char room[2][PLANE_NUMBER];
        const char *xy[2];
        if (!plane_point_of(json_array_get(given.json, i), room, xy))
            return ask_blame(a, err, DM_BAD_ARGUMENT, "%s: point %zu is not [x, y]",
                             ask_label(a, field), i + 1);
        dm_status status = dm_plane_place(to, side, xy[0], xy[1], err);
        if (status != DM_OK)
            return status;
    }
    return DM_OK;
}

/* The texts of a customer of JSON: [x, y] or {x, y, demand}. */
static bool customer_of(const json_t *given, char room[3][PLANE_NUMBER], const char *text[3])
{
    const json_t *demand = json_object_get(given, "demand");
    text[2] = NULL;
    if (json_is_array(given))
        return plane_point_of(given, room, text);
    return coordinate(json_object_get(given, "x"), room[0], PLANE_NUMBER, &text[0]) &&
           coordinate(json_object_get(given, "y"), room[1], PLANE_NUMBER, &text[1]) &&
           (!demand || coordinate(demand, room[2], PLANE_NUMBER, &text[2]));
}

static dm_status read_customers(asking *a, question_raw given, plane_found *f, dm_error *err)
{
    if (!given.text && !given.json)
        return DM_OK;
    dm_status status = dm_plane_customers_new(&f->customers, err);
    if (status == DM_OK && given.text)
        status = dm_plane_customers_read(f->customers, given.text, err);
    for (size_t i = 0; i < json_array_size(given.json) && status == DM_OK; i++) {
        char room[3][PLANE_NUMBER];
        const char *text[3];
        if (!customer_of(json_array_get(given.json, i), room, text))
            return ask_blame(a, err, DM_BAD_ARGUMENT,
                             "%s: customer %zu is neither [x, y] nor {x, y, demand}",
                             ask_label(a, "customers"), i + 1);
        status = dm_plane_customers_add(f->customers, text[0], text[1], text[2], err);
    }
    return status;
}

dm_status plane_land_only(asking *a, const plane_fields *own, bool given, const char *field,
                          dm_error *err)
{
    if (!given || (!own->customers.text && !own->customers.json))
        return DM_OK;
    return ask_blame(a, err, DM_BAD_ARGUMENT, "%s is about land, not about customers",
                     ask_label(a, field));
}

/* Adds the sites of all sides in turn: W1, B1, W2, B2, .., then what is left. */
static dm_status place_in_turn(dm_plane *const *each, int32_t sides, dm_plane *to, dm_error *err)
{
    int32_t most = 0;
    for (int32_t s = 0; s < sides; s++)
        most = dm_plane_count(each[s]) > most ? dm_plane_count(each[s]) : most;
    for (int32_t i = 0; i < most; i++)
        for (int32_t s = 0; s < sides; s++) {
            char *x = NULL, *y = NULL;
            if (i >= dm_plane_count(each[s]))
                continue;
            dm_status status = dm_plane_site_place(each[s], i, &x, &y, err);
            if (status == DM_OK)
                status = dm_plane_place(to, s, x, y, err);
            dm_free(x);
            dm_free(y);
            if (status != DM_OK)
                return status;
        }
    return DM_OK;
}

static dm_status bad_sides(asking *a, dm_error *err)
{
    return ask_blame(
        a, err, DM_BAD_ARGUMENT, "%s: expected two to %d sides, such as %s", ask_label(a, "sides"),
        DM_PLANE_SIDES,
        a->by_words
            ? "'red:0,0;1/2,1|blue:1,1'"
            : "[{\"name\":\"red\",\"points\":[[0,0]]},{\"name\":\"blue\",\"points\":[[1,1]]}]");
}

/* Divides `red:x,y;..|blue:..`, in place, into names and points. */
static dm_status divide_sides(asking *a, char *text, plane_found *f,
                              question_raw points[DM_PLANE_SIDES], dm_error *err)
{
    for (char *next; text; text = next) {
        char *colon = text + strcspn(text, ":|");
        next = strchr(text, '|');
        if (next)
            *next++ = 0;
        if (*colon != ':' || f->sides == DM_PLANE_SIDES)
            return bad_sides(a, err);
        *colon = 0;
        snprintf(f->name[f->sides], PLANE_NAME, "%s", text);
        points[f->sides++].text = colon + 1;
    }
    return f->sides < 2 ? bad_sides(a, err) : DM_OK;
}

/* Counts the sides and finds their names and points. */
static dm_status list_sides(asking *a, const plane_fields *own, plane_found *f,
                            question_raw points[DM_PLANE_SIDES], dm_error *err)
{
    if (own->sides.text) {
        f->text = strdup(own->sides.text);
        return f->text ? divide_sides(a, f->text, f, points, err)
                       : answer_fail(err, DM_NO_MEMORY, "no memory for the sides");
    }
    for (size_t i = 0; i < json_array_size(own->sides.json); i++, f->sides++) {
        const json_t *side = json_array_get(own->sides.json, i);
        const char *name = json_string_value(json_object_get(side, "name"));
        points[i < DM_PLANE_SIDES ? i : 0].json = json_object_get(side, "points");
        if (i == DM_PLANE_SIDES || !name || !json_is_array(points[i].json))
            return bad_sides(a, err);
        snprintf(f->name[i], PLANE_NAME, "%s", name);
    }
    return f->sides < 2 ? bad_sides(a, err) : DM_OK;
}

static dm_status read_sides(asking *a, const plane_fields *own, const question_raw *points,
                            plane_found *f, dm_error *err)
{
    dm_plane *each[DM_PLANE_SIDES] = {0};
    dm_plane_rules rules = {.metric = own->metric ? DM_MANHATTAN : DM_EUCLID,
                            .ties = (dm_tie_rule)own->ties,
                            .sides = f->sides};
    dm_status status = dm_plane_new(f->board, &rules, &f->plane, err);
    a->wrong_words |= status == DM_BAD_ARGUMENT;
    for (int32_t s = 0; s < f->sides && status == DM_OK; s++) {
        status = dm_plane_new(f->board, &rules, &each[s], err);
        if (status == DM_OK)
            status = read_points(a,
                                 f->named ? "sides"
                                 : s == 0 ? "white"
                                          : "black",
                                 points[s], s, each[s], err);
    }
    if (status == DM_OK)
        status = place_in_turn(each, f->sides, f->plane, err);
    for (int32_t s = 0; s < f->sides; s++)
        dm_plane_free(each[s]);
    return status;
}

/* A board by rings of JSON. */
static dm_status open_polygon(asking *a, const json_t *rings, dm_plane_board **out, dm_error *err)
{
    size_t corners = 0, count = json_array_size(rings);
    for (size_t i = 0; i < count; i++)
        corners += json_array_size(json_array_get(rings, i));
    if (corners > DM_PLANE_CORNERS)
        return answer_fail(err, DM_TOO_LARGE, "%s: %zu corners; at most %d are allowed",
                           ask_label(a, "polygon"), corners, DM_PLANE_CORNERS);
    char(*room)[2][PLANE_NUMBER] = calloc(corners + 1, sizeof *room);
    const char **xy = calloc(2 * corners + 1, sizeof *xy);
    dm_plane_ring *ring = calloc(count + 1, sizeof *ring);
    dm_status status =
        room && xy && ring ? DM_OK : answer_fail(err, DM_NO_MEMORY, "no memory for the polygon");
    size_t at = 0;
    for (size_t i = 0; i < count && status == DM_OK; i++) {
        const json_t *corner = json_array_get(rings, i);
        ring[i] = (dm_plane_ring){xy + 2 * at, (int32_t)json_array_size(corner)};
        for (size_t k = 0; k < json_array_size(corner) && status == DM_OK; k++, at++)
            if (!plane_point_of(json_array_get(corner, k), room[at], xy + 2 * at))
                status =
                    ask_blame(a, err, DM_BAD_ARGUMENT, "%s: corner %zu of ring %zu is not [x, y]",
                              ask_label(a, "polygon"), k + 1, i + 1);
    }
    if (status == DM_OK)
        status = dm_plane_board_new("polygon", ring, (int32_t)count, out, err);
    free(room);
    free(xy);
    free(ring);
    return status;
}

dm_status plane_open_board(asking *a, const plane_fields *own, dm_plane_board **out, dm_error *err)
{
    if (!own->board == !own->polygon.json)
        return ask_blame(a, err, DM_BAD_ARGUMENT,
                         "a board is missing: square, rect:WxH, triangle, "
                         "ngon:N%s",
                         a->by_words ? " or polygon:FILE" : " as 'board', or 'polygon'");
    if (own->polygon.json)
        return open_polygon(a, own->polygon.json, out, err);
    return a->by_words || a->is_local ? dm_plane_board_open(own->board, out, err)
                                      : dm_plane_board_named(own->board, out, err);
}

dm_status plane_open(asking *a, plane_found *out, dm_error *err)
{
    const plane_fields *own = a->own;
    question_raw points[DM_PLANE_SIDES] = {{0}};
    plane_found *f = out;
    f->named = own->sides.text || own->sides.json;
    dm_status status = DM_OK;
    if (f->named && (own->white.text || own->white.json || own->black.text || own->black.json))
        return ask_blame(a, err, DM_BAD_ARGUMENT, "%s takes the place of White's and Black's sites",
                         ask_label(a, "sides"));
    if (f->named) {
        status = list_sides(a, own, f, points, err);
    } else {
        f->sides = 2;
        points[0] = own->white;
        points[1] = own->black;
        for (int s = 0; s < 2; s++)
            snprintf(f->name[s], PLANE_NAME, "%s", dm_side_name((dm_side)s));
    }
    if (status == DM_OK)
        status = plane_open_board(a, own, &f->board, err);
    if (status == DM_OK)
        status = read_sides(a, own, points, f, err);
    if (status == DM_OK)
        status = read_customers(a, own->customers, f, err);
    return status;
}

void plane_clear(plane_found *f)
{
    free(f->text);
    dm_plane_customers_free(f->customers);
    dm_plane_free(f->plane);
    dm_plane_board_free(f->board);
}

json_t *plane_point(const dm_plane *plane, int32_t index)
{
    char *x = NULL, *y = NULL;
    if (dm_plane_site_place(plane, index, &x, &y, NULL) != DM_OK)
        return NULL;
    json_t *point = json_pack("[s,s]", x, y);
    dm_free(x);
    dm_free(y);
    return point;
}

json_t *plane_points(const plane_found *f, int32_t side)
{
    json_t *list = json_array();
    for (int32_t i = 0; i < dm_plane_count(f->plane); i++)
        if (dm_plane_site_at(f->plane, i).side == side)
            report_append(&list, plane_point(f->plane, i));
    return list;
}

void plane_report_sites(const plane_found *f, report *r)
{
    const dm_plane_rules *rules = dm_plane_rules_of(f->plane);
    report_line(r, "%s, area %s", dm_plane_board_name(f->board), dm_plane_board_area(f->board));
    report_json(r, "board", report_name(dm_plane_board_name(f->board)));
    report_json(r, "area", json_string(dm_plane_board_area(f->board)));
    report_json(r, "metric", json_string(dm_line_metric_name(rules->metric)));
    report_json(r, "ties", json_string(dm_tie_rule_name(rules->ties)));
    char *demand = NULL;
    if (f->customers && dm_plane_customers_demand(f->customers, &demand, NULL) == DM_OK) {
        report_count(r, "customers", dm_plane_customers_count(f->customers));
        report_json(r, "demand", json_string(demand));
        report_row(r, "demand", "%s", demand);
        dm_free(demand);
    }
    for (int32_t s = 0; s < 2 && !f->named; s++)
        report_json(r, f->name[s], plane_points(f, s));
}

void plane_report_area(report *r, const char *key, const char *exact, double size)
{
    enum { SHOWN = 40 };
    if (!exact)
        report_row(r, key, "%.9g", size);
    else if (strlen(exact) <= SHOWN)
        report_row(r, key, strchr(exact, '/') ? "%s, %.6g" : "%s", exact, size);
    else
        report_row(r, key, "%.*s.. (%zu characters), %.9g", SHOWN, exact, strlen(exact), size);
    report_json(r, key, exact ? json_string(exact) : report_rounded(size));
}

void plane_report_rules(report *r, const dm_plane_game *game)
{
    const dm_plane_game_rules *rules = dm_plane_game_rules_of(game);
    const dm_plane_board *board = dm_plane_board_of(dm_plane_game_plane(game));
    bool apart = strcmp(rules->min_distance, "0") != 0;
    report_line(r, "%s, area %s, %d round%s of %d%s%s, %s", dm_plane_board_name(board),
                dm_plane_board_area(board), rules->rounds, rules->rounds == 1 ? "" : "s",
                rules->per_turn, apart ? ", at least " : "", apart ? rules->min_distance : "",
                dm_plane_rule_name(rules->rule));
    report_json(r, "board", report_name(dm_plane_board_name(board)));
    report_json(r, "area", json_string(dm_plane_board_area(board)));
    report_json(r, "metric", json_string(dm_line_metric_name(rules->metric)));
    report_json(r, "ties", json_string(dm_tie_rule_name(rules->ties)));
    report_json(r, "rule", json_string(dm_plane_rule_name(rules->rule)));
    if (rules->rule == DM_PLANE_GRAVITY)
        report_json(r, "lattice", json_integer(rules->lattice));
    report_json(r, "rounds", json_integer(rules->rounds));
    report_json(r, "per_turn", json_integer(rules->per_turn));
    report_json(r, "min_distance", json_string(rules->min_distance));
}
