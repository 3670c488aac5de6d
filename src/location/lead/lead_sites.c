/* lead_sites.c - checks the sites of a lead and puts them into one list.
 *
 * Both lists are sorted by vertex and merged: a vertex of both lists with equal offsets is one
 * site.  Cost: O(k log k + n).
 */
#include "location/lead/lead_sites.h"

#include "base/sort.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MARK_WHITE = 1, MARK_CLOSABLE = 2, MARK_BLACK = 4, MARK_LISTED = 8 };

static int by_vertex(const void *a, const void *b)
{
    const dmi_lead_site *x = a, *y = b;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* Checks a list; a vertex whose mark has `bit` was named before. Sets the bit. */
static dm_status check_list(const dm_sites *list, dm_vertex n, const char *what,
                            unsigned char *mark, int bit, bool may_meet, dm_error *err)
{
    for (int32_t i = 0; i < list->count; i++) {
        dm_vertex v = list->vertex[i];
        if (v < 0 || v >= n)
            return dmi_fail(err, DM_BAD_VERTEX,
                            "%s %d does not exist; the board has vertices 0..%d", what, v, n - 1);
        if (mark[v] & bit)
            return dmi_fail(err, DM_BAD_VERTEX, "%s %d is listed twice", what, v);
        if (bit == MARK_BLACK && mark[v] && !may_meet)
            return dmi_fail(err, DM_BAD_VERTEX, "vertex %d is a site of both White and Black", v);
        mark[v] = (unsigned char)(mark[v] | bit);
        if (list->offset && list->offset[i] < 0)
            return dmi_fail(err, DM_BAD_ARGUMENT, "the offset %lld of %s %d is negative",
                            (long long)list->offset[i], what, v);
        if (list->cost && (list->cost[i] < 0 || list->cost[i] > DM_MAX_TOTAL))
            return dmi_fail(err, DM_BAD_ARGUMENT, "the cost %lld of %s %d is not in 0..2^62",
                            (long long)list->cost[i], what, v);
    }
    return DM_OK;
}

/* Marks the standing sites and checks all lists. */
static dm_status check_lists(const dm_lead_request *r, dm_vertex n, unsigned char *mark,
                             dm_error *err)
{
    const dm_sites none = {0};
    const dm_sites *lists[] = {r->terms.candidates.vertex ? &r->terms.candidates : &none,
                               r->rival_candidates.vertex ? &r->rival_candidates : &none};
    dm_status status = check_list(&r->white, n, "White's site", mark, MARK_WHITE, false, err);
    for (int32_t i = 0; status == DM_OK && i < r->white.count; i++)
        if (r->has_budget && r->white.may_close && r->white.may_close[i])
            mark[r->white.vertex[i]] = MARK_CLOSABLE;
    if (status == DM_OK)
        status = check_list(&r->black, n, "Black's site", mark, MARK_BLACK, r->terms.may_meet, err);
    for (int k = 0; k < 2 && status == DM_OK; k++) {
        status = check_list(lists[k], n, "candidate", mark, MARK_LISTED, false, err);
        for (int32_t i = 0; status == DM_OK && i < lists[k]->count; i++)
            mark[lists[k]->vertex[i]] &= MARK_LISTED - 1;
    }
    return status;
}

static dm_status check_request(const dm_lead_request *r, dm_error *err)
{
    if (r->count < !r->has_budget || r->reply < 1)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "White opens %d sites and Black %d; both need at least 1", r->count,
                        r->reply);
    if (r->terms.rule != DM_NEAREST)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "lead works with the rule %s only; score and reply take %s too",
                        dm_rule_name(DM_NEAREST), dm_rule_name(r->terms.rule));
    if (r->terms.is_shared)
        return dmi_fail(err, DM_UNSUPPORTED,
                        "a lead opens no site where one stands or was opened; score and reply know "
                        "shared places");
    if (r->terms.has_radius && r->terms.radius < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the radius %lld is negative",
                        (long long)r->terms.radius);
    if (r->has_budget && r->budget < 0)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the budget %lld is negative", (long long)r->budget);
    return DM_OK;
}

/* Copies the candidates that are free, by vertex; returns how many. */
static int32_t copy_free(const dm_sites *list, dm_vertex n, const unsigned char *mark,
                         bool of_black, dmi_lead_site *out)
{
    int32_t count = 0;
    for (int32_t i = 0; i < (list->vertex ? list->count : n); i++) {
        dm_vertex v = list->vertex ? list->vertex[i] : i;
        if (mark[v] == 0 || (of_black && mark[v] == MARK_CLOSABLE))
            out[count++] = (dmi_lead_site){.vertex = v,
                                           .twin = -1,
                                           .offset = list->offset ? list->offset[i] : 0,
                                           .cost = list->cost ? list->cost[i] : 0};
    }
    qsort(out, (size_t)count, sizeof *out, by_vertex);
    return count;
}

/* Puts the two sorted lists into the order of the header. */
static void merge_lists(dmi_lead_sites *s, dmi_lead_site *white, int32_t whites,
                        dmi_lead_site *black, int32_t blacks)
{
    for (int32_t i = 0, k = 0; i < whites && k < blacks;) { /* twins: places in the other list */
        dm_vertex w = white[i].vertex, b = black[k].vertex;
        if (w == b) {
            white[i].twin = k;
            black[k].twin = i;
        }
        i += w <= b;
        k += b <= w;
    }
    for (int shared = 0; shared < 2; shared++) {
        s->first_black = s->count;
        for (int32_t i = 0; i < whites; i++) {
            dmi_lead_site *other = white[i].twin < 0 ? NULL : &black[white[i].twin];
            if (shared != (other && !white[i].closable && white[i].offset == other->offset))
                continue;
            s->site[s->count] = white[i];
            if (other)
                other->twin = s->count;
            if (shared)
                s->site[s->count].twin = s->count;
            s->count++;
        }
    }
    s->whites = s->count;
    assert(s->whites == whites);
    for (int32_t k = 0; k < blacks; k++) {
        int32_t twin = black[k].twin;
        if (twin >= s->first_black)
            continue;
        if (twin >= 0)
            s->site[twin].twin = s->count;
        s->site[s->count++] = black[k];
    }
    for (int32_t i = 0; i < s->count; i++)
        assert(s->site[i].twin < 0 || s->site[s->site[i].twin].twin == i);
}

/* Fills the budget, to which what the closable sites cost is added, and the most new sites that it
 * pays for. */
static dm_status apply_budget(dmi_lead_sites *s, const dmi_lead_site *white, int32_t whites,
                              dm_error *err)
{
    dmi_wide sum = s->request->budget, all = 0;
    dmi_keyed *cost = dmi_alloc((size_t)whites + 1, sizeof *cost);
    int32_t count = 0;
    if (!cost)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < whites; i++) {
        sum += white[i].closable ? white[i].cost : 0;
        all += white[i].cost;
        if (!white[i].closable)
            cost[count++] = (dmi_keyed){white[i].cost, i};
    }
    dmi_sort_keyed(cost, count);
    s->budget = (int64_t)sum;
    s->opening = 0;
    for (int64_t left = s->budget; s->opening < count && cost[s->opening].key <= left; s->opening++)
        left -= cost[s->opening].key;
    free(cost);
    if (all > DM_MAX_TOTAL || sum > INT64_MAX / 2)
        return dmi_fail(err, DM_TOO_LARGE, "the costs add up to more than 2^62");
    if (s->request->count > 0 && s->request->count < s->opening)
        s->opening = s->request->count;
    return DM_OK;
}

/* Lists the sites of both sides and counts what they may open.  Under a budget White's list ends up
 * with empty sites first, for the stones that the budget saves. */
static dm_status fill_lists(dmi_lead_sites *s, dm_vertex n, const unsigned char *mark,
                            dmi_lead_site *white, dmi_lead_site *black, dm_error *err)
{
    const dm_lead_request *r = s->request;
    const dm_sites *rival =
        r->rival_candidates.vertex ? &r->rival_candidates : &r->terms.candidates;
    const char *places = r->terms.candidates.vertex ? "free candidates" : "free vertices";
    int32_t whites = copy_free(&r->terms.candidates, n, mark, false, white);
    int32_t blacks = copy_free(rival, n, mark, true, black);
    if (!r->has_budget && !r->rival_candidates.vertex && (int64_t)r->count + r->reply > whites)
        return dmi_fail(err, DM_TOO_LARGE, "%d white and %d black sites need %lld %s; there are %d",
                        r->count, r->reply, (long long)r->count + r->reply, places, whites);
    if (!r->has_budget && r->count > whites)
        return dmi_fail(err, DM_TOO_LARGE, "%d white sites need as many %s; there are %d", r->count,
                        places, whites);
    /* the standing sites that White may close */
    for (int32_t i = 0; i < r->white.count; i++)
        if (r->has_budget && r->white.may_close && r->white.may_close[i])
            white[whites + s->closable++] =
                (dmi_lead_site){.vertex = r->white.vertex[i],
                                .twin = -1,
                                .offset = r->white.offset ? r->white.offset[i] : 0,
                                .cost = r->white.cost ? r->white.cost[i] : 0,
                                .closable = true};
    whites += s->closable;
    qsort(white, (size_t)whites, sizeof *white, by_vertex);
    s->budget = INT64_MAX;
    s->opening = r->count;
    s->reply = r->reply < blacks ? r->reply : blacks;
    if (r->has_budget) {
        dm_status status = apply_budget(s, white, whites, err);
        if (status != DM_OK)
            return status;
    }
    s->choose = s->opening + s->closable > 0 ? s->opening + s->closable : 1;
    for (int32_t i = 0; r->has_budget && i < s->choose; i++)
        white[whites++] = (dmi_lead_site){.vertex = -1, .twin = -1};
    if (r->has_budget)
        qsort(white, (size_t)whites, sizeof *white, by_vertex);
    assert(s->choose <= whites);
    merge_lists(s, white, whites, black, blacks);
    return DM_OK;
}

dm_status dmi_lead_sites_init(dmi_lead_sites *sites, const dm_arena *arena,
                              const dm_lead_request *request, dm_error *err)
{
    dm_vertex n = dm_arena_vertices(arena);
    dmi_lead_sites s = {.request = request};
    dm_status status = check_request(request, err);
    unsigned char *mark = dmi_calloc((size_t)n + 1, 1);
    if (status == DM_OK)
        status = mark ? check_lists(request, n, mark, err) : dmi_no_memory(err);
    const dm_sites *own = &request->terms.candidates, *rival = &request->rival_candidates;
    size_t fresh = (size_t)(own->vertex ? own->count : n);
    size_t room = 2 * (fresh + (size_t)request->white.count) + 1;
    size_t blacks = rival->vertex ? (size_t)rival->count : fresh;
    dmi_arrays arrays = {0};
    dmi_lead_site *white = dmi_array(&arrays, room, sizeof *white);
    dmi_lead_site *black = dmi_array(&arrays, blacks + 1, sizeof *black);
    s.site = dmi_alloc(room + blacks, sizeof *s.site);
    if (status == DM_OK && (arrays.failed || !s.site))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = fill_lists(&s, n, mark, white, black, err);
    dmi_arrays_free(&arrays);
    free(mark);
    if (status == DM_OK)
        *sites = s;
    else
        free(s.site);
    return status;
}

void dmi_lead_sites_clear(dmi_lead_sites *sites)
{
    free(sites->site);
    *sites = (dmi_lead_sites){0};
}

dm_status dmi_lead_sites_sample(const dmi_lead_sites *sites, const unsigned char *take,
                                dmi_lead_sites *out, int32_t *map, dm_error *err)
{
    dmi_lead_sites s = *sites;
    int32_t *number = dmi_alloc((size_t)sites->count + 1, sizeof *number);
    s.site = dmi_alloc((size_t)sites->count, sizeof *s.site);
    if (!number || !s.site) {
        free(number);
        free(s.site);
        return dmi_no_memory(err);
    }
    s.count = 0;
    for (int32_t i = 0; i <= sites->count; i++) {
        s.first_black = i == sites->first_black ? s.count : s.first_black;
        s.whites = i == sites->whites ? s.count : s.whites;
        if (i == sites->count)
            break;
        bool taken = take[i] || sites->site[i].closable || sites->site[i].vertex < 0;
        number[i] = taken ? s.count : -1;
        if (taken)
            map[s.count++] = i;
    }
    for (int32_t i = 0; i < s.count; i++) {
        s.site[i] = sites->site[map[i]];
        s.site[i].twin = s.site[i].twin < 0 ? -1 : number[s.site[i].twin];
    }
    free(number);
    int32_t blacks = s.count - s.first_black;
    s.reply = s.reply < blacks ? s.reply : blacks;
    *out = s;
    return DM_OK;
}

bool dmi_lead_sites_allow(const dmi_lead_sites *sites, const int32_t *white)
{
    int64_t cost = 0, fresh = 0;
    if (sites->budget == INT64_MAX)
        return true;
    for (int32_t i = 0; i < sites->choose; i++) {
        const dmi_lead_site *site = &sites->site[white[i]];
        cost += site->cost;
        fresh += site->vertex >= 0 && !site->closable;
    }
    return cost <= sites->budget && fresh <= sites->opening;
}
