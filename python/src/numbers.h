/* numbers.h - numbers of Python, one after another: lengths, values. */
#ifndef PYTHON_NUMBERS_H
#define PYTHON_NUMBERS_H

#include "module.h"

typedef struct number_list {
    enum { NUMBERS_WHOLE, NUMBERS_FLOAT, NUMBERS_OBJECT } kind;
    size_t count, capacity; /* unless they are objects */
    PyObject *bytes;        /* a bytearray that holds the next two, which are the same */
    int64_t *whole;
    double *real;
    PyObject *objects; /* a list */
} number_list;

/* Both give false with an exception. */
bool numbers_add(number_list *list, PyObject *number);
bool numbers_add_whole(number_list *list, int64_t number);
/* (bytearray of int64, decimals): units of 10^-decimals, rounded if `decimals` is 0 or more,
 * otherwise the fewest decimals that keep all exact.  None: only Python can tell. */
PyObject *numbers_as_units(number_list *list, int decimals);
PyObject *numbers_as_list(const number_list *list);
void numbers_clear(number_list *list);

#endif
