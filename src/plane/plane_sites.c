/* plane_sites.c - sites on a board, in the order placed. */
#include "plane/plane_sites.h"

#include "base/fraction.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dm_status check_rules(dm_plane_rules *rules, dm_error *err)
{
    if (rules->sides == 0)
        rules->sides = 2;
    if (rules->metric == DM_BY_COLUMNS)
        rules->metric = DM_EUCLID;
    if (rules->metric != DM_EUCLID && rules->metric != DM_MANHATTAN)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "the plane has no metric %s; expected euclid or manhattan",
                        dm_line_metric_name(rules->metric));
    if (rules->sides < 2 || rules->sides > DM_PLANE_SIDES)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d sides; expected 2 to %d", rules->sides,
                        DM_PLANE_SIDES);
    if (rules->sides > 2 && dm_ties_sign(rules->ties) != 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "ties cannot go to %s if there are %d sides",
                        dm_tie_rule_name(rules->ties), rules->sides);
    return DM_OK;
}

dm_status dm_plane_new(const dm_plane_board *board, const dm_plane_rules *rules, dm_plane **out,
                       dm_error *err)
{
    dm_plane_rules checked = rules ? *rules : (dm_plane_rules){0};
    dm_status status = check_rules(&checked, err);
    if (status != DM_OK)
        return status;
    dm_plane *plane = dmi_calloc(1, sizeof *plane);
    if (!plane)
        return dmi_no_memory(err);
    plane->board = board;
    plane->rules = checked;
    *out = plane;
    return DM_OK;
}

void dm_plane_free(dm_plane *plane)
{
    if (!plane)
        return;
    dmi_exact_ring_clear(&plane->site);
    free(plane->near);
    free(plane->side);
    free(plane->slot);
    free(plane);
}

const dm_plane_board *dm_plane_board_of(const dm_plane *plane)
{
    return plane->board;
}

const dm_plane_rules *dm_plane_rules_of(const dm_plane *plane)
{
    return &plane->rules;
}

/* The slot of a place: that of a site there, or an empty one. */
static uint32_t find_slot(const dm_plane *plane, const dmi_exact_point *at)
{
    uint64_t bits[2];
    dm_point near = {at->near.x + 0, at->near.y + 0}; /* no -0 */
    memcpy(bits, &near, sizeof bits);
    uint64_t hash = (bits[0] * 0x9e3779b97f4a7c15 ^ bits[1]) * 0xff51afd7ed558ccd;
    uint32_t slot = (uint32_t)(hash >> 32) & (plane->slots - 1);
    while (plane->slot[slot] && !dmi_exact_point_equal(plane->site.at + plane->slot[slot] - 1, at))
        slot = (slot + 1) & (plane->slots - 1);
    return slot;
}

/* Makes room for another site in the table. */
static bool reserve_slot(dm_plane *plane)
{
    enum { FEWEST = 16 };
    if (2 * (uint32_t)plane->count + 2 <= plane->slots)
        return true;
    uint32_t slots = plane->slots ? 2 * plane->slots : FEWEST;
    int32_t *table = dmi_calloc(slots, sizeof *table);
    if (!table)
        return false;
    free(plane->slot);
    plane->slot = table;
    plane->slots = slots;
    for (int32_t i = 0; i < plane->count; i++)
        table[find_slot(plane, plane->site.at + i)] = i + 1;
    return true;
}

static dm_status refuse(const dm_plane *plane, const dmi_exact_point *at, dm_error *err)
{
    int32_t taken = plane->slot[find_slot(plane, at)];
    if (taken)
        return dmi_fail(err, DM_BAD_MOVE, "%g,%g is taken by site %d", at->near.x, at->near.y,
                        taken);
    if (dmi_plane_board_where(plane->board, at) < 0)
        return dmi_fail(err, DM_BAD_MOVE, "%g,%g is outside the board %s", at->near.x, at->near.y,
                        plane->board->name);
    return DM_OK;
}

/* Takes the last place of the list as a site of `side`, or removes it again; `is_known` if it is
 * known to be free and on the board. */
static dm_status take_last(dm_plane *plane, int32_t side, bool is_known, dm_error *err)
{
    const dmi_exact_point *at = plane->site.at + plane->count;
    plane->site.count = plane->count;
    size_t need = (size_t)plane->count + 1;
    if (side < 0 || side >= plane->rules.sides)
        return dmi_fail(err, DM_BAD_ARGUMENT, "side %d; expected 0 to %d", side,
                        plane->rules.sides - 1);
    if (!dmi_reserve(&plane->near, &plane->near_room, need, sizeof *plane->near) ||
        !dmi_reserve(&plane->side, &plane->side_room, need, sizeof *plane->side) ||
        !reserve_slot(plane))
        return dmi_no_memory(err);
    dm_status status = is_known ? DM_OK : refuse(plane, at, err);
    if (status != DM_OK)
        return status;
    plane->slot[find_slot(plane, at)] = plane->count + 1;
    plane->near[plane->count] = at->near;
    plane->side[plane->count++] = side;
    plane->site.count = plane->count;
    return DM_OK;
}

/* As dm_plane_place(), of texts that need not end. */
static dm_status place(dm_plane *plane, int32_t side, const char *x, size_t x_length, const char *y,
                       size_t y_length, dm_error *err)
{
    dmi_exact_point *at = dmi_exact_ring_add(&plane->site);
    if (!at)
        return dmi_no_memory(err);
    dm_status status = dmi_fraction_read(x, x_length, "x", at->x, err);
    if (status == DM_OK)
        status = dmi_fraction_read(y, y_length, "y", at->y, err);
    dmi_exact_point_round(at);
    if (status == DM_OK)
        return take_last(plane, side, false, err);
    plane->site.count = plane->count;
    return status;
}

dm_status dm_plane_place(dm_plane *plane, int32_t side, const char *x, const char *y, dm_error *err)
{
    return place(plane, side, x, strlen(x), y, strlen(y), err);
}

dm_status dm_plane_place_at(dm_plane *plane, int32_t side, dm_point where, dm_error *err)
{
    if (!isfinite(where.x) || !isfinite(where.y))
        return dmi_fail(err, DM_BAD_ARGUMENT, "a place that is no pair of numbers");
    dmi_exact_point *at = dmi_exact_ring_add(&plane->site);
    if (!at)
        return dmi_no_memory(err);
    mpq_set_d(at->x, where.x);
    mpq_set_d(at->y, where.y);
    dmi_exact_point_round(at);
    return take_last(plane, side, false, err);
}

dm_status dmi_plane_place_short(dm_plane *plane, int32_t side, dm_point at, dm_error *err)
{
    enum { DIGITS = 10, MOST = 300, ROOM = 700 };
    const dm_plane_board *board = plane->board;
    double extent = fmax(board->high.x - board->low.x, board->high.y - board->low.y);
    int decimals = (int)fmin(fmax(0, DIGITS - floor(log10(extent))), MOST);
    char x[ROOM], y[ROOM];
    snprintf(x, sizeof x, "%.*f", decimals, at.x);
    snprintf(y, sizeof y, "%.*f", decimals, at.y);
    return dm_plane_place(plane, side, x, y, err);
}

void dm_plane_undo(dm_plane *plane)
{
    if (plane->count == 0)
        return;
    /* the last site was entered last, so that no other was put behind it */
    plane->slot[find_slot(plane, plane->site.at + plane->count - 1)] = 0;
    plane->site.count = --plane->count;
}

static void trim(const char **from, const char **end)
{
    while (*from < *end && **from == ' ')
        ++*from;
    while (*end > *from && (*end)[-1] == ' ')
        --*end;
}

dm_status dm_plane_read(dm_plane *plane, int32_t side, const char *points, dm_error *err)
{
    dm_status status = DM_OK;
    for (const char *at = points; *at && status == DM_OK;) {
        const char *end = at + strcspn(at, ";"), *next = *end ? end + 1 : end;
        const char *comma = memchr(at, ',', (size_t)(end - at));
        trim(&at, &end);
        if (!comma || at == end)
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "'%.*s' is no point; expected x,y with a semicolon between points",
                            (int)(end - at > 60 ? 60 : end - at), at);
        const char *x_end = comma, *y = comma + 1;
        trim(&at, &x_end);
        trim(&y, &end);
        status = place(plane, side, at, (size_t)(x_end - at), y, (size_t)(end - y), err);
        at = next;
    }
    return status;
}

dm_status dm_plane_copy(const dm_plane *plane, dm_plane **out, dm_error *err)
{
    dm_plane *copy = NULL;
    dm_status status = dm_plane_new(plane->board, &plane->rules, &copy, err);
    for (int32_t i = 0; i < plane->count && status == DM_OK; i++) {
        dmi_exact_point *at = dmi_exact_ring_add(&copy->site);
        if (at)
            dmi_exact_point_set(at, plane->site.at + i);
        status = at ? take_last(copy, plane->side[i], true, err) : dmi_no_memory(err);
    }
    if (status == DM_OK)
        *out = copy;
    else
        dm_plane_free(copy);
    return status;
}

int32_t dm_plane_count(const dm_plane *plane)
{
    return plane->count;
}

dm_plane_site dm_plane_site_at(const dm_plane *plane, int32_t index)
{
    return (dm_plane_site){plane->near[index], plane->side[index]};
}

dm_status dm_plane_site_place(const dm_plane *plane, int32_t index, char **x, char **y,
                              dm_error *err)
{
    char *first = dmi_exact_text(plane->site.at[index].x);
    char *second = dmi_exact_text(plane->site.at[index].y);
    if (!first || !second) {
        dm_free(first);
        dm_free(second);
        return dmi_no_memory(err);
    }
    *x = first;
    *y = second;
    return DM_OK;
}

bool dmi_plane_is_first(const void *plane, int32_t a, int32_t b)
{
    (void)plane;
    return a < b;
}

bool dmi_plane_has_ties(const void *context, int32_t a, int32_t b)
{
    const dm_plane *plane = context;
    int32_t mine = plane->side[a], other = plane->side[b];
    if (mine == other || dm_ties_go_by_age(plane->rules.ties))
        return a < b;
    int sign = dm_ties_sign(plane->rules.ties);
    return sign != 0 && mine == (sign > 0 ? DM_WHITE : DM_BLACK);
}

dm_status dmi_plane_float_sites(const dm_plane *plane, dmi_float_sites *out, dm_error *err)
{
    return dmi_float_sites_init(out, plane->near, plane->count, plane->rules.metric,
                                plane->board->low, plane->board->high, err);
}
