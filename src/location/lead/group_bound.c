/* group_bound.c - bounds the best answer by groups of sites that are divided.
 *
 * A group of sites wins what any of them wins: one search from all of them.  The heaviest union of
 * as many groups as the side may open sites bounds every answer.  The groups in it are divided and
 * the union is computed again, until it has single sites only: then it is the best answer.  So only
 * the sites around the best answers are searched one by one.
 *
 * Cost: a search per group.
 */
#include "location/lead/early_bounds.h"

#include "base/sort.h"
#include "location/lead/bit_cover.h"
#include "location/lead/fixed_side.h"
#include <assert.h>
#include <demesne/rng.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_PARTS = 16, MOST_FIRST = 256, PARTS = 4, MANY_PARTS = 8, PASSES = 2, MOST_ROWS = 3 };
enum { SINGLE_WORK = 30000000, SINGLE_BYTES = 1 << 27 };
static const double SINGLE_SPEED = 5e7; /* of that work, per second */
static const double UNION_SHARE = 0.4;  /* of the time left, for a union of many groups */

typedef struct group {
    int32_t first, count; /* its members */
} group;

typedef struct group_bounding {
    dmi_lead_fixed_side *fixed;
    dm_run *run;
    double seconds; /* for what follows the first union */
    bool is_timed;
    dm_rng rng;
    int32_t count;   /* sites that the side opens */
    int32_t *member; /* its sites, by group */
    int32_t *scratch, *label;
    group *group;
    size_t groups, room;
    uint64_t *row; /* of each group */
    size_t row_room;
    int32_t *list; /* all groups */
    size_t list_room;
    int32_t *chosen; /* the groups of the heaviest union */
    int32_t chosen_count;
    int64_t weight; /* no union weighs more */
    dmi_arrays arrays;
} group_bounding;

/* Adds a group without its row. */
static dm_status add_group(group_bounding *b, int32_t first, int32_t count, dm_error *err)
{
    size_t words = b->fixed->bits.words;
    if (!dmi_reserve(&b->group, &b->room, b->groups + 1, sizeof *b->group) ||
        !dmi_reserve(&b->row, &b->row_room, (b->groups + 1) * words, sizeof *b->row) ||
        !dmi_reserve(&b->list, &b->list_room, b->groups + 1, sizeof *b->list))
        return dmi_no_memory(err);
    b->list[b->groups] = (int32_t)b->groups;
    b->group[b->groups++] = (group){first, count};
    return DM_OK;
}

static uint64_t *row_of(const group_bounding *b, size_t g)
{
    return b->row + g * b->fixed->bits.words;
}

static dm_status write_group_row(group_bounding *b, size_t g, dm_error *err)
{
    return dmi_lead_fixed_side_row(b->fixed, b->member + b->group[g].first, b->group[g].count,
                                   row_of(b, g), err);
}

/* Replaces group g by parts of it. */
static dm_status divide_group(group_bounding *b, size_t g, int32_t parts, dm_error *err)
{
    const group old = b->group[g];
    int32_t at = old.first;
    parts = parts < old.count ? parts : old.count;
    /* the members are labelled by the nearest of `parts` random ones, which label themselves: on
     * points and tables another one may be as near */
    const dmi_lead_site *site = b->fixed->sites->site;
    int32_t *member = b->member + old.first;
    dmi_paths *paths = &b->fixed->paths;
    dm_status status = DM_OK;
    dmi_paths_start(paths);
    for (int32_t i = 0; i < parts && status == DM_OK; i++) {
        int32_t k = i + (int32_t)dm_rng_below(&b->rng, (uint64_t)(old.count - i));
        dmi_swap_int32(&member[i], &member[k]);
        status = dmi_paths_origin(paths, site[member[i]].vertex, (uint32_t)i, err);
    }
    if (status == DM_OK)
        status = dmi_paths_run(paths, UINT32_MAX, err);
    assert(parts > 0 && parts <= old.count);
    for (int32_t i = 0; i < old.count && status == DM_OK; i++) {
        dmi_cell cell = dmi_paths_at(paths, site[member[i]].vertex);
        b->label[i] = i < parts                        ? i
                      : cell.distance == DMI_UNREACHED ? i % parts
                                                       : (int32_t)cell.label;
    }
    memcpy(b->scratch, b->member + old.first, (size_t)old.count * sizeof *b->scratch);
    for (int32_t p = 0; p < parts && status == DM_OK; p++) {
        int32_t first = at;
        for (int32_t i = 0; i < old.count; i++)
            if (b->label[i] == p)
                b->member[at++] = b->scratch[i];
        if (p == 0)
            b->group[g] = (group){first, at - first};
        else
            status = add_group(b, first, at - first, err);
        if (status == DM_OK)
            status = write_group_row(b, p == 0 ? g : b->groups - 1, err);
        if (status == DM_OK && !dmi_run_go_on(b->run, 1))
            status = dmi_stopped(b->run, err);
    }
    return status;
}

/* Whether there is time and room to search every site of the side by itself. */
static bool is_small(const group_bounding *b)
{
    const dmi_lead_fixed_side *f = b->fixed;
    int64_t sites = f->sites->count, found = (f->n + f->sites->count) / (f->given_count + 1);
    return sites * found < SINGLE_WORK && (double)(sites * found) < SINGLE_SPEED * b->seconds &&
           sites * (int64_t)(f->bits.words * sizeof *b->row) < SINGLE_BYTES;
}

/* Makes the first groups; a site that holds a place to which Black commits himself is one. */
static dm_status make_groups(group_bounding *b, dm_error *err)
{
    const dmi_lead_fixed_side *f = b->fixed;
    const dmi_lead_sites *sites = f->sites;
    bool is_black = f->side == DM_BLACK;
    int32_t count = 0, last = sites->count;
    dm_status status = DM_OK;
    for (int32_t s = 0; s < sites->count && status == DM_OK; s++) {
        if (!dmi_lead_fixed_side_is_new(sites, f->side, s))
            continue;
        int32_t given = -1; /* the other side's new site that takes this one's place, or holds it */
        for (int32_t i = 0; given < 0 && i < f->given_count; i++) {
            int32_t black = is_black ? s : f->given[i], white = is_black ? f->given[i] : s;
            given = dmi_lead_holder(sites, black) == white ? i : -1;
        }
        if (given < 0)
            b->member[count++] = s;
        if (given < 0 || is_black)
            continue;
        b->member[--last] = s;
        status = dmi_run_go_on(b->run, 1) ? add_group(b, last, 1, err) : dmi_stopped(b->run, err);
        if (status == DM_OK)
            status = dmi_lead_fixed_side_holder_row(b->fixed, given, row_of(b, b->groups - 1), err);
    }
    if (status != DM_OK || count == 0)
        return status;
    if (b->count > MOST_ROWS && is_small(b)) {
        /* each member is a group */
        for (int32_t i = 0; i < count && status == DM_OK; i++) {
            status = dmi_run_go_on(b->run, 1) ? add_group(b, i, 1, err) : dmi_stopped(b->run, err);
            if (status == DM_OK)
                status = write_group_row(b, b->groups - 1, err);
        }
        return status;
    }
    status = add_group(b, 0, count, err);
    if (status == DM_OK)
        status = divide_group(
            b, b->groups - 1,
            b->count < MOST_FIRST / FIRST_PARTS ? FIRST_PARTS * (1 + b->count) : MOST_FIRST, err);
    return status;
}

/* The heaviest union of a few groups. */
static dm_status choose_few(group_bounding *b, int32_t count, dm_error *err)
{
    const dmi_bits *bits = &b->fixed->bits;
    int32_t groups = (int32_t)b->groups;
    dmi_bit_cover cover = {0};
    uint64_t *none = dmi_calloc(bits->words, sizeof *none);
    dm_status status =
        none ? dmi_bit_cover_init(&cover, bits, groups, count, err) : dmi_no_memory(err);
    if (status == DM_OK && !dmi_bit_cover_run(&cover, b->row, b->list, groups, none, b->run))
        status = dmi_stopped(b->run, err);
    if (status == DM_OK) {
        b->weight = cover.weight < b->weight ? cover.weight : b->weight;
        b->chosen_count = cover.best_count;
        memcpy(b->chosen, cover.best, (size_t)cover.best_count * sizeof *b->chosen);
    }
    dmi_bit_cover_clear(&cover);
    free(none);
    return status;
}

/* A heavy union of many groups, and a bound on all.  The heaviest one would take too long.  A group
 * costs what its cheapest site costs. */
static dm_status choose_many(group_bounding *b, int32_t count, bool has_budget, dm_error *err)
{
    const dmi_lead_sites *sites = b->fixed->sites;
    double left = b->is_timed ? UNION_SHARE * dmi_run_seconds_left(b->run) : b->seconds;
    int64_t weight = INT64_MAX, *cost = dmi_alloc(b->groups, sizeof *cost);
    dm_run *part = NULL;
    dm_status status = cost ? dmi_run_part(b->run, left, &part, err) : dmi_no_memory(err);
    for (size_t g = 0; status == DM_OK && g < b->groups; g++) {
        cost[g] = INT64_MAX;
        for (int32_t i = 0; i < b->group[g].count; i++) {
            int64_t one = sites->site[b->member[b->group[g].first + i]].cost;
            cost[g] = one < cost[g] ? one : cost[g];
        }
    }
    if (status == DM_OK)
        status = dmi_bit_cover_as_sets(&b->fixed->bits, b->row, b->list, (int32_t)b->groups, count,
                                       has_budget ? cost : NULL, sites->budget, part, b->chosen,
                                       &b->chosen_count, &weight, err);
    if (status == DM_OK || status == DM_STOPPED)
        b->weight = weight < b->weight ? weight : b->weight;
    if (status == DM_STOPPED && dmi_run_go_on(b->run, 0))
        status = DM_OK;
    dm_run_free(part);
    free(cost);
    return status;
}

/* Divides the groups chosen; *divided is false if they are all single sites. */
static dm_status divide_chosen(group_bounding *b, bool *divided, dm_error *err)
{
    int32_t parts = b->chosen_count > MOST_ROWS ? MANY_PARTS : PARTS;
    dm_status status = DM_OK;
    *divided = false;
    for (int32_t i = 0; i < b->chosen_count && status == DM_OK; i++)
        if (b->group[b->chosen[i]].count > 1) {
            *divided = true;
            status = divide_group(b, (size_t)b->chosen[i], parts, err);
        }
    return status;
}

/* Divides the heaviest groups, without looking for the heaviest union of many, which takes long. */
static dm_status divide_heaviest(group_bounding *b, dm_error *err)
{
    bool divided = b->count > MOST_ROWS && !is_small(b);
    dm_status status = DM_OK;
    for (int pass = 0; pass < PASSES && divided && status == DM_OK; pass++) {
        dmi_keyed *order = dmi_alloc(b->groups, sizeof *order);
        if (!order)
            return dmi_no_memory(err);
        for (size_t g = 0; g < b->groups; g++)
            order[g] = (dmi_keyed){-dmi_bits_weigh(&b->fixed->bits, row_of(b, g), row_of(b, g)),
                                   (int32_t)g};
        dmi_sort_keyed(order, (int32_t)b->groups);
        b->chosen_count = b->count < (int32_t)b->groups ? b->count : (int32_t)b->groups;
        for (int32_t i = 0; i < b->chosen_count; i++)
            b->chosen[i] = order[i].item;
        free(order);
        status = divide_chosen(b, &divided, err);
    }
    return status;
}

static dm_status divide_until_exact(group_bounding *b, dm_error *err)
{
    const dmi_lead_sites *list = b->fixed->sites;
    size_t sites = (size_t)list->count;
    bool has_budget = b->fixed->side == DM_WHITE && list->budget != INT64_MAX;
    if (b->fixed->items == 0) /* nothing can be won; the bound is exact */
        return DM_OK;
    b->count = b->fixed->side == DM_BLACK ? list->reply : list->opening;
    b->member = dmi_array(&b->arrays, sites, sizeof *b->member);
    b->scratch = dmi_array(&b->arrays, sites, sizeof *b->scratch);
    b->label = dmi_array(&b->arrays, sites, sizeof *b->label);
    b->chosen = dmi_array(&b->arrays, (size_t)b->count, sizeof *b->chosen);
    if (dmi_arrays_check(&b->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    dm_status status = make_groups(b, err);
    if (status == DM_OK)
        status = divide_heaviest(b, err);
    for (bool divided = true; divided && status == DM_OK;) {
        int32_t count = b->count < (int32_t)b->groups ? b->count : (int32_t)b->groups;
        bool is_few = count == 0 || (count <= MOST_ROWS && !has_budget);
        status = is_few ? choose_few(b, count, err) : choose_many(b, count, has_budget, err);
        if (!b->is_timed)
            dm_run_set_deadline(b->run, b->seconds);
        b->is_timed = true;
        if (status == DM_OK)
            status = divide_chosen(b, &divided, err);
    }
    return status == DM_STOPPED ? DM_OK : status;
}

dm_status dmi_lead_group_bound(const dm_arena *arena, const dmi_lead_sites *sites, dm_side side,
                               const int32_t *against, int32_t count, double seconds, dm_run *run,
                               int64_t *value, int32_t *answer, dm_error *err)
{
    assert(count <= (side == DM_WHITE ? sites->reply : sites->choose));
    dmi_lead_fixed_side fixed = {0};
    dm_status status = dmi_lead_fixed_side_init(&fixed, arena, sites, side, against, count, err);
    if (status != DM_OK)
        return status;
    group_bounding b = {.fixed = &fixed, .seconds = seconds, .weight = fixed.total};
    dm_rng_init(&b.rng, sites->request->seed);
    status = dmi_run_part(run, -1, &b.run, err);
    if (status == DM_OK) {
        status = divide_until_exact(&b, err);
        dm_run_free(b.run);
    }
    if (status == DM_OK) {
        for (int32_t i = 0; i < b.chosen_count; i++) /* of a group, any site */
            answer[i] = b.member[b.group[b.chosen[i]].first];
        int64_t bound = fixed.base + b.weight;
        if (side == DM_BLACK && -bound > *value)
            *value = -bound;
        if (side == DM_WHITE && bound < *value)
            *value = bound;
    }
    free(b.group);
    free(b.row);
    free(b.list);
    dmi_arrays_free(&b.arrays);
    dmi_lead_fixed_side_clear(&fixed);
    return status;
}
