/* adjacency.c - the edges of a graph that is a dictionary of dictionaries, as networkx keeps it:
 *
 *     {node: {neighbour: attributes}}, or {node: {neighbour: {key: attributes}}} of a multigraph
 *
 * Comparing nodes may run code of the caller, so what is in use is held.
 */
#include "module.h"

#include <stdlib.h>

typedef struct edge_list {
    PyObject *index;          /* node -> number, or None: nodes are their numbers */
    PyObject *first, *second; /* attributes that hold lengths; second may be None */
    int directed, multi;
    int64_t *ends;
    size_t count, capacity; /* edges */
    PyObject *lengths;      /* a list; None where an edge has none; NULL: no edge has one */
    bool lacks_lengths;     /* some edge has none */
} edge_list;

static bool number_of(const edge_list *e, PyObject *node, int64_t *out)
{
    PyObject *number = node;
    if (e->index != Py_None)
        number = PyDict_GetItemWithError(e->index, node);
    else if (!PyLong_Check(node))
        number = NULL;
    if (!number) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "an edge ends at %R, which is no node", node);
        return false;
    }
    *out = PyLong_AsLongLong(number);
    return !(*out == -1 && PyErr_Occurred());
}

/* The length of an edge, borrowed; None if it has none. */
static PyObject *length_of(edge_list *e, PyObject *attributes)
{
    if (!PyDict_Check(attributes))
        return PyErr_Format(PyExc_TypeError, "expected the attributes of an edge, not %R",
                            attributes);
    if (PyDict_Size(attributes) == 0)
        return Py_None;
    PyObject *length = PyDict_GetItemWithError(attributes, e->first);
    if (!length && !PyErr_Occurred() && e->second != Py_None)
        length = PyDict_GetItemWithError(attributes, e->second);
    if (!length && PyErr_Occurred())
        return NULL;
    return length ? length : Py_None;
}

/* The list begins with the first edge that has a length. */
static bool add_length(edge_list *e, PyObject *length)
{
    if (length == Py_None) {
        e->lacks_lengths = true;
    } else if (!e->lengths) {
        e->lengths = PyList_New(0);
        for (size_t i = 0; e->lengths && i < e->count; i++)
            if (PyList_Append(e->lengths, Py_None) != 0)
                Py_CLEAR(e->lengths);
        if (!e->lengths)
            return false;
    }
    return !e->lengths || PyList_Append(e->lengths, length) == 0;
}

static bool add_edge(edge_list *e, int64_t u, int64_t v, PyObject *attributes)
{
    if (e->count == e->capacity) {
        size_t capacity = e->capacity ? 2 * e->capacity : 1024;
        int64_t *grown = realloc(e->ends, 2 * capacity * sizeof *grown);
        if (!grown)
            return PyErr_NoMemory();
        e->ends = grown;
        e->capacity = capacity;
    }
    PyObject *length = length_of(e, attributes);
    if (!length || !add_length(e, length))
        return false;
    e->ends[2 * e->count] = u;
    e->ends[2 * e->count + 1] = v;
    e->count++;
    return true;
}

/* The edges from u to one neighbour; `data` is held by the caller. */
static bool add_neighbour(edge_list *e, int64_t u, PyObject *neighbour, PyObject *data)
{
    int64_t v;
    Py_ssize_t at = 0;
    PyObject *key, *attributes;
    bool good = number_of(e, neighbour, &v);
    if (!good || (!e->directed && v < u)) /* an edge is there from both ends */
        return good;
    if (!e->multi)
        return add_edge(e, u, v, data);
    if (!PyDict_Check(data))
        return PyErr_Format(PyExc_TypeError, "expected the edges of a multigraph, not %R", data);
    while (good && PyDict_Next(data, &at, &key, &attributes)) {
        Py_INCREF(attributes);
        good = add_edge(e, u, v, attributes);
        Py_DECREF(attributes);
    }
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
        Py_INCREF(neighbour);
        Py_INCREF(data);
        good = add_neighbour(e, u, neighbour, data);
        Py_DECREF(neighbour);
        Py_DECREF(data);
    }
    return good;
}

static bool add_rows(edge_list *e, PyObject *adjacency)
{
    Py_ssize_t at = 0;
    PyObject *node, *row;
    int64_t u;
    bool good = true;
    while (good && PyDict_Next(adjacency, &at, &node, &row)) {
        Py_INCREF(node);
        Py_INCREF(row);
        good = number_of(e, node, &u) && add_row(e, u, row);
        Py_DECREF(node);
        Py_DECREF(row);
    }
    return good;
}

PyObject *is_range(PyObject *module, PyObject *list)
{
    (void)module;
    if (!PyList_Check(list))
        return PyErr_Format(PyExc_TypeError, "expected a list");
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
        PyObject *item = PyList_GetItem(list, i);
        int overflow = 0;
        if (!PyLong_CheckExact(item) || PyLong_AsLongLongAndOverflow(item, &overflow) != i)
            Py_RETURN_FALSE;
    }
    Py_RETURN_TRUE;
}

PyObject *list_edges(PyObject *module, PyObject *args)
{
    edge_list e = {0};
    PyObject *adjacency, *result = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOOpp:edges", &PyDict_Type, &adjacency, &e.index, &e.first,
                          &e.second, &e.directed, &e.multi))
        return NULL;
    if (e.index != Py_None && !PyDict_Check(e.index))
        return PyErr_Format(PyExc_TypeError, "index: expected a dictionary");
    if (add_rows(&e, adjacency))
        result =
            Py_BuildValue("(y#OO)", e.ends ? (const char *)e.ends : "",
                          (Py_ssize_t)(2 * e.count * sizeof *e.ends),
                          e.lengths ? e.lengths : Py_None, e.lacks_lengths ? Py_True : Py_False);
    Py_XDECREF(e.lengths);
    free(e.ends);
    return result;
}
