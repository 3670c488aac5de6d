/* uploads.c - a list of files, the oldest first, behind one lock. */
#include "server/uploads.h"

#include "answer/fail.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

typedef struct upload {
    struct upload *next;
    char id[UPLOAD_ID];
    char *bytes;
    size_t size;
} upload;

struct uploads {
    pthread_mutex_t lock;
    upload *first;
    size_t held, most;
};

uploads *uploads_new(size_t most)
{
    uploads *u = calloc(1, sizeof *u);
    if (u) {
        u->most = most;
        pthread_mutex_init(&u->lock, NULL);
    }
    return u;
}

/* Takes the file at *at out of the list; the caller frees it.  With the lock. */
static upload *unlink_at(uploads *u, upload **at)
{
    upload *one = *at;
    *at = one->next;
    u->held -= one->size;
    return one;
}

static void drop_first(uploads *u)
{
    upload *one = unlink_at(u, &u->first);
    free(one->bytes);
    free(one);
}

void uploads_free(uploads *u)
{
    if (!u)
        return;
    while (u->first)
        drop_first(u);
    pthread_mutex_destroy(&u->lock);
    free(u);
}

static upload *copy_bytes(const char *bytes, size_t size)
{
    uint64_t number;
    upload *one = calloc(1, sizeof *one);
    if (one)
        one->bytes = malloc(size + 1);
    if (!one || !one->bytes || getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) {
        if (one)
            free(one->bytes);
        free(one);
        return NULL;
    }
    memcpy(one->bytes, bytes, size);
    one->bytes[size] = 0;
    one->size = size;
    snprintf(one->id, sizeof one->id, "%016" PRIx64, number);
    return one;
}

dm_status uploads_add(uploads *u, const char *bytes, size_t size, char id[UPLOAD_ID], dm_error *err)
{
    if (size > u->most)
        return answer_fail(err, DM_TOO_LARGE, "the file is too large for this server");
    upload *one = copy_bytes(bytes, size);
    if (!one)
        return answer_fail(err, DM_NO_MEMORY, "no memory for the file");
    memcpy(id, one->id, UPLOAD_ID);
    pthread_mutex_lock(&u->lock);
    while (u->held + size > u->most)
        drop_first(u);
    upload **at = &u->first;
    while (*at)
        at = &(*at)->next;
    *at = one;
    u->held += size;
    pthread_mutex_unlock(&u->lock);
    return DM_OK;
}

static dm_status no_file(const char *id, dm_error *err)
{
    return answer_fail(err, DM_END, "there is no file %.20s; send it to /api/file", id);
}

/* Where the list has the file; what is there is NULL if it does not.  With the lock. */
static upload **find(uploads *u, const char *id)
{
    upload **at = &u->first;
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

dm_status uploads_take(uploads *u, const char *id, char **bytes, size_t *size, dm_error *err)
{
    assert(id);
    pthread_mutex_lock(&u->lock);
    upload **at = find(u, id), *one = *at ? unlink_at(u, at) : NULL;
    pthread_mutex_unlock(&u->lock);
    if (!one)
        return no_file(id, err);
    *bytes = one->bytes;
    *size = one->size;
    free(one);
    return DM_OK;
}

dm_status uploads_copy(uploads *u, const char *id, char **bytes, size_t *size, dm_error *err)
{
    pthread_mutex_lock(&u->lock);
    const upload *one = *find(u, id);
    char *copy = one ? malloc(one->size + 1) : NULL;
    if (copy) {
        memcpy(copy, one->bytes, one->size + 1);
        *size = one->size;
        *bytes = copy;
    }
    pthread_mutex_unlock(&u->lock);
    if (!one)
        return no_file(id, err);
    return copy ? DM_OK : answer_fail(err, DM_NO_MEMORY, "no memory for the file");
}
