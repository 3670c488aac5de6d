/* symmetry.c - the symmetry group of a board, by nauty and Traces.
 *
 * They search the coloured graph of symmetry_model.c.
 *
 * Both pass generators to a callback without a context pointer, so the
 * context is kept in a thread-local variable.  nauty is re-entrant if built with
 * thread-local storage, as Debian's and Ubuntu's packages are; the assertion
 * below checks it.  nauty ends the process if memory runs out; the size limits
 * keep its needs below 1 GiB.
 *
 * Traces rather than nauty's own search, because of trees: for a complete binary
 * tree of 4095 vertices Traces takes 0.06 s, nauty 5 s, which grows with the cube
 * of the size.  (On grids both are fast.)  Models of up to 64 vertices go to nauty, because setting
 * the seed of Traces alone takes ten times as long as nauty's whole search.
 *
 * With DMI_WITHOUT_TRACES (a page, where every byte is downloaded) nauty does it all, for smaller
 * boards.
 *
 * Source: McKay and Piperno, Practical graph isomorphism II, 2014.
 */
#include "arena/arena.h"
#include "base/threads.h"
#include "graph/symmetry_model.h"
#include <naurng.h>
#include <pthread.h>
#include <stdlib.h>
#ifdef DMI_WITHOUT_TRACES
#include <nausparse.h>
#else
#include <traces.h>
#endif

_Static_assert(HAVE_TLS, "nauty must be built with thread-local storage");

#ifdef DMI_WITHOUT_TRACES
enum { VERTEX_LIMIT = 3000, EDGE_LIMIT = 100000 };
#else
enum { VERTEX_LIMIT = 100000, EDGE_LIMIT = 4000000 };
#endif
enum { MOST_KILLED = 16 };
#define POLL_SECONDS    0.02
#define GENERATOR_BYTES (INT64_C(256) << 20)

/* Receives the generators that are found in this thread. */
typedef struct collector {
    dm_symmetry *symmetry;
    const dmi_twins *twins;
    size_t capacity;
    bool no_memory, too_many;
} collector;

static _Thread_local collector *collecting;

static void drop_generators(dm_symmetry *s)
{
    for (int32_t i = 0; i < s->generator_count; i++)
        free(s->generators[i]);
    free(s->generators);
    s->generators = NULL;
    s->generator_count = 0;
}

/* A new generator, to be filled; NULL if memory or the limit is exhausted. */
static dm_vertex *new_generator(collector *c)
{
    dm_symmetry *s = c->symmetry;
    size_t row = (size_t)s->n * sizeof **s->generators;
    if (c->no_memory || c->too_many)
        return NULL;
    if ((int64_t)row * (s->generator_count + 1) > GENERATOR_BYTES) {
        c->too_many = true;
        drop_generators(s);
        return NULL;
    }
    dm_vertex *images = dmi_alloc(row, 1);
    if (!images || !dmi_reserve(&s->generators, &c->capacity, (size_t)s->generator_count + 1,
                                sizeof *s->generators)) {
        free(images);
        c->no_memory = true;
        return NULL;
    }
    return s->generators[s->generator_count++] = images;
}

/* Adds a symmetry of the model: the i-th member of a class goes to the i-th of its image. */
static void collect_orbits(const int *images)
{
    const dmi_twins *twins = collecting->twins;
    dm_vertex *generator = new_generator(collecting);
    for (dm_vertex c = 0; generator && c < twins->count; c++)
        for (dm_vertex i = 0; i < twins->first[c + 1] - twins->first[c]; i++)
            generator[twins->member[twins->first[c] + i]] =
                twins->member[twins->first[images[c]] + i];
}

static void collect_from_nauty(int count, int *images, int *orbits, int orbit_count, int fixed,
                               int n)
{
    (void)count, (void)orbits, (void)orbit_count, (void)fixed, (void)n;
    collect_orbits(images);
}

/* Adds the symmetry that rotates the first `size` members of a class by one place. */
static void collect_rotation(collector *c, dm_vertex class, dm_vertex size)
{
    const dm_vertex *member = c->twins->member + c->twins->first[class];
    dm_vertex *generator = new_generator(c);
    for (dm_vertex v = 0; generator && v < c->symmetry->n; v++)
        generator[v] = v;
    for (dm_vertex i = 0; generator && i < size; i++)
        generator[member[i]] = member[(i + 1) % size];
}

/* Adds all orders of each class of twins: a swap and a rotation generate them. */
static void collect_twins(collector *c)
{
    dm_symmetry *s = c->symmetry;
    for (dm_vertex class = 0; class < c->twins->count; class ++) {
        dm_vertex size = c->twins->first[class + 1] - c->twins->first[class];
        if (size > 1)
            collect_rotation(c, class, 2);
        if (size > 2)
            collect_rotation(c, class, size);
        for (dm_vertex i = 2; i <= size; i++) {
            s->order_mantissa *= i;
            if (s->order_mantissa >= 1e10) {
                s->order_mantissa /= 1e10;
                s->order_exponent += 10;
            }
        }
    }
}

/* The model as a sparse graph; borrowed. */
static sparsegraph sparse_graph(dmi_symmetry_model *m)
{
    SG_DECL(sg);
    sg.nv = m->n;
    sg.nde = m->arcs;
    sg.v = m->row;
    sg.d = m->degree;
    sg.e = m->target;
    sg.vlen = sg.dlen = (size_t)m->n;
    sg.elen = m->arcs;
    return sg;
}

#ifdef DMI_WITHOUT_TRACES

static dm_status search_large(dmi_symmetry_model *m, dm_symmetry *s, dm_run *run, dm_error *err)
{
    (void)run;
    DEFAULTOPTIONS_SPARSEGRAPH(options);
    statsblk stats;
    sparsegraph sg = sparse_graph(m);
    options.defaultptn = FALSE;
    options.userautomproc = collect_from_nauty;
    sparsenauty(&sg, m->order, m->more, m->orbits, &options, &stats, NULL);
    nauty_freedyn();
    nautil_freedyn();
    nausparse_freedyn();
    if (stats.errstatus)
        return dmi_fail(err, DM_INTERNAL, "nauty failed with code %d", stats.errstatus);
    s->order_mantissa = stats.grpsize1;
    s->order_exponent = stats.grpsize2;
    return DM_OK;
}

#else

/* Traces ends soon after nauty_kill_request becomes nonzero.  All threads of the process share it,
 * so that only the one that holds the lock may be in Traces.  A search that is ended this way never
 * frees its memory, some 20 MiB a second, so a process may end only a few. */
static pthread_mutex_t one_in_traces = PTHREAD_MUTEX_INITIALIZER;
static int killed; /* searches; guarded by the lock */

typedef struct traces_search {
    dmi_symmetry_model *model;
    collector *collector;
    TracesStats stats;
} traces_search;

static void collect_from_traces(int count, int *images, int n)
{
    (void)count, (void)n;
    collect_orbits(images);
}

static void run_traces(void *context, int worker)
{
    DEFAULTOPTIONS_TRACES(options);
    traces_search *search = context;
    dmi_symmetry_model *m = search->model;
    sparsegraph sg = sparse_graph(m);
    (void)worker;
    collecting = search->collector;
    options.defaultptn = FALSE;
    options.userautomproc = collect_from_traces;
    ran_init(1); /* Traces draws random elements; this makes them the same every time */
    Traces(&sg, m->order, m->more, m->orbits, &options, &search->stats, NULL);
    traces_freedyn();
}

/* Traces has no limit of its own, so it runs in a thread that is watched; without threads, or a run
 * to obey, it runs here. */
static dm_status search_large(dmi_symmetry_model *m, dm_symmetry *s, dm_run *run, dm_error *err)
{
    traces_search search = {.model = m, .collector = collecting};
    dmi_threads *thread = NULL;
    pthread_mutex_lock(&one_in_traces);
    if (killed == MOST_KILLED) {
        pthread_mutex_unlock(&one_in_traces);
        return dmi_fail(err, DM_UNFINISHED, "symmetries took too long too often");
    }
    if (!run || dmi_threads_new(1, run_traces, &search, &thread, NULL) != DM_OK)
        run_traces(&search, 0);
    while (thread && dmi_threads_is_working(thread, POLL_SECONDS))
        if (!dmi_run_go_on(run, 0))
            nauty_kill_request = 1;
    dmi_threads_free(thread);
    bool is_killed = nauty_kill_request;
    killed += is_killed;
    nauty_kill_request = 0;
    pthread_mutex_unlock(&one_in_traces);
    if (is_killed)
        return dmi_as_unfinished(dmi_stopped(run, err), err);
    if (search.stats.errstatus)
        return dmi_fail(err, DM_INTERNAL, "Traces failed with code %d", search.stats.errstatus);
    s->order_mantissa = search.stats.grpsize1;
    s->order_exponent = search.stats.grpsize2;
    return DM_OK;
}

#endif

static dm_status search_by_nauty(dmi_symmetry_model *m, dm_symmetry *s, dm_error *err)
{
    DEFAULTOPTIONS_GRAPH(options);
    statsblk stats;
    graph rows[WORDSIZE] = {0};
    for (int v = 0; v < m->n; v++)
        for (int i = 0; i < m->degree[v]; i++)
            rows[v] |= bit[m->target[m->row[v] + (size_t)i]];
    options.defaultptn = FALSE;
    options.userautomproc = collect_from_nauty;
    densenauty(rows, m->order, m->more, m->orbits, &options, &stats, 1, m->n, NULL);
    nauty_freedyn();
    nautil_freedyn();
    naugraph_freedyn();
    if (stats.errstatus)
        return dmi_fail(err, DM_INTERNAL, "nauty failed with code %d", stats.errstatus);
    s->order_mantissa = stats.grpsize1;
    s->order_exponent = stats.grpsize2;
    return DM_OK;
}

dm_status dm_symmetry_new(const dm_arena *arena, dm_run *run, dm_symmetry **out, dm_error *err)
{
    if (dm_arena_vertices(arena) > VERTEX_LIMIT || dm_arena_edges(arena) > EDGE_LIMIT)
        return dmi_fail(err, DM_TOO_LARGE,
                        "symmetry is found for at most %d vertices and %d edges; this board has "
                        "%d and %lld",
                        VERTEX_LIMIT, EDGE_LIMIT, dm_arena_vertices(arena),
                        (long long)dm_arena_edges(arena));
    dm_status network = dmi_arena_check_network(arena, "symmetry", err);
    if (network != DM_OK)
        return network;
    dmi_symmetry_model m = {0};
    dm_symmetry *s = dmi_calloc(1, sizeof *s);
    dm_status status = s ? dmi_symmetry_model_init(&m, arena, err) : dmi_no_memory(err);
    if (status == DM_OK) {
        s->n = dm_arena_vertices(arena);
        s->order_mantissa = 1;
        s->orbit = dmi_alloc((size_t)s->n, sizeof *s->orbit);
        status = s->orbit ? DM_OK : dmi_no_memory(err);
    }
    if (status == DM_OK && m.n > 0) {
        collector c = {.symmetry = s, .twins = &m.twins};
        collecting = &c;
        status = m.n <= WORDSIZE ? search_by_nauty(&m, s, err) : search_large(&m, s, run, err);
        collecting = NULL;
        if (status == DM_OK)
            collect_twins(&c);
        if (status == DM_OK && c.no_memory)
            status = dmi_no_memory(err);
    }
    if (status == DM_OK) {
        for (dm_vertex v = 0; v < s->n; v++) {
            s->orbit[v] = dmi_least_twin(&m.twins, m.orbits[m.twins.class_of[v]]);
            s->orbit_count += s->orbit[v] == v;
        }
        *out = s;
    } else {
        dm_symmetry_free(s);
    }
    dmi_symmetry_model_clear(&m);
    return status;
}

void dm_symmetry_free(dm_symmetry *symmetry)
{
    if (!symmetry)
        return;
    drop_generators(symmetry);
    free(symmetry->orbit);
    free(symmetry);
}
