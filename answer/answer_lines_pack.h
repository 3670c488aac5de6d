/* answer_lines_pack.h - packs of levels: as an answer, as a file, and as a book with solutions at
 * the end.
 */
#ifndef ANSWER_LINES_PACK_H
#define ANSWER_LINES_PACK_H

#include "answer/report.h"

/* count, seed, levels. */
dm_status answer_lines_pack(report *r, const dm_level_pack *pack, dm_error *err);
/* Both write a file with `to`; `data` is a dm_level_pack. */
dm_status answer_pack_file(FILE *to, const void *data, dm_error *err);
dm_status answer_pack_book(FILE *to, const void *data, dm_error *err);

#endif
