/* py_programs.c - _demesne.programs(): the outside programs of a table. */
#include "module.h"

PyObject *list_programs(PyObject *module, PyObject *args)
{
    const char *path;
    dm_programs programs = {0};
    dm_error err = {0};
    if (!PyArg_ParseTuple(args, "s:programs", &path))
        return NULL;
    dm_status status = dm_programs_read(path, &programs, &err);
    if (status != DM_OK)
        return raise_status(PyModule_GetState(module), status, &err);
    PyObject *list = PyList_New(0);
    for (int32_t i = 0; list && i < programs.count; i++) {
        const dm_program *p = &programs.program[i];
        PyObject *row =
            Py_BuildValue("(sssss)", p->key, p->name, p->version, p->command, p->folder);
        if (!row || PyList_Append(list, row) != 0)
            Py_CLEAR(list);
        Py_XDECREF(row);
    }
    dm_programs_clear(&programs);
    return list;
}
