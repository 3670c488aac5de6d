/* demesne/status.h - how calls report success and failure.
 *
 * Every call that can fail returns a dm_status and takes a dm_error * last,
 * which may be NULL.  Outputs are filled after DM_OK and after DM_STOPPED, and
 * keep the values they had after everything else:
 *
 *     DM_OK            the whole result
 *     DM_STOPPED       the run (run.h) ended; what was found by then, which is
 *                      true as far as it goes: bounds, a legal move, the best
 *                      so far; `proven` or `complete` says how far that is
 *     DM_UNFINISHED    the run ended before there was anything to give
 *     others           an error
 *
 *     dm_error err = {0};
 *     if (dm_arena_open("grid:5x5", 1, &arena, &err) != DM_OK)
 *         fprintf(stderr, "%s\n", err.message);
 */
#ifndef DEMESNE_STATUS_H
#define DEMESNE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* One kind of mistake has one status, whichever call finds it:
 *
 *     a number out of range, an unknown name, settings that      DM_BAD_ARGUMENT
 *     contradict each other, a text that is no number
 *     a vertex that does not exist, is taken, or named twice     DM_BAD_VERTEX
 *     a move against the rules, or after the end of the game     DM_BAD_MOVE
 *     a file, document or ARENA that is missing or malformed     DM_BAD_INPUT
 *     more stones than vertices, more than a stated limit        DM_TOO_LARGE
 *     a board or game that this method, player or format         DM_UNSUPPORTED
 *     cannot handle
 */
typedef enum dm_status {
    DM_OK = 0,
    DM_END,        /* there is no further board, or no entry of that number; not an error */
    DM_STOPPED,    /* run control ended the call; outputs hold what it found */
    DM_UNFINISHED, /* run control ended the call before it had a result */
    DM_BAD_ARGUMENT,
    DM_BAD_VERTEX,
    DM_BAD_MOVE,
    DM_BAD_INPUT,
    DM_TOO_LARGE,
    DM_UNSUPPORTED,
    DM_NO_MEMORY,
    DM_IO,      /* the system failed to read or write */
    DM_INTERNAL /* a bug in this library: please report it */
} dm_status;

typedef struct dm_error {
    dm_status status;
    char message[480]; /* one line without newline: "file:line: what; what was expected" */
} dm_error;

/* The name of a status in words, e.g. "bad input".  Never NULL. */
const char *dm_status_text(dm_status status);

/* Frees memory that a dm_ call handed over as a plain pointer.  NULL is fine. */
void dm_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
