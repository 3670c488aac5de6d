/* serialize_market.c - the market of a lead as bytes.
 *
 * Two questions have the same bytes exactly if branch and cut cannot tell them apart, so a sum of
 * them says whether a file belongs to a question.
 */
#include "location/lead/exact/serialize.h"

#include <stdlib.h>

static void sites_write(const dmi_lead_sites *sites, dmi_bytes *to)
{
    const int64_t number[] = {sites->count,   sites->whites, sites->first_black, sites->choose,
                              sites->opening, sites->reply,  sites->closable,    sites->budget};
    dmi_bytes_add(to, number, sizeof number);
    for (int32_t i = 0; i < sites->count; i++) {
        const dmi_lead_site *s = &sites->site[i];
        const int64_t row[] = {s->vertex, s->twin, s->offset, s->cost, s->closable};
        dmi_bytes_add(to, row, sizeof row);
    }
}

void dmi_lead_market_write(const dmi_lead_market *market, dmi_bytes *to)
{
    size_t customers = (size_t)market->customers;
    const int64_t number[] = {market->customers, market->split, market->strict[0],
                              market->strict[1], market->unit,  market->base,
                              market->total};
    sites_write(&market->sites, to);
    dmi_bytes_add(to, number, sizeof number);
    for (int32_t s = 0; s < market->sites.count; s++)
        dmi_bytes_add(to, dmi_lead_market_row(market, s), customers * sizeof *market->rank);
    for (int h = 0; h < 2; h++)
        dmi_bytes_add(to, market->own[h], customers * sizeof *market->own[h]);
    dmi_bytes_add(to, market->rival, customers * sizeof *market->rival);
    dmi_bytes_add(to, market->weight, customers * sizeof *market->weight);
}

static dm_status sites_read(dmi_bytes_reader *from, dmi_lead_sites *out, dm_error *err)
{
    int64_t count = dmi_bytes_take_number(from, 0, INT32_MAX);
    out->count = (int32_t)count;
    out->whites = (int32_t)dmi_bytes_take_number(from, 0, count);
    out->first_black = (int32_t)dmi_bytes_take_number(from, 0, count);
    out->choose = (int32_t)dmi_bytes_take_number(from, 0, out->whites);
    out->opening = (int32_t)dmi_bytes_take_number(from, 0, INT32_MAX);
    out->reply = (int32_t)dmi_bytes_take_number(from, 0, count);
    out->closable = (int32_t)dmi_bytes_take_number(from, 0, count);
    out->budget = dmi_bytes_take_number(from, INT64_MIN, INT64_MAX);
    if (from->failed || (size_t)count > from->left)
        return DM_OK;
    out->site = dmi_alloc((size_t)count, sizeof *out->site);
    if (!out->site)
        return dmi_no_memory(err);
    for (int32_t i = 0; i < count; i++) {
        dmi_lead_site *s = &out->site[i];
        s->vertex = (dm_vertex)dmi_bytes_take_number(from, -1, INT32_MAX);
        s->twin = (int32_t)dmi_bytes_take_number(from, -1, count - 1);
        s->offset = dmi_bytes_take_number(from, INT64_MIN, INT64_MAX);
        s->cost = dmi_bytes_take_number(from, INT64_MIN, INT64_MAX);
        s->closable = dmi_bytes_take_number(from, 0, 1) != 0;
    }
    return DM_OK;
}

static void numbers_read(dmi_bytes_reader *from, dmi_lead_market *m)
{
    m->customers = (int32_t)dmi_bytes_take_number(from, 0, INT32_MAX);
    m->split = (int32_t)dmi_bytes_take_number(from, 0, m->customers);
    for (int h = 0; h < 2; h++)
        m->strict[h] = (int)dmi_bytes_take_number(from, 0, 1);
    m->unit = dmi_bytes_take_number(from, 1, INT64_MAX);
    m->base = dmi_bytes_take_number(from, INT64_MIN, INT64_MAX);
    m->total = dmi_bytes_take_number(from, 0, INT64_MAX);
    m->stride = (size_t)m->customers;
}

static dm_status tables_read(dmi_bytes_reader *from, dmi_lead_market *m, dm_error *err)
{
    size_t customers = (size_t)m->customers, cells = (size_t)m->sites.count * customers;
    if (from->failed || cells > from->left)
        return DM_OK;
    m->rank = dmi_array(&m->arrays, cells, sizeof *m->rank);
    for (int h = 0; h < 2; h++)
        m->own[h] = dmi_array(&m->arrays, customers, sizeof *m->own[h]);
    m->rival = dmi_array(&m->arrays, customers, sizeof *m->rival);
    m->weight = dmi_array(&m->arrays, customers, sizeof *m->weight);
    if (dmi_arrays_check(&m->arrays, err) != DM_OK)
        return DM_NO_MEMORY;
    dmi_bytes_take(from, m->rank, cells * sizeof *m->rank);
    for (int h = 0; h < 2; h++)
        dmi_bytes_take(from, m->own[h], customers * sizeof *m->own[h]);
    dmi_bytes_take(from, m->rival, customers * sizeof *m->rival);
    dmi_bytes_take(from, m->weight, customers * sizeof *m->weight);
    return DM_OK;
}

dm_status dmi_lead_market_read(dmi_bytes_reader *from, const dm_lead_request *request,
                               dmi_lead_market *out, dm_error *err)
{
    dmi_lead_market m = {.request = request, .sites = {.request = request}};
    dm_status status = sites_read(from, &m.sites, err);
    if (status == DM_OK) {
        numbers_read(from, &m);
        status = tables_read(from, &m, err);
    }
    if (status == DM_OK && (from->failed || !m.sites.site || !m.weight))
        status = dmi_fail(err, DM_INTERNAL, "rank 0 sent a question that cannot be read");
    if (status == DM_OK)
        *out = m;
    else
        dmi_lead_market_read_clear(&m);
    return status;
}

void dmi_lead_market_read_clear(dmi_lead_market *market)
{
    free(market->sites.site);
    dmi_arrays_free(&market->arrays);
    *market = (dmi_lead_market){0};
}
