/* numbers.c - lengths and values of any size, as whole numbers of one decimal unit.
 *
 * Numbers stay whole, or floats, in one array while they can; a float counts as its shortest
 * decimal.  x is the float nearest to k / 10^d if and only if dividing k by 10^d gives x, as the
 * division of two exact numbers is rounded correctly.
 */
#include "numbers.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MOST_DECIMALS = 18 };
#define EXACT 9007199254740992.0 /* 2^53: whole numbers up to here are exact as floats */

static bool is_exact(int64_t number)
{
    return number > -(int64_t)EXACT && number < (int64_t)EXACT;
}

PyObject *numbers_as_list(const number_list *list)
{
    if (list->objects)
        return Py_NewRef(list->objects);
    PyObject *objects = PyList_New((Py_ssize_t)list->count);
    for (size_t i = 0; objects && i < list->count; i++) {
        PyObject *item = list->kind == NUMBERS_FLOAT ? PyFloat_FromDouble(list->real[i])
                                                     : PyLong_FromLongLong(list->whole[i]);
        if (!item || PyList_SetItem(objects, (Py_ssize_t)i, item) != 0)
            Py_CLEAR(objects);
    }
    return objects;
}

/* From now on the numbers are objects. */
static bool keep_objects(number_list *list)
{
    list->objects = numbers_as_list(list);
    list->kind = NUMBERS_OBJECT;
    return list->objects != NULL;
}

/* From whole numbers to floats; false if one has no equal float. */
static bool make_floats(number_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!is_exact(list->whole[i]))
            return false;
    for (size_t i = 0; i < list->count; i++)
        list->real[i] = (double)list->whole[i];
    list->kind = NUMBERS_FLOAT;
    return true;
}

static bool reserve_number(number_list *list)
{
    assert(list->count <= list->capacity);
    if (list->count < list->capacity)
        return true;
    size_t capacity = list->capacity ? 2 * list->capacity : 1024;
    if (!list->bytes && !(list->bytes = PyByteArray_FromStringAndSize(NULL, 0)))
        return false;
    if (PyByteArray_Resize(list->bytes, (Py_ssize_t)(capacity * sizeof(int64_t))) != 0)
        return false;
    list->whole = (int64_t *)(void *)PyByteArray_AsString(list->bytes);
    list->real = (double *)(void *)list->whole;
    list->capacity = capacity;
    return true;
}

bool numbers_add_whole(number_list *list, int64_t number)
{
    if (list->kind == NUMBERS_FLOAT && !is_exact(number) && !keep_objects(list))
        return false;
    if (list->kind == NUMBERS_OBJECT) {
        PyObject *item = PyLong_FromLongLong(number);
        bool good = item && PyList_Append(list->objects, item) == 0;
        Py_XDECREF(item);
        return good;
    }
    if (!reserve_number(list))
        return false;
    if (list->kind == NUMBERS_FLOAT)
        list->real[list->count++] = (double)number;
    else
        list->whole[list->count++] = number;
    return true;
}

static bool add_float(number_list *list, double number)
{
    if (!reserve_number(list))
        return false;
    list->real[list->count++] = number;
    return true;
}

bool numbers_add(number_list *list, PyObject *number)
{
    if (list->kind != NUMBERS_OBJECT && PyLong_CheckExact(number)) {
        int overflow = 0;
        long long whole = PyLong_AsLongLongAndOverflow(number, &overflow);
        if (!overflow)
            return numbers_add_whole(list, whole);
    } else if (list->kind != NUMBERS_OBJECT && PyFloat_CheckExact(number)) {
        if (list->kind == NUMBERS_FLOAT || make_floats(list))
            return add_float(list, PyFloat_AsDouble(number));
    }
    if (list->kind != NUMBERS_OBJECT && !keep_objects(list))
        return false;
    return PyList_Append(list->objects, number) == 0;
}

void numbers_clear(number_list *list)
{
    Py_CLEAR(list->bytes);
    Py_CLEAR(list->objects);
}

/* Whether every number is a whole number of 10^-d, of less than 2^53 units. */
static bool is_unit(const double *x, size_t count, double power)
{
    for (size_t i = 0; i < count; i++) {
        double scaled = nearbyint(x[i] * power);
        if (!(fabs(scaled) < EXACT) || scaled / power != x[i])
            return false;
    }
    return true;
}

/* Whether each, rounded to 10^-d, is surely what its shortest decimal is, rounded: x[i] * power is
 * off by less than |x[i] * power| * 2^-51, and no half is so near. */
static bool is_rounded(const double *x, size_t count, double power)
{
    for (size_t i = 0; i < count; i++) {
        double scaled = x[i] * power, off = fabs(fabs(scaled - nearbyint(scaled)) - 0.5);
        if (!(fabs(scaled) < EXACT) || off <= fabs(scaled) * 0x1p-51)
            return false;
    }
    return true;
}

/* (units, decimals) of floats; None if that needs more than floats. */
static PyObject *units_of(const double *x, size_t count, int decimals)
{
    double power = 1;
    int d = 0;
    for (; d < decimals; d++)
        power *= 10;
    if (decimals < 0)
        while (d <= MOST_DECIMALS && !is_unit(x, count, power)) {
            power *= 10;
            d++;
        }
    if (d > MOST_DECIMALS || (decimals >= 0 && !is_rounded(x, count, power)))
        Py_RETURN_NONE;
    PyObject *bytes = PyByteArray_FromStringAndSize(NULL, 0);
    if (!bytes || PyByteArray_Resize(bytes, (Py_ssize_t)(count * sizeof(int64_t))) != 0) {
        Py_XDECREF(bytes);
        return NULL;
    }
    int64_t *units = (int64_t *)(void *)PyByteArray_AsString(bytes);
    for (size_t i = 0; i < count; i++)
        units[i] = (int64_t)nearbyint(x[i] * power);
    return Py_BuildValue("(Ni)", bytes, d);
}

PyObject *numbers_as_units(number_list *list, int decimals)
{
    if (list->kind == NUMBERS_FLOAT)
        return units_of(list->real, list->count, decimals);
    if (list->kind == NUMBERS_OBJECT || decimals > 0)
        Py_RETURN_NONE;
    if (!reserve_number(list) ||
        PyByteArray_Resize(list->bytes, (Py_ssize_t)(list->count * sizeof(int64_t))) != 0)
        return NULL;
    list->capacity = list->count;
    return Py_BuildValue("(Oi)", list->bytes, 0);
}

static PyObject *units_of_list(PyObject *from, int decimals)
{
    number_list list = {0};
    bool good = true;
    for (Py_ssize_t i = 0; good && i < PyList_Size(from); i++)
        good = numbers_add(&list, PyList_GetItem(from, i));
    PyObject *result = good ? numbers_as_units(&list, decimals) : NULL;
    numbers_clear(&list);
    return result;
}

PyObject *units(PyObject *module, PyObject *args)
{
    PyObject *from;
    int decimals;
    Py_buffer floats = {0};
    (void)module;
    if (!PyArg_ParseTuple(args, "Oi:units", &from, &decimals))
        return NULL;
    if (decimals > MOST_DECIMALS)
        return PyErr_Format(PyExc_ValueError, "decimals: expected at most %d", MOST_DECIMALS);
    if (PyList_Check(from))
        return units_of_list(from, decimals);
    if (PyObject_GetBuffer(from, &floats, PyBUF_CONTIG_RO | PyBUF_FORMAT) != 0)
        return NULL;
    bool is_double = floats.itemsize == 8 && floats.format && strcmp(floats.format, "d") == 0;
    PyObject *result = is_double ? units_of(floats.buf, (size_t)floats.len / 8, decimals)
                                 : PyErr_Format(PyExc_TypeError, "expected 64-bit floats");
    PyBuffer_Release(&floats);
    return result;
}
