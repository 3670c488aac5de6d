/* adjacency.c - the edges of a graph that is a dictionary of dictionaries, as networkx keeps it:
 *
 *     {node: {neighbour: attributes}}, or {node: {neighbour: {key: attributes}}} of a multigraph
 *
 * Comparing nodes may run code of the caller, so what is in use is held.
 */
#include "numbers.h"

#include <assert.h>

enum { EDGES_PER_LOOK = 65536 }; /* between two looks for Ctrl-C */

typedef struct edge_list {
    PyObject *index;          /* node -> number, or None: nodes are their numbers */
    PyObject *first, *second; /* attributes that hold lengths; second may be None */
    int directed, multi;
    PyObject *bytes; /* a bytearray that holds the ends */
    int64_t *ends;
    size_t count, capacity; /* edges */
    number_list lengths;    /* 1 where an edge has none */
    bool has_lengths;       /* some edge has one */
    bool lacks_lengths;     /* some edge has none */
} edge_list;

static bool number_of(const edge_list *e, PyObject *node, int64_t *out)
{
    PyObject *number = node;
    if (e->index != Py_None)
        number = PyDict_GetItemWithError(e->index, node);
    else if (!PyLong_CheckExact(node) && !PyLong_Check(node))
        number = NULL;
    if (!number) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "an edge ends at %R, which is no node", node);
        return false;
    }
    *out = PyLong_AsLongLong(number);
    return !(*out == -1 && PyErr_Occurred());
}

/* Found without a comparison, borrowed: None of no attributes; the only attribute if its name is
 * the same object, which is usual in networkx.  NULL: look it up. */
static PyObject *plain_length(const edge_list *e, PyObject *attributes)
{
    PyObject *key, *length;
    Py_ssize_t at = 0, size = PyDict_Size(attributes);
    if (size == 0)
        return Py_None;
    bool is_only = size == 1 && PyDict_Next(attributes, &at, &key, &length);
    return is_only && (key == e->first || key == e->second) ? length : NULL;
}

/* The length of an edge; None if it has none. */
static PyObject *length_of(const edge_list *e, PyObject *attributes)
{
    if (!PyDict_Check(attributes))
        return PyErr_Format(PyExc_TypeError, "expected the attributes of an edge, not %R",
                            attributes);
    PyObject *length = plain_length(e, attributes);
    if (length)
        return Py_NewRef(length);
    Py_INCREF(attributes);
    length = PyDict_GetItemWithError(attributes, e->first);
    if (!length && !PyErr_Occurred() && e->second != Py_None)
        length = PyDict_GetItemWithError(attributes, e->second);
    if (!length && !PyErr_Occurred())
        length = Py_None;
    Py_XINCREF(length);
    Py_DECREF(attributes);
    return length;
}

/* The list begins with the first edge that has a length. */
static bool add_length(edge_list *e, PyObject *length)
{
    bool good = true;
    if (length == Py_None) {
        e->lacks_lengths = true;
        return !e->has_lengths || numbers_add_whole(&e->lengths, 1);
    }
    for (size_t i = 0; !e->has_lengths && good && i < e->count; i++)
        good = numbers_add_whole(&e->lengths, 1);
    e->has_lengths = true;
    return good && numbers_add(&e->lengths, length);
}

static bool reserve_edges(edge_list *e)
{
    assert(e->count <= e->capacity);
    if (e->count < e->capacity)
        return true;
    size_t capacity = e->capacity ? 2 * e->capacity : 1024;
    if (PyByteArray_Resize(e->bytes, (Py_ssize_t)(2 * capacity * sizeof *e->ends)) != 0)
        return false;
    e->ends = (int64_t *)(void *)PyByteArray_AsString(e->bytes);
    e->capacity = capacity;
    return true;
}

static bool add_edge(edge_list *e, int64_t u, int64_t v, PyObject *attributes)
{
    PyObject *length = reserve_edges(e) ? length_of(e, attributes) : NULL;
    bool good = length && add_length(e, length);
    Py_XDECREF(length);
    if (!good)
        return false;
    e->ends[2 * e->count] = u;
    e->ends[2 * e->count + 1] = v;
    e->count++;
    return true;
}

/* The edges of a multigraph from u to v. */
static bool add_edges(edge_list *e, int64_t u, int64_t v, PyObject *edges)
{
    Py_ssize_t at = 0;
    PyObject *key, *attributes;
    bool good = true;
    if (!PyDict_Check(edges))
        return PyErr_Format(PyExc_TypeError, "expected the edges of a multigraph, not %R", edges);
    Py_INCREF(edges);
    while (good && PyDict_Next(edges, &at, &key, &attributes))
        good = add_edge(e, u, v, attributes);
    Py_DECREF(edges);
    return good;
}

static bool add_row(edge_list *e, int64_t u, PyObject *row)
{
    Py_ssize_t at = 0;
    PyObject *neighbour, *data;
    bool good = true;
    if (!PyDict_Check(row))
        return PyErr_Format(PyExc_TypeError, "expected the neighbours of a node, not %R", row);
    while (good && PyDict_Next(row, &at, &neighbour, &data)) {
        /* the edges from u to one neighbour. To read a number runs no code of the caller, so
         * nothing is held then. */
        int64_t v;
        bool is_number = e->index == Py_None && PyLong_CheckExact(neighbour);
        if (!is_number) {
            Py_INCREF(neighbour);
            Py_INCREF(data);
        }
        good = number_of(e, neighbour, &v);
        if (good && (e->directed || v >= u)) /* an edge is there from both ends */
            good = (e->multi ? add_edges : add_edge)(e, u, v, data);
        if (!is_number) {
            Py_DECREF(neighbour);
            Py_DECREF(data);
        }
    }
    return good;
}

/* Lets other threads run, and looks for Ctrl-C; false with an exception. */
static bool look_up(void)
{
    Py_BEGIN_ALLOW_THREADS Py_END_ALLOW_THREADS return PyErr_CheckSignals() == 0;
}

static bool add_rows(edge_list *e, PyObject *adjacency)
{
    Py_ssize_t at = 0;
    PyObject *node, *row;
    int64_t u;
    Py_ssize_t seen = 0;
    bool good = true;
    while (good && PyDict_Next(adjacency, &at, &node, &row)) {
        Py_INCREF(node);
        Py_INCREF(row);
        good = number_of(e, node, &u) && add_row(e, u, row);
        seen += good ? PyDict_Size(row) : 0;
        if (seen > EDGES_PER_LOOK) {
            seen = 0;
            good = look_up();
        }
        Py_DECREF(node);
        Py_DECREF(row);
    }
    return good;
}

static bool is_number(PyObject *node, Py_ssize_t number)
{
    int overflow = 0;
    return PyLong_CheckExact(node) && PyLong_AsLongLongAndOverflow(node, &overflow) == number;
}

PyObject *is_range(PyObject *module, PyObject *nodes)
{
    PyObject *node, *value;
    Py_ssize_t at = 0, count = 0;
    bool good = true;
    (void)module;
    if (!PyDict_Check(nodes) && !PyList_Check(nodes))
        return PyErr_Format(PyExc_TypeError, "expected a list or a dictionary");
    if (PyDict_Check(nodes))
        while (good && PyDict_Next(nodes, &at, &node, &value))
            good = is_number(node, count++);
    else
        for (; good && at < PyList_Size(nodes); at++)
            good = is_number(PyList_GetItem(nodes, at), at);
    return PyBool_FromLong(good);
}

/* (ends, lengths, lacks_lengths) */
static PyObject *give_edges(edge_list *e, int decimals)
{
    PyObject *lengths = NULL;
    if (PyByteArray_Resize(e->bytes, (Py_ssize_t)(2 * e->count * sizeof *e->ends)) != 0)
        return NULL;
    lengths = e->has_lengths ? numbers_as_units(&e->lengths, decimals) : Py_NewRef(Py_None);
    if (lengths == Py_None && e->has_lengths) {
        Py_DECREF(lengths);
        lengths = numbers_as_list(&e->lengths);
    }
    if (!lengths)
        return NULL;
    return Py_BuildValue("(ONO)", e->bytes, lengths, e->lacks_lengths ? Py_True : Py_False);
}

PyObject *list_edges(PyObject *module, PyObject *args)
{
    edge_list e = {0};
    PyObject *adjacency, *result = NULL;
    int decimals;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOOppi:edges", &PyDict_Type, &adjacency, &e.index, &e.first,
                          &e.second, &e.directed, &e.multi, &decimals))
        return NULL;
    if (e.index != Py_None && !PyDict_Check(e.index))
        return PyErr_Format(PyExc_TypeError, "index: expected a dictionary");
    e.bytes = PyByteArray_FromStringAndSize(NULL, 0);
    if (e.bytes && add_rows(&e, adjacency))
        result = give_edges(&e, decimals);
    Py_XDECREF(e.bytes);
    numbers_clear(&e.lengths);
    return result;
}
