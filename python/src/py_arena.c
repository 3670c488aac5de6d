/* py_arena.c - _demesne.Arena: a board, made by name, from a file, or from arrays. */
#include "module.h"

#include <stdlib.h>
#include <string.h>

static module_state *state_of(PyTypeObject *type)
{
    return PyType_GetModuleState(type);
}

static void arena_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    dm_arena_free(((arena_object *)self)->arena);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

PyObject *wrap_arena(const module_state *state, dm_arena *arena)
{
    allocfunc make = (allocfunc)PyType_GetSlot(state->arena, Py_tp_alloc);
    arena_object *self = (arena_object *)make(state->arena, 0);
    if (!self) {
        dm_arena_free(arena);
        return NULL;
    }
    self->arena = arena;
    return (PyObject *)self;
}

/* A one-dimensional buffer of 64-bit integers, or of nothing where None is given. */
static bool get_numbers(PyObject *from, const char *what, Py_buffer *out, Py_ssize_t *count)
{
    *count = -1;
    memset(out, 0, sizeof *out);
    if (from == Py_None)
        return true;
    if (PyObject_GetBuffer(from, out, PyBUF_CONTIG_RO | PyBUF_FORMAT) != 0)
        return false;
    bool is_long =
        out->itemsize == 8 && out->format && strspn(out->format, "@=<lq") == strlen(out->format);
    if (is_long) {
        *count = out->len / 8;
        return true;
    }
    PyBuffer_Release(out);
    PyErr_Format(PyExc_TypeError, "%s: expected 64-bit integers", what);
    return false;
}

static dm_status add_edges(dm_builder *builder, const int64_t *ends, const int64_t *lengths,
                           Py_ssize_t count, bool directed, dm_error *err)
{
    dm_status status = directed ? dm_builder_directed(builder, err) : DM_OK;
    for (Py_ssize_t i = 0; i < count && status == DM_OK; i++) {
        int64_t u = ends[2 * i], v = ends[2 * i + 1], length = lengths ? lengths[i] : 1;
        if (u < 0 || v < 0 || u > INT32_MAX || v > INT32_MAX)
            u = v = -1; /* refused below */
        status = (directed ? dm_builder_arc : dm_builder_edge)(builder, (dm_vertex)u, (dm_vertex)v,
                                                               length, err);
    }
    return status;
}

typedef struct arrays {
    long long n;
    int directed, decimals, value_decimals, geographic;
    const char *title;
    const char **name; /* of each vertex; NULL: none has one */
    Py_buffer ends, lengths, values, places;
    Py_ssize_t end_count, length_count, value_count, place_count;
} arrays;

static dm_status add_extras(dm_builder *builder, const arrays *a, dm_error *err)
{
    dm_status status = dm_builder_title(builder, a->title, err);
    const double *places = a->places.buf;
    for (Py_ssize_t v = 0; 2 * v < a->place_count && status == DM_OK; v++)
        status = dm_builder_place(builder, (dm_vertex)v, places[2 * v], places[2 * v + 1], err);
    if (a->geographic)
        dm_builder_geographic(builder, DM_MEASURE_OTHER);
    dm_builder_decimals(builder, a->decimals);
    return status;
}

/* Takes `builder`. */
static dm_status finish_arena(dm_builder *builder, const arrays *a, dm_arena **out, dm_error *err)
{
    dm_arena *plain = NULL;
    dm_status status = dm_builder_finish(builder, &plain, err);
    if (status != DM_OK || a->value_count < 0) {
        *out = plain;
        return status;
    }
    status = dm_arena_with_decimal_values(plain, a->values.buf, a->value_decimals, out, err);
    dm_arena_free(plain);
    return status;
}

static dm_status build_arena(const arrays *a, dm_arena **out, dm_error *err)
{
    dm_builder *builder = NULL;
    dm_status status = dm_builder_new((dm_vertex)a->n, &builder, err);
    if (status == DM_OK)
        status =
            add_edges(builder, a->ends.buf, a->lengths.buf, a->end_count / 2, a->directed, err);
    if (status == DM_OK)
        status = add_extras(builder, a, err);
    if (status == DM_OK) {
        for (dm_vertex v = 0; a->name && v < a->n && status == DM_OK; v++)
            status = dm_builder_name(builder, v, a->name[v], err);
    }
    if (status == DM_OK)
        return finish_arena(builder, a, out, err);
    dm_builder_free(builder);
    return status;
}

static bool check_counts(const arrays *a)
{
    const char *wrong = a->n < 0 || a->n > DM_MAX_VERTICES     ? "the number of vertices"
                        : a->end_count < 0 || a->end_count % 2 ? "edges"
                        : a->length_count >= 0 && a->length_count != a->end_count / 2 ? "lengths"
                        : a->value_count >= 0 && a->value_count != a->n               ? "values"
                        : a->place_count >= 0 && a->place_count != 2 * a->n           ? "places"
                                                                                      : NULL;
    if (wrong)
        PyErr_Format(PyExc_ValueError, "%s: a number of entries that does not fit", wrong);
    return !wrong;
}

static bool get_places(PyObject *from, arrays *a)
{
    a->place_count = -1;
    if (from == Py_None)
        return true;
    if (PyObject_GetBuffer(from, &a->places, PyBUF_CONTIG_RO | PyBUF_FORMAT) != 0)
        return false;
    if (a->places.itemsize != 8 || !a->places.format || !strchr(a->places.format, 'd')) {
        PyErr_SetString(PyExc_TypeError, "places: expected 64-bit floats");
        return false;
    }
    a->place_count = a->places.len / 8;
    return true;
}

/* The names of a list of str, which keeps them; None: *out stays NULL. */
static bool get_names_given(PyObject *from, long long n, const char ***out)
{
    if (from == Py_None)
        return true;
    if (!PyList_Check(from) || PyList_Size(from) != n) {
        PyErr_SetString(PyExc_TypeError, "names: expected a list with one for each vertex");
        return false;
    }
    *out = calloc((size_t)n + 1, sizeof(char *));
    if (!*out) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t v = 0; v < n; v++) {
        (*out)[v] = PyUnicode_AsUTF8AndSize(PyList_GetItem(from, v), NULL);
        if (!(*out)[v])
            return false;
    }
    return true;
}

/* from_arrays(n, ends, lengths, directed, decimals, values, value_decimals, places, geographic,
 * names, title) */
static PyObject *arena_from_arrays(PyObject *type, PyObject *args)
{
    const module_state *state = state_of((PyTypeObject *)type);
    PyObject *ends, *lengths, *values, *places, *names, *result = NULL;
    arrays a = {0};
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_status status;
    if (!PyArg_ParseTuple(args, "LOOpiOiOpOs:from_arrays", &a.n, &ends, &lengths, &a.directed,
                          &a.decimals, &values, &a.value_decimals, &places, &a.geographic, &names,
                          &a.title))
        return NULL;
    if (get_numbers(ends, "edges", &a.ends, &a.end_count) &&
        get_numbers(lengths, "lengths", &a.lengths, &a.length_count) &&
        get_numbers(values, "values", &a.values, &a.value_count) && get_places(places, &a) &&
        check_counts(&a) && get_names_given(names, a.n, &a.name)) {
        Py_BEGIN_ALLOW_THREADS status = build_arena(&a, &arena, &err);
        Py_END_ALLOW_THREADS result =
            status == DM_OK ? wrap_arena(state, arena) : raise_status(state, status, &err);
    }
    free(a.name);
    PyBuffer_Release(&a.ends);
    PyBuffer_Release(&a.lengths);
    PyBuffer_Release(&a.values);
    PyBuffer_Release(&a.places);
    return result;
}

static PyObject *get_vertices(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(dm_arena_vertices(((arena_object *)self)->arena));
}

static PyObject *get_edges(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLongLong(dm_arena_edges(((arena_object *)self)->arena));
}

static PyObject *get_directed(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(dm_arena_is_directed(((arena_object *)self)->arena));
}

static PyObject *get_decimals(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(dm_arena_decimals(((arena_object *)self)->arena));
}

/* (total, decimals): the value of all vertices, in units of 10^-decimals. */
static PyObject *get_total_value(PyObject *self, void *unused)
{
    const dm_arena *arena = ((arena_object *)self)->arena;
    (void)unused;
    return Py_BuildValue("(Li)", (long long)dm_arena_total_value(arena),
                         dm_arena_value_decimals(arena));
}

static PyObject *get_title(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(dm_arena_title(((arena_object *)self)->arena));
}

/* The names of all vertices, None where one has none; None if no vertex has one. */
static PyObject *get_names(PyObject *self, void *unused)
{
    const dm_arena *arena = ((arena_object *)self)->arena;
    dm_vertex n = dm_arena_vertices(arena);
    (void)unused;
    if (!dm_arena_has_names(arena))
        Py_RETURN_NONE;
    PyObject *list = PyList_New(n);
    for (dm_vertex v = 0; list && v < n; v++) {
        const char *name = dm_arena_name(arena, v);
        PyObject *item = name ? PyUnicode_FromString(name) : Py_NewRef(Py_None);
        if (!item || PyList_SetItem(list, v, item) != 0)
            Py_CLEAR(list);
    }
    return list;
}

/* svg(stones, ties): a picture; `stones` are pairs (player, vertex) in the order placed. */
static PyObject *arena_svg(PyObject *self, PyObject *args)
{
    const module_state *state = state_of(Py_TYPE(self));
    const dm_arena *arena = ((arena_object *)self)->arena;
    PyObject *list;
    int ties;
    dm_error err = {0};
    char *text = NULL;
    dm_picture picture = {0};
    int labels = DM_LABELS_AUTO;
    if (!PyArg_ParseTuple(args, "O!i|i:svg", &PyList_Type, &list, &ties, &labels))
        return NULL;
    picture.labels = (dm_labels)labels;
    Py_ssize_t count = PyList_Size(list);
    dm_stone *stones = malloc(((size_t)count + 1) * sizeof *stones);
    bool good = stones != NULL;
    for (Py_ssize_t i = 0; i < count && good; i++)
        good =
            PyArg_ParseTuple(PyList_GetItem(list, i), "ii", &stones[i].player, &stones[i].vertex);
    if (!stones)
        PyErr_NoMemory();
    dm_status status = DM_OK;
    if (good) {
        Py_BEGIN_ALLOW_THREADS status =
            dm_draw_svg(arena, stones, (int32_t)count, (dm_tie_rule)ties, &picture, &text, &err);
        Py_END_ALLOW_THREADS
    }
    free(stones);
    if (!good)
        return NULL;
    PyObject *svg =
        status == DM_OK ? PyUnicode_FromString(text) : raise_status(state, status, &err);
    dm_free(text);
    return svg;
}

/* write(path, format) */
static PyObject *arena_write(PyObject *self, PyObject *args)
{
    const char *path, *format;
    dm_error err = {0};
    dm_status status;
    if (!PyArg_ParseTuple(args, "sz:write", &path, &format))
        return NULL;
    Py_BEGIN_ALLOW_THREADS status =
        dm_arena_write(((arena_object *)self)->arena, path, format, &err);
    Py_END_ALLOW_THREADS if (status != DM_OK) return raise_status(state_of(Py_TYPE(self)), status,
                                                                  &err);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {{"from_arrays", arena_from_arrays, METH_VARARGS | METH_CLASS, NULL},
                                {"svg", arena_svg, METH_VARARGS, NULL},
                                {"write", arena_write, METH_VARARGS, NULL},
                                {NULL, NULL, 0, NULL}};

static PyGetSetDef members[] = {{"vertices", get_vertices, NULL, NULL, NULL},
                                {"edges", get_edges, NULL, NULL, NULL},
                                {"directed", get_directed, NULL, NULL, NULL},
                                {"decimals", get_decimals, NULL, NULL, NULL},
                                {"total_value", get_total_value, NULL, NULL, NULL},
                                {"title", get_title, NULL, NULL, NULL},
                                {"names", get_names, NULL, NULL, NULL},
                                {NULL, NULL, NULL, NULL, NULL}};

PyTypeObject *make_arena_type(PyObject *module)
{
    static PyType_Slot slots[] = {{Py_tp_dealloc, arena_dealloc},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, members},
                                  {0, NULL}};
    static PyType_Spec spec = {.name = "demesne._demesne.Arena",
                               .basicsize = sizeof(arena_object),
                               .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                               .slots = slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
