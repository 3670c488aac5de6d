/* plane_reply.c - one round in the plane: Black's best new sites. */
#include "question/plane/plane_questions.h"

#include <math.h>

/* clang-format off */
static const question_field reply_fields[] = {
    PLANE_BOARD,
    PLANE_SITES,
    {.name = "count", .letter = 'k', .type = Q_COUNT, .argument = "R", .low = 1, .high = DM_PLANE_NEW_SITES,
     .most_asked = 20, .standard = 1, .at = offsetof(plane_reply_fields, count),
     .help = "how many new sites Black places"},
    {.name = "epsilon", .type = Q_REAL, .argument = "E", .at = offsetof(plane_reply_fields, epsilon),
     .help = "how close the bounds shall be; 1e-6 unless given"},
    PLANE_METRIC,
    {0}};
/* clang-format on */

static void reply_clear(void *found)
{
    plane_reply_found *f = found;
    dm_plane_reply_free(f->reply);
    dm_plane_score_free(f->score);
    plane_clear(&f->on);
}

static dm_status reply_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const plane_reply_fields *own = a->own;
    plane_reply_found *f = found;
    (void)shared;
    dm_status status = plane_open(a, &f->on, err);
    if (status != DM_OK)
        return status;
    const dm_plane_reply_ask ask = {
        .count = (int32_t)own->count, .epsilon = own->epsilon, .seed = a->seed};
    status = dm_plane_reply_new(f->on.plane, &ask, board->run, &f->reply, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    dm_status scored = dm_plane_score_new(f->reply->plane, NULL, NULL, &f->score, err);
    return scored == DM_OK ? status : scored;
}

/* A bound as JSON with all its digits. */
static void add_bound(report *r, const char *key, double value)
{
    report_json(r, key, json_real(value));
    report_row(r, key, "%.12g", value);
}

static dm_status reply_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const plane_reply_found *f = found;
    const dm_plane_reply *reply = f->reply;
    const dm_plane *plane = reply->plane;
    (void)a, (void)err;
    plane_report_sites(&f->on, r);
    json_t *chosen = json_array();
    for (int32_t i = dm_plane_count(f->on.plane); i < dm_plane_count(plane); i++) {
        json_t *point = plane_point(plane, i);
        report_row(r, i == dm_plane_count(f->on.plane) ? "new sites" : "", "%s, %s",
                   json_string_value(json_array_get(point, 0)),
                   json_string_value(json_array_get(point, 1)));
        report_append(&chosen, point);
    }
    report_count(r, "count", json_array_size(chosen) ? (int64_t)json_array_size(chosen) : 0);
    report_json(r, "kept", plane_points(&f->on, DM_BLACK));
    report_json(r, "black", chosen);
    plane_report_area(r, "white_score", f->score->area[0], f->score->size[0]);
    plane_report_area(r, "black_score", f->score->area[1], f->score->size[1]);
    plane_report_area(r, "tied", f->score->tied, f->score->tied_size);
    plane_report_area(r, "value", f->score->lead, f->score->size[1] - f->score->size[0]);
    add_bound(r, "lower", reply->lower);
    add_bound(r, "upper", reply->upper);
    report_json(r, "attained", reply->attained < 0 ? json_null() : json_boolean(reply->attained));
    report_row(r, "attained", "%s",
               reply->attained < 0 ? "not known"
               : reply->attained   ? "yes"
                                   : "no: sites only come near to it");
    const char *winner = reply->lower > 0.5 ? "black" : reply->upper < 0.5 ? "white" : NULL;
    report_json(r, "winner", winner ? json_string(winner) : json_null());
    report_row(r, "result", "%s",
               winner ? reply->lower > 0.5 ? "Black wins" : "White wins"
                      : "not decided by the bounds");
    report_flag(r, "proven", reply->proven);
    report_count(r, "nodes", reply->nodes);
    report_since(r, board->begun);
    return DM_OK;
}

const question question_plane_reply = {.name = "plane/reply",
                                       .fields = reply_fields,
                                       .common = Q_SEEDED | Q_TIMED,
                                       .size = sizeof(plane_reply_fields),
                                       .found_size = sizeof(plane_reply_found),
                                       .find = reply_find,
                                       .report = reply_report,
                                       .clear = reply_clear};
