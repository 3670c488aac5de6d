/* contest/block.h - the board of an `arena` command, line by line. */
#ifndef DMI_BLOCK_H
#define DMI_BLOCK_H

#include <demesne/arena.h>

typedef struct dmi_block dmi_block;

/* n values and m edges are to come. */
dm_status dmi_block_new(int64_t n, int64_t m, dmi_block **out, dm_error *err);
void dmi_block_free(dmi_block *block);
/* Takes the next line, without blanks before it; true once it was the last. */
bool dmi_block_take(dmi_block *block, const char *line);
/* The board, or what was wrong with its first bad line.  Takes `block`. */
dm_status dmi_block_finish(dmi_block *block, dm_arena **out, dm_error *err);

#endif
