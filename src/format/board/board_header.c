/* board_header.c - checks the header of a .board file: what it is, and that its sizes add up.
 *
 * Counts are limited before anything is computed from them, so that no sum overflows; then every
 * section must have the size that follows from them and begin where the one before it ends.
 */
#include "format/board/board_file.h"

#include <inttypes.h>
#include <string.h>

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
                  {h->measure, DM_SECONDS},
                  {(int64_t)h->profile + 1, DM_PROFILE_FOOT + 1}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].count < 0 || limits[i].count > limits[i].most)
            return false;
    return h->unused == 0;
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

dm_status dmi_board_check_header(const char *name, const void *bytes, size_t size, uint64_t whole,
                                 dm_error *err)
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
