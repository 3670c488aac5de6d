/* tables.c - the tables of the atlas and their boards. */
#include "atlas/atlas.h"

#include "base/base.h"
#include "base/names.h"
#include <stdio.h>
#include <string.h>

static bool name_paths(int32_t n, int32_t index, char *name)
{
    snprintf(name, DMI_NAME_SIZE, "path:%d", n);
    return index == 0 && n >= 2;
}

static bool name_cycles(int32_t n, int32_t index, char *name)
{
    snprintf(name, DMI_NAME_SIZE, "cycle:%d", n);
    return index == 0 && n >= 3;
}

/* The index-th a >= least with a * b = n and a <= b; 0 if there is none. */
static int32_t common_divisor(int32_t n, int32_t least, int32_t index)
{
    for (int32_t a = least; a <= n / a; a++)
        if (n % a == 0 && index-- == 0)
            return a;
    return 0;
}

static bool name_grids(int32_t n, int32_t index, char *name)
{
    int32_t a = common_divisor(n, 2, index);
    snprintf(name, DMI_NAME_SIZE, "grid:%dx%d", a, a ? n / a : 0);
    return a > 0;
}

static bool name_tori(int32_t n, int32_t index, char *name)
{
    int32_t a = common_divisor(n, 3, index);
    snprintf(name, DMI_NAME_SIZE, "torus:%dx%d", a, a ? n / a : 0);
    return a > 0;
}

/* The height of the complete k-ary tree of n vertices; 0 if there is none. */
static int32_t tree_height(int32_t k, int32_t n)
{
    int64_t level = 1, all = 1;
    int32_t h = 0;
    for (; all < n; h++) {
        level *= k;
        all += level;
    }
    return all == n ? h : 0;
}

static bool name_complete_trees(int32_t n, int32_t index, char *name)
{
    for (int32_t k = 2; k < n; k++) {
        int32_t h = tree_height(k, n);
        if (h > 0 && index-- == 0) {
            snprintf(name, DMI_NAME_SIZE, "tree:%d,%d", k, h);
            return true;
        }
    }
    return false;
}

static bool name_spiders(int32_t n, int32_t index, char *name)
{
    for (int32_t legs = 3; legs < n; legs++)
        if ((n - 1) % legs == 0 && index-- == 0) {
            snprintf(name, DMI_NAME_SIZE, "spider:%d,%d", legs, (n - 1) / legs);
            return true;
        }
    return false;
}

static bool name_hypercubes(int32_t n, int32_t index, char *name)
{
    int32_t dimension = 0;
    while (dimension < 30 && 1 << dimension < n)
        dimension++;
    snprintf(name, DMI_NAME_SIZE, "hypercube:%d", dimension);
    return index == 0 && n >= 2 && 1 << dimension == n;
}

#define name_trees      NULL
#define name_graphs     NULL
#define name_open_trees NULL

/* A part has a few thousand boards, so that an hour's work has many parts. */
static const dmi_generator tree_generator = {"gentreeg", "-q", "sparse6", 14, 1};
static const dmi_generator graph_generator = {"geng", "-c -q", "graph6", 7, 4};

const dmi_generator *dmi_table_generator(const dmi_table_row *row)
{
    return strcmp(row->table.name, "trees") == 0 ? &tree_generator : &graph_generator;
}

int32_t dmi_generator_parts(const dmi_generator *generator, int32_t n)
{
    int32_t beyond = n <= generator->whole ? 0 : (n - generator->whole) * generator->growth;
    return 1 << (beyond < 20 ? beyond : 20);
}

const char *dmi_view_source(const dmi_table_row *row)
{
    return row->kind == DMI_TABLE_VIEW ? "complete-trees" : row->table.name;
}

/* The theorems of Teramoto, Demaine and Uehara (2011) decide the game of n rounds on the complete
 * k-ary tree if 2n <= k, and if it has at least (k^3 n^2 - 1)/(k - 1) vertices. */
bool dmi_view_shows(const dmi_table_row *row, const dm_atlas_game *game)
{
    int k = 0, h = 0;
    if (row->kind != DMI_TABLE_VIEW)
        return true;
    if (game->per_turn != 1 || sscanf(game->board, "tree:%d,%d", &k, &h) != 2 || k < 2)
        return false;
    int64_t n = game->rounds, cube = (int64_t)k * k * k;
    return 2 * n > k && (int64_t)game->vertices * (k - 1) < cube * n * n - 1;
}

static const dmi_table_row rows[] = {
#define X(id, name, kind, help)                                                                    \
    {{name, help, DMI_TABLE_##kind != DMI_TABLE_ALL, DMI_TABLE_##kind == DMI_TABLE_VIEW},          \
     DMI_TABLE_##kind,                                                                             \
     name_##id},
#include "atlas/tables.def"
#undef X
};

enum { ROW_COUNT = (int)(sizeof rows / sizeof *rows) };

int dm_atlas_table_count(void)
{
    return ROW_COUNT;
}

const dm_atlas_table *dm_atlas_table_at(int index)
{
    return index >= 0 && index < ROW_COUNT ? &rows[index].table : NULL;
}

static const dmi_table_row *find_row(const char *name)
{
    for (int i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].table.name, name) == 0)
            return &rows[i];
    return NULL;
}

const dm_atlas_table *dm_atlas_table_find(const char *name)
{
    const dmi_table_row *row = find_row(name);
    return row ? &row->table : NULL;
}

dm_status dmi_table_find(const char *name, const dmi_table_row **out, dm_error *err)
{
    const char *names[ROW_COUNT];
    for (int i = 0; i < ROW_COUNT; i++)
        names[i] = rows[i].table.name;
    int index = dmi_name_index("table", name ? name : "(none)", names, ROW_COUNT, err);
    if (index < 0)
        return DM_BAD_ARGUMENT;
    *out = &rows[index];
    return DM_OK;
}
