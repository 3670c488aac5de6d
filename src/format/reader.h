/* reader.h - calls of a reader for other rooms of the library. */
#ifndef DMI_READER_H
#define DMI_READER_H

#include <demesne/source.h>

/* Whether its format has several boards per file. */
bool dmi_reader_many(const dm_reader *reader);
/* Whether the last call of dm_reader_next() failed because there was no board at all. */
bool dmi_reader_is_empty(const dm_reader *reader);
/* The line of the board read last, until the next is read; NULL for other formats than graph6 and
 * sparse6. */
const char *dmi_reader_line(const dm_reader *reader);

#endif
