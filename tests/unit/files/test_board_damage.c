/* test_board_damage.c - damaged .board files are refused by name, whatever is damaged.
 *
 * The checksums cover every byte, so every change of one byte is found.  Files with right checksums
 * and wrong content (forged here) are refused too, or are boards that can be used.
 */
#include "format/board/board_file.h"
#include "support/board_files.h"
#include "support/support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];
static file_bytes good, bad; /* a file, and a copy to damage */

static void restore(void)
{
    bad.size = good.size;
    memcpy(bad.at, good.at, good.size);
}

/* Reading `bad` fails, with a message that begins with its name. */
static void assert_refused(void)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_int_equal(read_board_bytes(bad, &arena, &err), DM_BAD_INPUT);
    assert_null(arena);
    if (strncmp(err.message, "b: ", 3) != 0)
        fail_msg("message: %s", err.message);
}

static void assert_refused_saying(const char *message)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    assert_int_equal(read_board_bytes(bad, &arena, &err), DM_BAD_INPUT);
    assert_string_equal(err.message, message);
}

/* The name of the section that has byte `at`. */
static const char *section_at(size_t at)
{
    dmi_board_header header;
    memcpy(&header, good.at, sizeof header);
    for (int i = 0; i < DMI_BOARD_SECTIONS; i++)
        if (at >= header.section[i].at && at < header.section[i].at + header.section[i].size)
            return dmi_board_section_name((dmi_board_part)i);
    return NULL;
}

/* Of a mapped file the damage is found when the section is used, and names it. */
static void assert_found_later(size_t at)
{
    char expected[64];
    dm_error err = {0};
    dm_arena *arena = NULL;
    write_bytes(path, bad);
    dm_status status = read_board_path(path, &(dm_read_options){.check_later = true}, &arena, &err);
    snprintf(expected, sizeof expected, "section %s: ", section_at(at) ? section_at(at) : "");
    if (status == DM_OK) {
        assert_ok(dm_arena_damage(arena, &err), err);
        use_all(arena);
        assert_int_equal(dm_arena_damage(arena, &err), DM_BAD_INPUT);
        assert_non_null(strstr(err.message, expected));
        assert_int_equal(dm_arena_check(arena, NULL, &err), DM_BAD_INPUT);
        assert_int_equal(dm_arena_write(arena, "/dev/null", "edges", &err), DM_BAD_INPUT);
    }
    assert_true(status == DM_BAD_INPUT || (status == DM_OK && section_at(at)));
    assert_int_equal(strncmp(err.message, path, strlen(path)), 0);
    dm_arena_free(arena);
}

static void every_changed_byte_is_found(void **state)
{
    (void)state;
    for (size_t at = 0; at < good.size; at++)
        for (int bit = 0; bit < 8; bit++) {
            restore();
            bad.at[at] ^= (unsigned char)(1u << bit);
            assert_refused();
            if (bit == 0)
                assert_found_later(at);
        }
}

static void every_cut_is_found(void **state)
{
    (void)state;
    for (size_t size = 0; size < good.size; size++) {
        restore();
        bad.size = size;
        assert_refused();
        if (size == 0)
            continue;
        dm_arena *arena = NULL;
        dm_error err = {0};
        write_bytes(path, bad);
        assert_int_equal(
            read_board_path(path, &(dm_read_options){.check_later = true}, &arena, &err),
            DM_BAD_INPUT);
    }
}

/* Reads `bad` and uses the board if there is one. */
static bool is_used_or_refused(void)
{
    dm_error err = {0};
    dm_arena *arena = NULL;
    dm_status status = read_board_bytes(bad, &arena, &err);
    if (status == DM_OK)
        use_all(arena);
    else
        assert_int_equal(status, DM_BAD_INPUT);
    dm_arena_free(arena);
    return status == DM_OK;
}

static void forged_bytes_do_no_harm(void **state)
{
    (void)state;
    int used = 0, refused = 0;
    for (size_t at = 0; at < good.size; at++)
        for (int bit = 0; bit < 8; bit++) {
            restore();
            bad.at[at] ^= (unsigned char)(1u << bit);
            repair_sums(bad);
            if (is_used_or_refused())
                used++;
            else
                refused++;
        }
    assert_true(used > 500 && refused > 2000); /* other names, places .. ; and wrong ones */
}

static void forged_words_do_no_harm(void **state)
{
    (void)state;
    static const uint32_t words[] = {0, 1, 2, 3, 4, 0x7fffffff, 0x80000000, UINT32_MAX};
    dm_rng rng;
    dm_rng_init(&rng, 5);
    for (int i = 0; i < (run_long() ? 2000000 : 8000); i++) {
        restore();
        for (uint64_t changes = 1 + dm_rng_below(&rng, 3); changes > 0; changes--)
            memcpy(bad.at + 4 * dm_rng_below(&rng, good.size / 4), &words[dm_rng_below(&rng, 8)],
                   4);
        repair_sums(bad);
        is_used_or_refused();
    }
}

static void put32(size_t at, uint32_t word)
{
    memcpy(bad.at + at, &word, sizeof word);
}

static void headers_are_refused_by_name(void **state)
{
    (void)state;
    restore();
    bad.at[0] = 'x';
    assert_refused_saying("b: this is not a .board file");
    restore();
    put32(8, 0x04030201);
    assert_refused_saying("b: this .board file was made on a machine with the opposite byte order");
    restore();
    put32(12, 2);
    assert_refused_saying("b: version 2 of the .board format; this program reads version 1 and "
                          "older ones");
    restore();
    bad.at[24] ^= 1;
    assert_refused_saying("b: the header is damaged: its checksum is wrong");
    restore();
    bad.at[24] ^= 1;
    repair_sums(bad);
    assert_refused_saying("b: the header is wrong: its sizes do not fit");
}

/* Sections with right checksums that no program of ours writes. */
static void forged_sections_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        dmi_board_part part;
        size_t at;
        uint64_t word;
        const char *message;
    } cases[] = {
        {DMI_BOARD_GRAPH, 0, 1, "section graph: the rows do not have all arcs"},
        {DMI_BOARD_GRAPH, 0, UINT64_C(9) << 32, "section graph: the row of vertex 0 has no end"},
        {DMI_BOARD_GRAPH, 24, 9,
         "section graph: the arcs of vertex 0 are not sorted, or leave the board"},
        {DMI_BOARD_GRAPH, 120, 1, "section graph: the arcs leaving and entering vertices differ"},
        {DMI_BOARD_VALUES, 0, UINT64_MAX, "section values: a value is negative, or they pass 2^62"},
        {DMI_BOARD_VALUES, 0, 6, "section values: the total is not that of the header"},
        {DMI_BOARD_PLACES, 8, UINT64_C(0x7ff8) << 48, "section places: a coordinate is not finite"},
        {DMI_BOARD_NAMES, 0, 99,
         "section names: the name of vertex 0 is not UTF-8 of at most 255 bytes"},
        {DMI_BOARD_NAMES, 32, UINT64_MAX, "section names: the last name has no end"},
        {DMI_BOARD_STREETS, 0, 0,
         "section streets: street 0 has a wrong end, length, direction, kind, name or point"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[200];
        restore();
        uint64_t word = cases[i].word;
        dmi_board_header header;
        memcpy(&header, bad.at, sizeof header);
        memcpy(bad.at + header.section[cases[i].part].at + cases[i].at, &word, sizeof word);
        repair_sums(bad);
        snprintf(message, sizeof message, "b: %s", cases[i].message);
        assert_refused_saying(message);
    }
}

static int set_up(void **state)
{
    (void)state;
    dm_arena *town = rich_town();
    snprintf(path, sizeof path, "/tmp/demesne-damage-%ld.board", (long)getpid());
    good = bytes_of_board(town);
    bad.at = malloc(good.size);
    dm_arena_free(town);
    return bad.at ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    free(good.at);
    free(bad.at);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_changed_byte_is_found),
        cmocka_unit_test(every_cut_is_found),
        cmocka_unit_test(forged_bytes_do_no_harm),
        cmocka_unit_test(forged_words_do_no_harm),
        cmocka_unit_test(headers_are_refused_by_name),
        cmocka_unit_test(forged_sections_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
