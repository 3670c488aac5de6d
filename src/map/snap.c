/* snap.c - the nearest point of the nearest street, for many places at once.
 *
 * The segments of all streets are sorted along a curve that fills the plane (Morton's: the bits of
 * both coordinates in turn), so that neighbours in the list are near each other.  Each eight of
 * them have a box, each eight boxes have one, and so on up to one:
 *
 *     level 1   [                box                ]
 *     level 0   [  box  ][  box  ][  box  ] ...
 *     segments   ////////  ////////  ////////
 *
 * A search visits boxes from the nearest on and leaves out those that are farther than what was
 * found.  A box's distance is lowered by a billionth, as it is computed with doubles; so the result
 * is that of a search through all segments.  Segments are numbered street by street: the lower
 * number wins a tie.
 *
 * Where a street crosses the meridian of 180 degrees, its segment goes on beyond it, and places are
 * searched for a turn to the east and to the west too.
 */
#include "base/base.h"
#include "map/shape.h"
#include <demesne/snap.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FAN = 8, MOST_LEVELS = 12, POLL = 256 };

static const double metres_per_unit = 6371008.8 * 3.14159265358979323846 / 180 * DM_LONLAT_UNIT;

typedef struct segment {
    int32_t from[2], to[2]; /* lon, lat */
    uint32_t number;        /* first_point[street] + street + its place in the street */
} segment;

typedef struct box {
    int32_t low[2], high[2];
} box;

typedef struct segment_index {
    const dm_arena *arena;
    const dm_map *map;
    dm_street_kinds kinds;
    size_t count;
    segment *segments;
    box *boxes; /* of all levels, the lowest first */
    size_t first[MOST_LEVELS + 1];
    int levels;
    box all;
} segment_index;

/* A place while its nearest segment is searched. */
typedef struct search {
    const segment_index *index;
    double lon, lat; /* in units */
    double squeeze;  /* cosine of the latitude */
    double best;     /* square of the distance found, in units */
    uint32_t number;
    double fraction; /* of the segment */
} search;

/* The second end, beyond 180 degrees if the segment crosses that meridian. */
static segment make_segment(dm_lonlat a, dm_lonlat b, uint32_t number)
{
    enum { MOST_STEP = 300000000 }; /* 30 degrees: the sum stays within 32 bits */
    int64_t step = dmi_lon_step(a.lon, b.lon);
    int32_t lon = step > -MOST_STEP && step < MOST_STEP ? (int32_t)(a.lon + step) : b.lon;
    return (segment){{a.lon, a.lat}, {lon, b.lat}, number};
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static const box no_box = {{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}};

static void include_segment(box *to, const segment *s)
{
    for (int c = 0; c < 2; c++) {
        to->low[c] = smaller(to->low[c], smaller(s->from[c], s->to[c]));
        to->high[c] = larger(to->high[c], larger(s->from[c], s->to[c]));
    }
}

static void include_box(box *to, const box *other)
{
    for (int c = 0; c < 2; c++) {
        to->low[c] = smaller(to->low[c], other->low[c]);
        to->high[c] = larger(to->high[c], other->high[c]);
    }
}

/* Puts a zero before each of 16 bits. */
static uint32_t spread_bits(uint32_t bits)
{
    bits = (bits | bits << 8) & 0x00ff00ff;
    bits = (bits | bits << 4) & 0x0f0f0f0f;
    bits = (bits | bits << 2) & 0x33333333;
    return (bits | bits << 1) & 0x55555555;
}

/* Where the middle of a segment lies on the curve. */
static uint32_t curve_place(const segment *s, const box *all)
{
    uint32_t cell[2];
    for (int c = 0; c < 2; c++) {
        double size = (double)all->high[c] - all->low[c] + 1;
        double middle = ((double)s->from[c] + s->to[c]) / 2 - all->low[c];
        middle = middle < 0 ? 0 : middle < size ? middle : size - 1;
        cell[c] = (uint32_t)(middle / size * 65536);
    }
    return spread_bits(cell[0]) | spread_bits(cell[1]) << 1;
}

/* Sorts by the upper 32 bits, a byte at a time; `other` has room for as many. */
static void sort_keys(uint64_t *keys, uint64_t *other, size_t count)
{
    for (int shift = 32; shift < 64; shift += 8) {
        size_t at[257] = {0};
        for (size_t i = 0; i < count; i++)
            at[(keys[i] >> shift & 255) + 1]++;
        for (int b = 0; b < 256; b++)
            at[b + 1] += at[b];
        for (size_t i = 0; i < count; i++)
            other[at[keys[i] >> shift & 255]++] = keys[i];
        uint64_t *swapped = keys;
        keys = other;
        other = swapped;
    }
}

static bool is_wanted(const segment_index *index, int32_t street)
{
    return index->kinds >> index->map->kind[street] & 1;
}

/* Fills index->segments in the order of the curve. */
static dm_status sort_segments(segment_index *index, dm_run *run, dm_error *err)
{
    size_t n = index->count;
    dmi_arrays arrays = {0};
    segment *listed = dmi_array(&arrays, n, sizeof *listed);
    uint64_t *keys = dmi_array(&arrays, n, sizeof *keys);
    uint64_t *other = dmi_array(&arrays, n, sizeof *other);
    dm_status status = dmi_arrays_check(&arrays, err);
    if (status != DM_OK)
        return status;
    segment *out = listed;
    const dm_map *map = index->map;
    for (int32_t s = 0; s < map->streets; s++) {
        uint32_t points = dm_street_points(map, s), number = map->first_point[s] + (uint32_t)s;
        dm_lonlat last = dm_street_point(index->arena, s, 0);
        for (uint32_t i = 1; i < points && is_wanted(index, s); i++) {
            dm_lonlat next = dm_street_point(index->arena, s, i);
            *out++ = make_segment(last, next, number++);
            last = next;
        }
    }
    index->all = no_box;
    for (size_t i = 0; i < n; i++)
        include_segment(&index->all, &listed[i]);
    for (size_t i = 0; i < n; i++)
        keys[i] = (uint64_t)curve_place(&listed[i], &index->all) << 32 | i;
    if (dmi_run_go_on(run, n))
        sort_keys(keys, other, n);
    for (size_t i = 0; i < n; i++)
        index->segments[i] = listed[(uint32_t)keys[i]];
    dmi_arrays_free(&arrays);
    return dmi_run_go_on(run, n) ? DM_OK : dmi_as_unfinished(dmi_stopped(run, err), err);
}

/* The number of boxes that hold `count` things. */
static size_t boxes_for(size_t count)
{
    return (count + FAN - 1) / FAN;
}

static void fill_boxes(segment_index *index)
{
    for (int level = 0; level < index->levels; level++) {
        box *to = index->boxes + index->first[level];
        size_t below = level ? index->first[level] - index->first[level - 1] : index->count;
        for (size_t i = 0; i < boxes_for(below); i++)
            to[i] = no_box;
        for (size_t i = 0; i < below; i++)
            if (level == 0)
                include_segment(&to[i / FAN], &index->segments[i]);
            else
                include_box(&to[i / FAN], &index->boxes[index->first[level - 1] + i]);
    }
}

static dm_status make_index(segment_index *index, dm_run *run, dm_error *err)
{
    size_t below = index->count;
    do {
        below = boxes_for(below);
        index->first[index->levels + 1] = index->first[index->levels] + below;
        index->levels++;
    } while (below > 1);
    index->segments = dmi_alloc(index->count, sizeof *index->segments);
    index->boxes = dmi_alloc(index->first[index->levels], sizeof *index->boxes);
    if (!index->segments || !index->boxes)
        return dmi_no_memory(err);
    dm_status status = sort_segments(index, run, err);
    if (status == DM_OK)
        fill_boxes(index);
    return status;
}

/* Compares a segment with the nearest found so far. */
static void try_segment(search *s, const segment *on)
{
    double from[2] = {(on->from[0] - s->lon) * s->squeeze, on->from[1] - s->lat};
    double to[2] = {(on->to[0] - s->lon) * s->squeeze, on->to[1] - s->lat};
    double step[2] = {to[0] - from[0], to[1] - from[1]};
    double size = step[0] * step[0] + step[1] * step[1];
    double fraction = size > 0 ? -(from[0] * step[0] + from[1] * step[1]) / size : 0;
    double x = from[0] + fraction * step[0], y = from[1] + fraction * step[1];
    if (fraction <= 0) {
        fraction = 0;
        x = from[0];
        y = from[1];
    } else if (fraction >= 1) {
        fraction = 1;
        x = to[0];
        y = to[1];
    }
    double square = x * x + y * y;
    if (square > s->best || (square == s->best && on->number >= s->number))
        return;
    s->best = square;
    s->number = on->number;
    s->fraction = fraction;
}

/* How far `x` is outside of low..high. */
static double distance_outside(double x, double low, double high)
{
    return x < low ? low - x : x > high ? x - high : 0;
}

static void visit_cell(search *s, int level, size_t at);

static void visit_cell(search *s, int level, size_t at)
{
    const segment_index *index = s->index;
    if (level > 0) {
        /* Visits the boxes below one, the nearest first. */
        size_t first = at * FAN, below = index->first[level] - index->first[level - 1];
        size_t count = below - first < FAN ? below - first : FAN;
        struct {
            double distance;
            size_t box;
        } order[FAN], next;
        for (size_t i = 0; i < count; i++) {
            size_t place = i;
            next.box = first + i;
            /* Not more than the square of the distance to anything inside. */
            const box *b = &index->boxes[index->first[level - 1] + next.box];
            double east = distance_outside(s->lon, b->low[0], b->high[0]) * s->squeeze;
            double north = distance_outside(s->lat, b->low[1], b->high[1]);
            next.distance = (east * east + north * north) * (1 - 1e-9);
            for (; place > 0 && order[place - 1].distance > next.distance; place--)
                order[place] = order[place - 1];
            order[place] = next;
        }
        for (size_t i = 0; i < count && order[i].distance <= s->best; i++)
            visit_cell(s, level - 1, order[i].box);
        return;
    }
    size_t end = (at + 1) * FAN < index->count ? (at + 1) * FAN : index->count;
    for (size_t i = at * FAN; i < end; i++)
        try_segment(s, &index->segments[i]);
}

static dm_snapped find_street(const segment_index *index, dm_lonlat place)
{
    search s = {.index = index,
                .lat = place.lat,
                .squeeze = cos(place.lat * (DM_LONLAT_UNIT * 3.14159265358979323846 / 180)),
                .best = INFINITY};
    for (int turn = 0; turn < 3; turn++) { /* 0, then to the east, then to the west */
        s.lon = place.lon + (turn == 1 ? 2.0 : turn == 2 ? -2.0 : 0) * DMI_HALF_TURN;
        visit_cell(&s, index->levels - 1, 0);
    }
    /* The street of a segment. */
    uint32_t number = s.number;
    int32_t low = 0, high = index->map->streets - 1;
    while (low < high) {
        int32_t middle = low + (high - low + 1) / 2;
        if (index->map->first_point[middle] + (uint32_t)middle <= number)
            low = middle;
        else
            high = middle - 1;
    }
    dm_snapped out = {.street = low, .metres = sqrt(s.best) * metres_per_unit};
    out.segment = s.number - index->map->first_point[out.street] - (uint32_t)out.street;
    /* How far along its street a place is. */
    const dm_arena *arena = index->arena;
    dm_lonlat a = dm_street_point(arena, out.street, out.segment);
    dm_lonlat b = dm_street_point(arena, out.street, out.segment + 1);
    double before = dmi_street_metres(arena, out.street, out.segment);
    double all = dmi_street_metres(arena, out.street, dm_street_points(index->map, out.street) - 1);
    double way = before + s.fraction * dm_lonlat_metres(a, b);
    double length = (double)index->map->length[out.street];
    out.at = all > 0 ? llround(fmin(way / all, 1) * length) : 0;
    out.point = s.fraction <= 0 ? a : s.fraction >= 1 ? b : dmi_lonlat_between(a, b, s.fraction);
    return out;
}

/* The places in the order of the curve: what one search visits, the next one finds in the cache. */
static dm_status order_places(const segment_index *index, const dm_lonlat *places, size_t count,
                              uint64_t *keys, dm_error *err)
{
    uint64_t *other = dmi_alloc(count, sizeof *other);
    if (!other)
        return dmi_no_memory(err);
    for (size_t i = 0; i < count; i++) {
        segment at = {.from = {places[i].lon, places[i].lat}, .to = {places[i].lon, places[i].lat}};
        keys[i] = (uint64_t)curve_place(&at, &index->all) << 32 | i;
    }
    sort_keys(keys, other, count);
    free(other);
    return DM_OK;
}

static dm_status find_all(const segment_index *index, const dm_lonlat *places, int64_t count,
                          dm_run *run, dm_snapped *out, dm_error *err)
{
    uint64_t *keys = dmi_alloc((size_t)count, sizeof *keys);
    dm_status status =
        keys ? order_places(index, places, (size_t)count, keys, err) : dmi_no_memory(err);
    for (int64_t i = 0; i < count && status == DM_OK; i++) {
        uint32_t place = (uint32_t)keys[i];
        if (i % POLL == 0 &&
            !dmi_run_report(run, POLL, "finding places", (uint64_t)i, (uint64_t)count, ""))
            status = dmi_as_unfinished(dmi_stopped(run, err), err);
        else
            out[place] = find_street(index, places[place]);
    }
    free(keys);
    return status;
}

dm_status dm_snap(const dm_arena *arena, const dm_lonlat *places, int64_t count,
                  dm_street_kinds kinds, dm_run *run, dm_snapped *out, dm_error *err)
{
    const dm_street_kinds ferries = UINT32_C(1) << DM_STREET_FERRY;
    segment_index index = {
        .arena = arena, .map = dm_arena_map(arena), .kinds = kinds ? kinds : ~ferries};
    if (!index.map)
        return dmi_fail(err, DM_BAD_ARGUMENT, "places by lon and lat need a board with a map");
    uint64_t all =
        (uint64_t)index.map->first_point[index.map->streets] + (uint64_t)index.map->streets;
    for (int32_t s = 0; s < index.map->streets; s++)
        if (is_wanted(&index, s))
            index.count += dm_street_points(index.map, s) - 1;
    if (all > UINT32_MAX || count > (int64_t)UINT32_MAX)
        return dmi_fail(err, DM_TOO_LARGE, "too many places, or points of streets");
    if (index.count == 0) {
        for (int64_t i = 0; i < count; i++)
            out[i] = (dm_snapped){.street = -1, .metres = INFINITY};
        return DM_OK;
    }
    dm_status status = count > 0 ? make_index(&index, run, err) : DM_OK;
    if (status == DM_OK)
        status = find_all(&index, places, count, run, out, err);
    free(index.segments);
    free(index.boxes);
    return status;
}
