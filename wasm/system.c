/* system.c - what the module's C library and libraries lack. */
#include <stdlib.h>
#include <sys/random.h>

/* Random bytes; imported. */
void page_random(void *to, size_t size);

ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    (void)flags;
    page_random(to, size);
    return (ssize_t)size;
}

/* nauty's, for errors that no input causes. */
void gt_abort(const char *message);
void gt_abort(const char *message)
{
    (void)message;
    abort();
}
