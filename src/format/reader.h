/* reader.h - what the rooms above ask of a reader beside its public calls. */
#ifndef DMI_READER_H
#define DMI_READER_H

#include <demesne/source.h>

/* Whether its format holds several boards a file. */
bool dmi_reader_many(const dm_reader *reader);

#endif
