/* uploads.h - files that clients send, kept until a job takes them or newer ones take their room.
 */
#ifndef SERVER_UPLOADS_H
#define SERVER_UPLOADS_H

#include <demesne/demesne.h>

typedef struct uploads uploads;

/* NULL without memory.  `most` bytes are kept; the oldest files are dropped first. */
uploads *uploads_new(size_t most);
void uploads_free(uploads *u);

enum { UPLOAD_ID = 17 };

/* Keeps a copy; `id` names it.  DM_TOO_LARGE, DM_NO_MEMORY. */
dm_status uploads_add(uploads *u, const char *bytes, size_t size, char id[UPLOAD_ID],
                      dm_error *err);
/* Takes the file: *bytes is freed with free().  DM_END: there is no such file any more. */
dm_status uploads_take(uploads *u, const char *id, char **bytes, size_t *size, dm_error *err);
/* Gives a copy of it, which ends with a zero. */
dm_status uploads_copy(uploads *u, const char *id, char **bytes, size_t *size, dm_error *err);

#endif
