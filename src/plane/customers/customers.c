/* customers.c - customers in the plane: exact places, and demands in units of the last decimal. */
#include "plane/customers/customers.h"

#include "base/decimal_print.h"
#include "base/fraction.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEMAND INT64_C(1000000000000000000) /* in units, of all customers */
enum { MOST_DECIMALS = 17, SHOWN = 60 };

dm_status dm_plane_customers_new(dm_plane_customers **out, dm_error *err)
{
    dm_plane_customers *customers = dmi_calloc(1, sizeof *customers);
    if (!customers)
        return dmi_no_memory(err);
    *out = customers;
    return DM_OK;
}

void dm_plane_customers_free(dm_plane_customers *customers)
{
    if (!customers)
        return;
    dmi_exact_ring_clear(&customers->place);
    free(customers->demand);
    free(customers);
}

int32_t dm_plane_customers_count(const dm_plane_customers *customers)
{
    return customers->count;
}

dm_status dm_plane_customers_demand(const dm_plane_customers *customers, char **out, dm_error *err)
{
    char text[DMI_DECIMAL_TEXT];
    dmi_decimal_print(customers->total, customers->decimals, text);
    char *copy = dmi_strdup(text);
    if (!copy)
        return dmi_no_memory(err);
    *out = copy;
    return DM_OK;
}

/* *units times 10^places if it stays below the most. */
static bool scale_up(int64_t *units, int places)
{
    for (; places > 0 && *units > 0; places--) {
        if (*units >= MOST_DEMAND / 10)
            return false;
        *units *= 10;
    }
    return true;
}

/* Reads digits with or without decimals; zeros at the end of the decimals do not count. */
static dm_status read_demand(const char *text, int64_t *units, int *decimals, dm_error *err)
{
    const char *at = text, *end = text + strlen(text), *point = strchr(text, '.');
    *units = 0;
    while (point && end > point + 2 && end[-1] == '0')
        end--;
    *decimals =
        point ? (int)(end - point - 1 > MOST_DECIMALS ? MOST_DECIMALS + 1 : end - point - 1) : 0;
    if (*decimals == 1 && end[-1] == '0') {
        *decimals = 0;
        end -= 2;
    }
    if (!isdigit((unsigned char)*at) || (point && !isdigit((unsigned char)point[1])))
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "demand: '%.*s' is not a decimal such as 2.5 that is not negative", SHOWN,
                        text);
    for (const char *c = at; *c; c++)
        if (c != point && !isdigit((unsigned char)*c))
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "demand: '%.*s' is not a decimal such as 2.5 that is not negative",
                            SHOWN, text);
    for (; at < end && *decimals <= MOST_DECIMALS; at++) {
        if (at != point && *units >= MOST_DEMAND / 10)
            break;
        if (at != point)
            *units = 10 * *units + (*at - '0');
    }
    return at == end
               ? DM_OK
               : dmi_fail(err, DM_TOO_LARGE, "demand: '%.*s' has too many digits", SHOWN, text);
}

/* Brings all demands to one unit and adds one of `units`. */
static bool add_demand(dm_plane_customers *c, int64_t units, int decimals)
{
    int more = decimals > c->decimals ? decimals - c->decimals : 0;
    int64_t total = c->total;
    if (!scale_up(&total, more) || !scale_up(&units, c->decimals + more - decimals) ||
        total + units >= MOST_DEMAND)
        return false;
    for (int32_t i = 0; more > 0 && i < c->count; i++)
        scale_up(c->demand + i, more);
    c->decimals += more;
    c->total = total + units;
    c->demand[c->count++] = units;
    return true;
}

dm_status dm_plane_customers_add(dm_plane_customers *customers, const char *x, const char *y,
                                 const char *demand, dm_error *err)
{
    int64_t units = 1;
    int decimals = 0;
    if (customers->count == DM_PLANE_CUSTOMERS)
        return dmi_fail(err, DM_TOO_LARGE, "more than %d customers, which is the most",
                        DM_PLANE_CUSTOMERS);
    dmi_exact_point *at = dmi_exact_ring_add(&customers->place);
    if (!at || !dmi_reserve(&customers->demand, &customers->demand_room,
                            (size_t)customers->count + 1, sizeof *customers->demand)) {
        customers->place.count = customers->count;
        return dmi_no_memory(err);
    }
    dm_status status = dmi_fraction_read(x, strlen(x), "x", at->x, err);
    if (status == DM_OK)
        status = dmi_fraction_read(y, strlen(y), "y", at->y, err);
    if (status == DM_OK && demand)
        status = read_demand(demand, &units, &decimals, err);
    dmi_exact_point_round(at);
    if (status == DM_OK && !add_demand(customers, units, decimals))
        status = dmi_fail(err, DM_TOO_LARGE,
                          "the total demand is too large; use smaller numbers or fewer decimals");
    customers->place.count = customers->count;
    return status;
}
