/* reader.h - the fuzz target of a format's reader.
 *
 * Every board is read or refused, with its arcs as edges, directed, and in seconds on
 * foot.  One that is read can be written in its own format (in JSON if the content showed the
 * format), unless the format cannot hold its lengths or arcs.
 */
#ifndef FUZZ_READER_H
#define FUZZ_READER_H

#include <demesne/source.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void write_again(const dm_arena *arena, const char *format)
{
    enum { SMALL = 2000 };
    if (dm_arena_vertices(arena) > SMALL)
        return;
    bool writes = format && dm_format_find("", format)->writes;
    dm_status status = dm_arena_write(arena, "/dev/null", writes ? format : "json", NULL);
    if (status != DM_OK && status != DM_UNSUPPORTED)
        abort();
}

static void fuzz_boards(const char *format, dm_read_options options, const uint8_t *bytes,
                        size_t size)
{
    dm_reader *reader = NULL;
    dm_error err = {0};
    if (dm_reader_open_memory("fuzz", bytes, size, format, &reader, &err) != DM_OK)
        return;
    dm_reader_options(reader, &options);
    dm_status status = DM_OK;
    while (status != DM_END) {
        dm_arena *arena = NULL;
        status = dm_reader_next(reader, &arena, &err);
        if (status == DM_OK)
            write_again(arena, format);
        dm_arena_free(arena);
    }
    dm_reader_free(reader);
}

static void fuzz_reader(const char *format, const uint8_t *bytes, size_t size)
{
    /* Few bytes can name very many edges, which takes long and adds nothing. */
    enum { MOST_EDGES = 5000 };
    const dm_read_options map = {.directed = true,
                                 .profile = DM_PROFILE_FOOT,
                                 .measure = DM_SECONDS,
                                 .largest = true,
                                 .most_edges = MOST_EDGES};
    fuzz_boards(format, (dm_read_options){.most_edges = MOST_EDGES}, bytes, size);
    fuzz_boards(format, (dm_read_options){.directed = true, .most_edges = MOST_EDGES}, bytes, size);
    fuzz_boards(format, map, bytes, size);
}

/* `format` NULL: found from the content. */
#define FUZZ_READER(format)                                                                        \
    int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)                                  \
    {                                                                                              \
        fuzz_reader(format, bytes, size);                                                          \
        return 0;                                                                                  \
    }

#endif
