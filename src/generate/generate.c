/* generate.c - makes a board from its specification, such as path:9. */
#include <demesne/source.h>

#include "base/names.h"
#include "generate/board_maker.h"
#include <stdio.h>
#include <string.h>

typedef struct row {
    dm_family family;
    dmi_family_fn *make;
} row;

static const row rows[] = {
#define X(function, name, random, pattern, shape, form, help)                                      \
    {{name, pattern, help, random, form, shape}, dmi_make_##function},
#include "generate/families.def"
#undef X
};

enum { ROW_COUNT = (int)(sizeof rows / sizeof *rows) };

int dm_family_count(void)
{
    return ROW_COUNT;
}

const dm_family *dm_family_at(int index)
{
    return index >= 0 && index < ROW_COUNT ? &rows[index].family : NULL;
}

static const row *find_row(const char *spec)
{
    size_t size = strcspn(spec, ":");
    for (int i = 0; i < ROW_COUNT; i++) {
        const char *name = rows[i].family.name;
        if (strlen(name) == size && memcmp(name, spec, size) == 0)
            return &rows[i];
    }
    return NULL;
}

bool dm_family_known(const char *spec)
{
    return find_row(spec) != NULL;
}

dm_status dm_generate(const char *spec, uint64_t seed, dm_arena **out, dm_error *err)
{
    return dm_generate_within(spec, seed, DM_MAX_VERTICES, DM_MAX_EDGES, out, err);
}

dm_status dm_generate_within(const char *spec, uint64_t seed, dm_vertex vertices, int64_t edges,
                             dm_arena **out, dm_error *err)
{
    const row *found = find_row(spec);
    if (!found) {
        const char *names[ROW_COUNT];
        char typed[40];
        for (int i = 0; i < ROW_COUNT; i++)
            names[i] = rows[i].family.name;
        snprintf(typed, sizeof typed, "%.*s", (int)strcspn(spec, ":"), spec);
        dm_error why;
        dmi_name_index("board family", typed, names, ROW_COUNT, &why);
        return dmi_fail(err, DM_BAD_INPUT, "%s", why.message);
    }
    dmi_board_maker s = {.spec = spec,
                         .form = found->family.form,
                         .pattern = found->family.pattern,
                         .most_vertices = (uint64_t)vertices,
                         .most_edges = (uint64_t)edges,
                         .err = err};
    dm_rng_init(&s.rng, seed);
    const char *colon = strchr(spec, ':');
    if (dmi_board_maker_read(&s, colon ? colon + 1 : NULL, found->family.shape))
        found->make(&s);
    if (s.status == DM_OK)
        s.status = dm_builder_title(s.builder, spec, err);
    if (s.status == DM_OK)
        return dm_builder_finish(s.builder, out, err);
    dm_builder_free(s.builder);
    return s.status;
}
