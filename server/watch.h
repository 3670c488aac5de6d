/* watch.h - connections that take too long are cut.
 *
 * A client that sends a byte now and then is never idle, and so passes an idle limit.  Here every
 * connection has a moment by which its present step must be over.
 */
#ifndef SERVER_WATCH_H
#define SERVER_WATCH_H

typedef struct watch watch;
typedef struct watch_line watch_line;

watch *watch_new(void); /* NULL where there is no memory or thread */
void watch_free(watch *w);

/* Watches the socket `fd`, with `seconds` from now; NULL without memory. */
watch_line *watch_add(watch *w, int fd, double seconds);
/* From now on; negative: no limit. */
void watch_set(watch *w, watch_line *line, double seconds);
/* Before the socket is closed. */
void watch_remove(watch *w, watch_line *line);

#endif
