/* board_read.c - reads .board files.
 *
 * A plain file is mapped into memory; anything else (standard input, gzip, memory) is copied, as
 * far as the input goes and not by declared sizes.  The header and the texts are checked at once,
 * the other sections too, or when first used if the reader's options say so.
 */
#include "arena/arena.h"

#include "format/board/board_file.h"
#include "format/format.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

/* Checks the header of a .board file: what it is, and that its sizes add up.
 *
 * Counts are limited before anything is computed from them, so that no sum overflows; then every
 * section must have the size that follows from them and begin where the one before it ends.
 */
static bool counts_are_possible(const dmi_board_header *h)
{
    const struct {
        int64_t count, most;
    } limits[] = {{h->vertices, DM_MAX_VERTICES},
                  {h->arcs, UINT32_MAX},
                  {h->oneway, h->arcs},
                  {h->loops, INT64_MAX},
                  {h->parallel, INT64_MAX},
                  {h->one_way, INT64_MAX},
                  {h->uneven, INT64_MAX},
                  {h->total_value, DM_MAX_TOTAL},
                  {h->name_bytes, INT64_C(1) << 40},
                  {h->streets, INT32_MAX},
                  {h->points, UINT32_MAX},
                  {h->street_name_bytes, UINT32_MAX},
                  {h->decimals, 18},
                  {h->value_decimals, 18},
                  {h->rules, INT32_MAX},
                  {h->measure, DM_MEASURES - 1},
                  {(int64_t)h->profile + 1, DM_PROFILE_FOOT + 1}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].count < 0 || limits[i].count > limits[i].most)
            return false;
    return h->rules == 0 || h->streets > 0;
}

static bool lengths_are_possible(const dmi_board_header *h)
{
    bool is_uniform = h->length_bytes == 0;
    if (h->shortest < 1 || h->longest < h->shortest || h->longest > DM_MAX_TOTAL)
        return false;
    return is_uniform ? h->uniform == h->shortest && h->uniform == h->longest
                      : h->uniform == 0 && (h->length_bytes == 4 || h->length_bytes == 8);
}

/* Sections are there if they need to be, at least of their size, and one after another. */
static bool sections_fit(const dmi_board_header *h)
{
    uint64_t end = sizeof *h;
    for (int i = 0; i < DMI_BOARD_SECTIONS; i++) {
        uint64_t size = h->section[i].size;
        bool is_optional = i != DMI_BOARD_TEXTS && i != DMI_BOARD_GRAPH && size == 0;
        if (h->section[i].at != end || size > h->file_size || size % 8 != 0)
            return false;
        if (i != DMI_BOARD_TEXTS && !is_optional &&
            size != dmi_board_section_size(h, (dmi_board_part)i))
            return false;
        end += size;
    }
    bool has_places = h->section[DMI_BOARD_PLACES].size > 0;
    return end == h->file_size && h->section[DMI_BOARD_TEXTS].size > 0 &&
           (has_places || h->section[DMI_BOARD_STREETS].size == 0);
}

/* Checks the first `size` bytes of a file, which are its header if there are enough of them, with
 * all counts and sizes.  `whole` is the size of the file; 0: not known yet. */
static dm_status board_check_header(const char *name, const void *bytes, size_t size,
                                    uint64_t whole, dm_error *err)
{
    dmi_board_header h = {0};
    memcpy(&h, bytes, size < sizeof h ? size : sizeof h);
    if (size < 8 || memcmp(h.magic, DMI_BOARD_MAGIC, 8) != 0)
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0, "this is not a .board file");
    if (size < offsetof(dmi_board_header, file_size))
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0, "cut off after %zu bytes", size);
    if (h.byte_order == __builtin_bswap32(DMI_BOARD_ORDER))
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0,
                           "this .board file was made on a machine with the opposite byte order");
    if (h.byte_order != DMI_BOARD_ORDER)
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0, "the mark of the byte order is damaged");
    if (h.version > DMI_BOARD_VERSION)
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0,
                           "version %" PRIu32 " of the .board format; this program reads version "
                           "%d and older ones",
                           h.version, DMI_BOARD_VERSION);
    if (h.version < 1)
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0,
                           "version 0 of the .board format; there is none");
    if (size < sizeof h)
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0, "cut off after %zu bytes", size);
    if (h.sum != dmi_board_header_sum(&h))
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0,
                           "the header is damaged: its checksum is wrong");
    if (!counts_are_possible(&h) || !lengths_are_possible(&h) || !sections_fit(&h))
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0, "the header is wrong: its sizes do not fit");
    if (whole && whole < h.file_size)
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0,
                           "cut off after %" PRIu64 " of %" PRIu64 " bytes", whole, h.file_size);
    if (whole > h.file_size)
        return dmi_fail_at(err, DM_BAD_INPUT, name, 0,
                           "%" PRIu64 " bytes follow the end of the board", whole - h.file_size);
    return DM_OK;
}

static void free_file(dmi_parts *parts)
{
    dmi_board_file *file = (dmi_board_file *)parts;
    if (file->is_mapped)
        munmap((void *)(uintptr_t)file->bytes, file->size);
    else
        free((void *)(uintptr_t)file->bytes);
    free((void *)(uintptr_t)file->parts.no_arcs.first);
    free(file->name);
    free(file);
}

static dmi_board_file *new_file(const char *name)
{
    dmi_board_file *file = dmi_calloc(1, sizeof *file);
    if (!file)
        return NULL;
    dmi_parts_init(&file->parts);
    file->parts.check = dmi_board_check_part;
    file->parts.free = free_file;
    file->name = dmi_strdup(name);
    if (file->name)
        return file;
    dmi_parts_release(&file->parts);
    return NULL;
}

/* False: it has to be copied. */
static bool map_file(const dmi_input *in, dmi_board_file *file)
{
    struct stat about;
    int fd = in->path ? dmi_byte_stream_plain_fd(in->bytes) : -1;
    if (fd < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0)
        return false;
    void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED)
        return false;
    file->bytes = bytes;
    file->size = (size_t)about.st_size;
    file->is_mapped = true;
    return true;
}

/* What the reader's options ask for, before more than the header is read. */
static dm_status check_options(const dmi_input *in, const dmi_board_header *h, dm_error *err)
{
    const dm_read_options *o = &in->options;
    int64_t edges = (h->arcs + h->oneway) / 2;
    if (o->most_vertices && h->vertices > o->most_vertices)
        return dmi_fail_at(err, DM_TOO_LARGE, in->name, 0,
                           "%" PRId64 " vertices; at most %d are taken here", h->vertices,
                           o->most_vertices);
    if (o->most_edges && edges > o->most_edges)
        return dmi_fail_at(err, DM_TOO_LARGE, in->name, 0,
                           "%" PRId64 " edges; at most %" PRId64 " are taken here", edges,
                           o->most_edges);
    if (o->speeds)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                           "its lengths are fixed; write it again from the map with --speeds");
    if (dm_measure_is_time(o->measure) && h->measure != DM_MEASURE_OTHER &&
        h->measure != (int32_t)o->measure)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                           "its lengths are %s; write it again from the map with --measure %s",
                           dm_measure_name((dm_measure)h->measure), dm_measure_name(o->measure));
    if (o->profile != DM_PROFILE_CAR && h->profile >= 0 && h->profile != (int32_t)o->profile)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                           "it was made for %s; write it again from the map with --profile %s",
                           dm_profile_name((dm_profile)h->profile), dm_profile_name(o->profile));
    return DM_OK;
}

static dm_status check_start(const dmi_input *in, const void *bytes, size_t size, uint64_t whole,
                             dm_error *err)
{
    dm_status status = board_check_header(in->name, bytes, size, whole, err);
    return status == DM_OK ? check_options(in, bytes, err) : status;
}

/* Appends the input until there are `need` bytes or it ends. */
static dm_status read_bytes(dmi_input *in, char **bytes, size_t *size, size_t *room, size_t need,
                            dm_error *err)
{
    dm_status status = DM_OK;
    size_t got = 1;
    while (status == DM_OK && got > 0 && *size < need) {
        const char *block = NULL;
        status = dmi_input_block(in, &block, &got, err);
        if (status != DM_OK || got == 0)
            break;
        if (!dmi_run_go_on(in->options.run, 0))
            return dmi_as_unfinished(dmi_stopped(in->options.run, err), err);
        if (!dmi_reserve(bytes, room, *size + got, 1))
            return dmi_no_memory(err);
        memcpy(*bytes + *size, block, got);
        *size += got;
    }
    return status;
}

static dm_status copy_file(dmi_input *in, dmi_board_file *file, dm_error *err)
{
    char *bytes = NULL;
    size_t size = 0, room = 0;
    dm_status status = read_bytes(in, &bytes, &size, &room, sizeof(dmi_board_header), err);
    if (status == DM_OK && size == 0)
        return DM_END;
    if (status == DM_OK)
        status = check_start(in, bytes, size, 0, err);
    if (status == DM_OK) /* a byte more shows a file that is too long */
        status = read_bytes(in, &bytes, &size, &room,
                            (size_t)((dmi_board_header *)(void *)bytes)->file_size + 1, err);
    file->bytes = (const unsigned char *)bytes;
    file->size = size;
    return status;
}

static dm_status load_board(dmi_input *in, dmi_board_file *file, dm_error *err)
{
    dm_status status = map_file(in, file) ? DM_OK : copy_file(in, file, err);
    if (status == DM_OK)
        status = check_start(in, file->bytes, file->size, file->size, err);
    if (status != DM_OK)
        return status;
    memcpy(&file->header, file->bytes, sizeof file->header);
    dm_graph *none = &file->parts.no_arcs;
    uint32_t *zeros = dmi_calloc((size_t)file->header.vertices + 1, sizeof *zeros);
    *none = (dm_graph){.n = (dm_vertex)file->header.vertices,
                       .first = zeros,
                       .target = (const dm_vertex *)zeros,
                       .uniform = 1,
                       .shortest = 1,
                       .longest = 1};
    if (!zeros)
        return dmi_no_memory(err);
    dmi_board_find_sections(file);
    return dmi_board_check_sum(file, DMI_BOARD_TEXTS, NULL, err);
}

/* The text at *at, which moves behind it; NULL: it does not end within the section. */
static const char *next_text(const char **at, const char *end)
{
    const char *text = *at;
    const char *nul = text < end ? memchr(text, '\0', (size_t)(end - text)) : NULL;
    if (nul)
        *at = nul + 1;
    return nul ? text : NULL;
}

/* The texts are a title, an attribution, and remarks until an empty one. */
static dm_status take_texts(const dmi_board_file *file, dmi_shared_board *shared,
                            char **attribution, dm_error *err)
{
    const char *at = (const char *)file->bytes + file->header.section[DMI_BOARD_TEXTS].at;
    const char *end = at + file->header.section[DMI_BOARD_TEXTS].size;
    const char *title = next_text(&at, end), *thanks = next_text(&at, end), *remarks = at, *one;
    while ((one = next_text(&at, end)) && *one)
        ;
    if (!title || !thanks || !one)
        return dmi_fail_at(err, DM_BAD_INPUT, file->name, 0, "section texts: a text has no end");
    size_t size = (size_t)(at - remarks);
    shared->title = dmi_strdup(title);
    shared->remarks = dmi_alloc(size, 1);
    *attribution = *thanks ? dmi_strdup(thanks) : NULL;
    if (!shared->title || !shared->remarks || (*thanks && !*attribution))
        return dmi_no_memory(err);
    memcpy(shared->remarks, remarks, size);
    return DM_OK;
}

static dm_status take_streets(dmi_board_file *file, dmi_shared_board *shared, char *attribution,
                              dm_error *err)
{
    dmi_streets *streets = file->map.names ? dmi_calloc(1, sizeof *streets) : NULL;
    if (!streets) {
        free(attribution);
        return file->map.names ? dmi_no_memory(err) : DM_OK;
    }
    atomic_init(&streets->users, 1);
    streets->map = file->map;
    streets->map.attribution = streets->own.attribution = attribution;
    streets->file = dmi_parts_hold(&file->parts);
    shared->streets = streets;
    return DM_OK;
}

static dm_status make_board(dmi_board_file *file, dm_arena **out, dm_error *err)
{
    char *attribution = NULL;
    dm_arena *arena = NULL;
    dmi_shared_board *shared = dmi_shared_board_new();
    if (!shared)
        return dmi_no_memory(err);
    /* The board takes the sections of the file. */
    const dmi_board_header *h = &file->header;
    shared->file = dmi_parts_hold(&file->parts);
    shared->arcs = (dmi_two_way_graph){file->graph, file->reverse, h->oneway};
    shared->notes = (dm_notes){h->loops, h->parallel, h->one_way, h->uneven};
    shared->decimals = h->decimals;
    shared->places = (dm_point *)(uintptr_t)file->places;
    shared->names = (char *)(uintptr_t)file->names;
    shared->name_at = (uint64_t *)(uintptr_t)file->name_at;
    dm_status status = take_texts(file, shared, &attribution, err);
    if (status == DM_OK)
        status = take_streets(file, shared, attribution, err);
    else
        free(attribution);
    if (status == DM_OK)
        status = dmi_shared_board_finish(shared, err);
    if (status == DM_OK && !(arena = dmi_alloc(1, sizeof *arena)))
        status = dmi_no_memory(err);
    if (status != DM_OK) {
        dmi_shared_board_release(shared);
        return status;
    }
    *arena = (dm_arena){.shared = shared,
                        .values = (int64_t *)(uintptr_t)file->values,
                        .values_in_file = file->values != NULL,
                        .total_value = file->header.total_value,
                        .value_decimals = file->header.value_decimals};
    *out = arena;
    return DM_OK;
}

dm_status dmi_read_board(dmi_input *in, dm_arena **out, dm_error *err)
{
    dm_arena *arena = NULL;
    dmi_board_file *file = new_file(in->name);
    if (!file)
        return dmi_no_memory(err);
    dm_status status = load_board(in, file, err);
    if (status == DM_OK)
        status = make_board(file, &arena, err);
    if (status == DM_OK && !(in->options.check_later && file->is_mapped))
        status = dm_arena_check(arena, in->options.run, err);
    dmi_parts_release(&file->parts);
    if (status == DM_OK)
        *out = arena;
    else
        dm_arena_free(arena);
    return status;
}
