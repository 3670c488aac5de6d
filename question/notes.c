/* notes.c - what is mentioned beside an answer. */
#include "question/question.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ask_note(ask_notes *notes, const char *format, ...)
{
    char text[600];
    va_list args;
    if (!notes)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (size_t i = 0; i < notes->count; i++)
        if (strcmp(notes->text[i], text) == 0)
            return;
    char **grown = realloc(notes->text, (notes->count + 1) * sizeof *grown);
    if (!grown)
        return;
    notes->text = grown;
    notes->text[notes->count] = strdup(text);
    notes->count += notes->text[notes->count] != NULL;
}

void ask_notes_clear(ask_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++)
        free(notes->text[i]);
    free(notes->text);
    *notes = (ask_notes){0};
}
