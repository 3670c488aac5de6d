/* bytes.c - a growing block of memory, and reading it from the front. */
#include "base/bytes.h"

#include "base/base.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

void dmi_bytes_add(dmi_bytes *bytes, const void *from, size_t size)
{
    assert(from || size == 0);
    if (bytes->sum) {
        dmi_checksum_add(bytes->sum, from, size);
        return;
    }
    if (size == 0 || bytes->failed)
        return;
    bytes->failed = !dmi_reserve(&bytes->at, &bytes->room, bytes->size + size, 1);
    if (bytes->failed)
        return;
    memcpy(bytes->at + bytes->size, from, size);
    bytes->size += size;
}

void dmi_bytes_add_number(dmi_bytes *bytes, int64_t number)
{
    dmi_bytes_add(bytes, &number, sizeof number);
}

void dmi_bytes_clear(dmi_bytes *bytes)
{
    free(bytes->at);
    *bytes = (dmi_bytes){0};
}

const void *dmi_bytes_skip(dmi_bytes_reader *reader, size_t size)
{
    if (reader->failed || size > reader->left) {
        reader->failed = true;
        return NULL;
    }
    const unsigned char *at = reader->at;
    reader->at += size;
    reader->left -= size;
    return at;
}

void dmi_bytes_take(dmi_bytes_reader *reader, void *to, size_t size)
{
    const void *from = dmi_bytes_skip(reader, size);
    if (size == 0)
        return;
    if (from)
        memcpy(to, from, size);
    else
        memset(to, 0, size);
}

int64_t dmi_bytes_take_number(dmi_bytes_reader *reader, int64_t low, int64_t high)
{
    assert(low <= high);
    int64_t number;
    dmi_bytes_take(reader, &number, sizeof number);
    if (number >= low && number <= high)
        return number;
    reader->failed = true;
    return low;
}
