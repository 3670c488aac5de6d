/* plane_reply.c - one round in the plane: Black's best new sites, and White's best opening. */
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
    PLANE_CUSTOMERS_ROW,
    PLANE_METRIC,
    {0}};

static const question_field lead_fields[] = {
    PLANE_BOARD,
    {.name = "count", .letter = 'k', .type = Q_COUNT, .argument = "P", .low = 1, .high = DM_PLANE_NEW_SITES,
     .most_asked = 10, .required = true, .at = offsetof(plane_lead_fields, count),
     .help = "how many sites White places"},
    {.name = "reply", .type = Q_COUNT, .argument = "R", .low = 1, .high = DM_PLANE_NEW_SITES,
     .most_asked = 10, .standard = -1, .at = offsetof(plane_lead_fields, reply),
     .help = "how many Black answers with; as many unless given"},
    {.name = "epsilon", .type = Q_REAL, .argument = "E", .at = offsetof(plane_lead_fields, epsilon),
     .help = "how close the bounds shall be; 1e-6 unless given"},
    PLANE_METRIC,
    {0}};
/* clang-format on */

static void reply_clear(void *found)
{
    plane_reply_found *f = found;
    dm_plane_reply_free(f->reply);
    dm_plane_score_free(f->score);
    dm_plane_cover_free(f->cover);
    plane_clear(&f->on);
}

static dm_status reply_find(asking *a, const ask_board *board, void *shared, void *found,
                            dm_error *err)
{
    const plane_reply_fields *own = a->own;
    plane_reply_found *f = found;
    (void)shared;
    dm_status status = plane_land_only(a, &own->on, own->epsilon > 0, "epsilon", err);
    if (status == DM_OK)
        status = plane_open(a, &f->on, err);
    if (status != DM_OK)
        return status;
    if (f->on.customers)
        return dm_plane_cover_new(f->on.plane, f->on.customers, (int32_t)own->count, board->run,
                                  &f->cover, err);
    const dm_plane_reply_ask ask = {
        .count = (int32_t)own->count, .epsilon = own->epsilon, .seed = a->seed};
    status = dm_plane_reply_new(f->on.plane, &ask, board->run, &f->reply, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    dm_status scored = dm_plane_score_new(f->reply->plane, NULL, NULL, &f->score, err);
    return scored == DM_OK ? status : scored;
}

/* The sites of `side` from number `first` on, as JSON and as rows. */
static json_t *new_points(report *r, const char *label, const dm_plane *plane, int32_t first,
                          int32_t side)
{
    json_t *list = json_array();
    for (int32_t i = first; i < dm_plane_count(plane); i++) {
        json_t *point = dm_plane_site_at(plane, i).side == side ? plane_point(plane, i) : NULL;
        if (!point)
            continue;
        report_row(r, json_array_size(list) ? "" : label, "%s, %s",
                   json_string_value(json_array_get(point, 0)),
                   json_string_value(json_array_get(point, 1)));
        report_append(&list, point);
    }
    return list;
}

/* A bound as JSON with all its digits. */
static void add_bound(report *r, const char *key, double value)
{
    report_json(r, key, json_real(value));
    report_row(r, key, "%.12g", value);
}

/* The scores of a reply; black's lead is the value. */
static void report_scores(report *r, char *const *score, const double *size, const char *tied,
                          double tied_size, const char *lead)
{
    plane_report_area(r, "white_score", score[0], size[0]);
    plane_report_area(r, "black_score", score[1], size[1]);
    plane_report_area(r, "tied", tied, tied_size);
    plane_report_area(r, "value", lead, size[1] - size[0]);
}

/* The bounds of Black's best share, and who wins by them. */
static void report_bounds(report *r, double lower, double upper, int attained)
{
    add_bound(r, "lower", lower);
    add_bound(r, "upper", upper);
    report_json(r, "attained", attained < 0 ? json_null() : json_boolean(attained));
    report_row(r, "attained", "%s",
               attained < 0 ? "not known"
               : attained   ? "yes"
                            : "no: sites only come near to it");
    const char *winner = lower > 0.5 ? "black" : upper < 0.5 ? "white" : NULL;
    report_json(r, "winner", winner ? json_string(winner) : json_null());
    report_row(r, "result", "%s",
               winner                         ? lower > 0.5 ? "Black wins" : "White wins"
               : lower == 0.5 && upper == 0.5 ? "a tie"
                                              : "not decided by the bounds");
}

static dm_status reply_report(const asking *a, const ask_board *board, void *found, report *r,
                              dm_error *err)
{
    const plane_reply_found *f = found;
    const dm_plane_reply *reply = f->reply;
    const dm_plane_cover *cover = f->cover;
    const dm_plane *plane = cover ? cover->plane : reply->plane;
    (void)a, (void)err;
    plane_report_sites(&f->on, r);
    json_t *chosen = new_points(r, "new sites", plane, dm_plane_count(f->on.plane), DM_BLACK);
    report_count(r, "count", json_array_size(chosen) ? (int64_t)json_array_size(chosen) : 0);
    report_json(r, "kept", plane_points(&f->on, DM_BLACK));
    report_json(r, "black", chosen);
    if (cover) {
        const dm_plane_demand *score = cover->score;
        report_scores(r, score->demand, score->size, score->tied, score->tied_size, score->lead);
        report_bounds(r, cover->lower, cover->upper, cover->proven ? 1 : -1);
    } else {
        const dm_plane_score *score = f->score;
        report_scores(r, score->area, score->size, score->tied, score->tied_size, score->lead);
        report_bounds(r, reply->lower, reply->upper, reply->attained);
    }
    report_flag(r, "proven", cover ? cover->proven : reply->proven);
    report_count(r, "nodes", cover ? cover->nodes : reply->nodes);
    report_since(r, board->begun);
    return DM_OK;
}

static void lead_clear(void *found)
{
    plane_lead_found *f = found;
    dm_plane_lead_free(f->lead);
    dm_plane_score_free(f->score);
    plane_clear(&f->on);
}

static dm_status lead_find(asking *a, const ask_board *board, void *shared, void *found,
                           dm_error *err)
{
    const plane_lead_fields *own = a->own;
    plane_lead_found *f = found;
    (void)shared;
    dm_status status = plane_open(a, &f->on, err);
    if (status != DM_OK)
        return status;
    const dm_plane_lead_ask ask = {.count = (int32_t)own->count,
                                   .reply = own->reply > 0 ? (int32_t)own->reply : 0,
                                   .epsilon = own->epsilon,
                                   .seed = a->seed};
    status = dm_plane_lead_new(f->on.board, dm_plane_rules_of(f->on.plane), &ask, board->run,
                               &f->lead, err);
    if (status != DM_OK && status != DM_STOPPED)
        return status;
    dm_status scored = dm_plane_score_new(f->lead->plane, NULL, NULL, &f->score, err);
    return scored == DM_OK ? status : scored;
}

static dm_status lead_report(const asking *a, const ask_board *board, void *found, report *r,
                             dm_error *err)
{
    const plane_lead_found *f = found;
    const dm_plane_lead *lead = f->lead;
    (void)a, (void)err;
    plane_report_sites(&f->on, r);
    report_count(r, "count", lead->count);
    report_count(r, "reply", dm_plane_count(lead->plane) - lead->count);
    report_json(r, "white", new_points(r, "White's sites", lead->plane, 0, DM_WHITE));
    report_json(r, "black", new_points(r, "best answer", lead->plane, lead->count, DM_BLACK));
    plane_report_area(r, "white_score", f->score->area[0], f->score->size[0]);
    plane_report_area(r, "black_score", f->score->area[1], f->score->size[1]);
    plane_report_area(r, "tied", f->score->tied, f->score->tied_size);
    plane_report_area(r, "value", f->score->value, f->score->size[0] - f->score->size[1]);
    add_bound(r, "lower", lead->lower);
    add_bound(r, "upper", lead->upper);
    report_flag(r, "proven", lead->proven);
    report_count(r, "nodes", lead->nodes);
    report_since(r, board->begun);
    return DM_OK;
}

const question question_plane_lead = {.name = "plane/lead",
                                      .fields = lead_fields,
                                      .common = Q_SEEDED | Q_TIMED,
                                      .size = sizeof(plane_lead_fields),
                                      .found_size = sizeof(plane_lead_found),
                                      .find = lead_find,
                                      .report = lead_report,
                                      .clear = lead_clear};

const question question_plane_reply = {.name = "plane/reply",
                                       .fields = reply_fields,
                                       .common = Q_SEEDED | Q_TIMED,
                                       .size = sizeof(plane_reply_fields),
                                       .found_size = sizeof(plane_reply_found),
                                       .find = reply_find,
                                       .report = reply_report,
                                       .clear = reply_clear};
