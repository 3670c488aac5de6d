/* deadlines.h - ends connections that take too long.
 *
 * A client that sends a byte now and then is never idle, so an idle limit does not catch it.  Here
 * every connection has a time by which its current step must end.
 */
#ifndef SERVER_HTTP_DEADLINES_H
#define SERVER_HTTP_DEADLINES_H

typedef struct deadlines deadlines;
typedef struct deadline deadline;

deadlines *deadlines_new(void); /* NULL without memory or thread */
void deadlines_free(deadlines *d);

/* Shuts the socket `fd` down in `seconds`; NULL without memory. */
deadline *deadlines_add(deadlines *d, int fd, double seconds);
/* Counts `seconds` from now; negative: no limit. */
void deadlines_set(deadlines *d, deadline *one, double seconds);
/* Call before the socket is closed. */
void deadlines_remove(deadlines *d, deadline *one);

#endif
