/* board_files.h - .board files in memory: written, read, compared, forged. */
#ifndef TEST_BOARD_FILES_H
#define TEST_BOARD_FILES_H

#include <demesne/map.h>
#include <demesne/source.h>

/* A file's bytes; free() them. */
typedef struct file_bytes {
    unsigned char *at;
    size_t size;
} file_bytes;

/* A directed board with everything that a board can have: streets, names, values with decimals,
 * remarks, notes. */
dm_arena *rich_town(void);

file_bytes bytes_of_board(const dm_arena *arena);
void write_bytes(const char *path, file_bytes bytes);
/* dm_reader_next() of a reader for the format board; `path` NULL: from memory. */
dm_status read_board_bytes(file_bytes bytes, dm_arena **out, dm_error *err);
dm_status read_board_path(const char *path, const dm_read_options *options, dm_arena **out,
                          dm_error *err);

/* Fails the test unless they are the same in every field. */
void assert_same_boards(const dm_arena *a, const dm_arena *b);

/* Makes the checksums right, as far as the sections are within the file. */
void repair_sums(file_bytes bytes);

/* Reads every byte that the accessors of a board give, and asks who owns what. */
void use_all(const dm_arena *arena);

#endif
