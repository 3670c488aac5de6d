/* error_tail.c - the end of what a program writes to its standard error.
 *
 * Everything is read, so that the program does not wait for us; the last bytes are kept.
 */
#include "contest/sandbox/child_process.h"

#include "base/utf8.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK = 4096, MOST_CHUNKS = 64 };

void dmi_error_tail_read(dmi_error_tail *tail, int *from)
{
    char chunk[CHUNK];
    for (int i = 0; i < MOST_CHUNKS && *from >= 0; i++) {
        ssize_t got = read(*from, chunk, sizeof chunk);
        if (got > 0) {
            const char *bytes = chunk;
            size_t size = (size_t)got;
            if (size > DMI_ERROR_TAIL) {
                bytes += size - DMI_ERROR_TAIL;
                size = DMI_ERROR_TAIL;
                tail->is_cut = true;
            }
            size_t most = DMI_ERROR_TAIL - size;
            if (tail->size > most) {
                memmove(tail->bytes, tail->bytes + tail->size - most, most);
                tail->size = most;
                tail->is_cut = true;
            }
            memcpy(tail->bytes + tail->size, bytes, size);
            tail->size += size;
        } else if (got < 0 && errno == EAGAIN)
            return;
        else if (got == 0 || errno != EINTR) {
            close(*from);
            *from = -1;
        }
    }
}

void dmi_error_tail_show(const dmi_error_tail *tail, char out[DM_ERROR_OUTPUT])
{
    static const char cut[] = "...\n";
    char text[4 * DMI_ERROR_TAIL + 1];
    dmi_utf8_visible(tail->bytes, tail->size, true, text, sizeof text);
    size_t size = strlen(text), most = DM_ERROR_OUTPUT - sizeof cut;
    while (size > 0 && text[size - 1] == '\n')
        text[--size] = '\0';
    if (!tail->is_cut && size <= most) {
        memcpy(out, text, size + 1);
        return;
    }
    const char *from = text + (size > most ? size - most : 0), *line = strchr(from, '\n');
    if (line) /* whole lines, or else whole characters */
        from = line + 1;
    while ((*from & 0xc0) == 0x80)
        from++;
    snprintf(out, DM_ERROR_OUTPUT, "%s%s", cut, from);
}
