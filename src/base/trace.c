/* trace.c - notes what a strategy decides, stone by stone. */
#include "base/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void clear_stone(dm_traced_stone *stone)
{
    for (size_t i = 0; i < stone->quantity_count; i++) {
        free(stone->quantities[i].text);
        free(stone->quantities[i].counts);
        free(stone->quantities[i].values);
    }
    free(stone->quantities);
    free(stone->why);
}

void dm_trace_clear(dm_trace *trace)
{
    for (size_t i = 0; i < trace->count; i++)
        clear_stone(&trace->stones[i]);
    free(trace->stones);
    *trace = (dm_trace){0};
}

/* Makes room for one more item; the arrays grow by doubling at powers of two. */
static bool grow(void *items_address, size_t count, size_t size)
{
    void **items = items_address;
    if (count & (count - 1))
        return true;
    void *more = dmi_realloc(*items, count ? 2 * count : 1, size);
    if (more)
        *items = more;
    return more != NULL;
}

void dmi_trace_stone(dm_trace *trace)
{
    if (!trace)
        return;
    if (grow(&trace->stones, trace->count, sizeof *trace->stones))
        trace->stones[trace->count++] = (dm_traced_stone){0};
    else
        trace->lacks_memory = true;
}

void dmi_trace_fit(dm_trace *trace, size_t count)
{
    while (trace && trace->count > count)
        clear_stone(&trace->stones[--trace->count]);
    while (trace && trace->count < count && !trace->lacks_memory)
        dmi_trace_stone(trace);
}

static dm_traced_stone *last_stone(dm_trace *trace)
{
    return trace && trace->count > 0 ? &trace->stones[trace->count - 1] : NULL;
}

void(dmi_trace_step)(dm_trace *trace, const char *step, const char *format, ...)
{
    dm_traced_stone *stone = last_stone(trace);
    if (!stone)
        return;
    va_list args;
    va_start(args, format);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    free(stone->why);
    stone->step = step;
    stone->why = size < 0 ? NULL : dmi_alloc((size_t)size + 1, 1);
    if (!stone->why) {
        trace->lacks_memory = true;
        return;
    }
    va_start(args, format);
    vsnprintf(stone->why, (size_t)size + 1, format, args);
    va_end(args);
}

/* Takes what `quantity` owns. */
static void add_quantity(dm_trace *trace, dm_quantity quantity, bool is_whole)
{
    dm_traced_stone *stone = last_stone(trace);
    if (stone && is_whole &&
        grow(&stone->quantities, stone->quantity_count, sizeof *stone->quantities)) {
        stone->quantities[stone->quantity_count++] = quantity;
        return;
    }
    if (trace)
        trace->lacks_memory = true;
    free(quantity.text);
    free(quantity.counts);
    free(quantity.values);
}

void dmi_trace_count(dm_trace *trace, const char *name, int64_t count)
{
    if (trace)
        add_quantity(trace, (dm_quantity){.name = name, .count = count}, true);
}

void dmi_trace_text(dm_trace *trace, const char *name, char *text)
{
    add_quantity(trace, (dm_quantity){.name = name, .kind = DM_QUANTITY_TEXT, .text = text},
                 text != NULL);
}

void dmi_trace_counts(dm_trace *trace, const char *name, const int64_t *counts, size_t count,
                      int32_t row)
{
    if (!trace)
        return;
    int64_t *copy = dmi_alloc(count, sizeof *copy);
    if (copy && count)
        memcpy(copy, counts, count * sizeof *copy);
    add_quantity(trace,
                 (dm_quantity){.name = name,
                               .kind = DM_QUANTITY_COUNTS,
                               .count = (int64_t)count,
                               .row = row,
                               .counts = copy},
                 copy != NULL);
}

void dmi_trace_values(dm_trace *trace, const char *name, const double *values, size_t count)
{
    if (!trace)
        return;
    double *copy = dmi_alloc(count, sizeof *copy);
    if (copy && count)
        memcpy(copy, values, count * sizeof *copy);
    add_quantity(
        trace,
        (dm_quantity){
            .name = name, .kind = DM_QUANTITY_VALUES, .count = (int64_t)count, .values = copy},
        copy != NULL);
}

dm_status dmi_trace_check(const dm_trace *trace, dm_error *err)
{
    return trace && trace->lacks_memory ? dmi_no_memory(err) : DM_OK;
}
