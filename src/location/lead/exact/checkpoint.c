/* checkpoint.c - writes the state of a search into a file, and reads it.
 *
 * The value of the best opening is computed again after reading: only the open nodes are believed,
 * and a checksum guards them.
 */
#include "location/lead/exact/checkpoint.h"

#include "base/outfile.h"
#include "location/lead/exact/serialize.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MAGIC = 16, CHECKSUM = 8, PIECE = 1 << 16 };
static const char magic[MAGIC] = "demesne lead  1";
static const double EVERY = 3;  /* seconds .. */
static const double SHARE = 20; /* .. and at least so many times as long as writing takes */

void dmi_checkpoint_init(dmi_checkpoint *checkpoint, const char *path,
                         const dmi_lead_market *market)
{
    dmi_checksum sum;
    dmi_checksum_start(&sum);
    dmi_lead_market_write(market, &(dmi_bytes){.sum = &sum});
    *checkpoint = (dmi_checkpoint){
        .path = path, .question = dmi_checksum_end(&sum), .next = dmi_seconds() + EVERY};
}

void dmi_checkpoint_clear(dmi_checkpoint *checkpoint)
{
    dmi_bytes_clear(&checkpoint->bytes);
}

static uint64_t checksum_of(const unsigned char *at, size_t size)
{
    dmi_checksum sum;
    dmi_checksum_start(&sum);
    dmi_checksum_add(&sum, at, size);
    return dmi_checksum_end(&sum);
}

dm_status dmi_checkpoint_save(dmi_checkpoint *checkpoint, dmi_lead_search *search, dm_error *err)
{
    dmi_bytes *bytes = &checkpoint->bytes;
    dmi_outfile file;
    double begun = dmi_seconds();
    bytes->size = 0;
    dmi_bytes_add(bytes, magic, MAGIC);
    dmi_bytes_add_number(bytes, 0);
    /* all but magic and checksum */
    dmi_lead_counts counts = dmi_lead_search_counts(search);
    dmi_bytes lists = {0};
    int64_t count = 0;
    if (search->exchange) {
        search->hooks->count(search->exchange, &counts);
        count = search->hooks->write(search->exchange, &lists);
    }
    dmi_bytes_add(bytes, &checkpoint->question, sizeof checkpoint->question);
    dmi_bytes_add(bytes, &counts, sizeof counts);
    dmi_bytes_add_number(bytes, search->local_rounds);
    pthread_mutex_lock(&search->tree.lock);
    dmi_lead_opening_write(search->problem, &search->best, bytes);
    pthread_mutex_unlock(&search->tree.lock);
    if (search->start.is_made) {
        dmi_warm_start_write(search, bytes);
    } else { /* what the root has so far */
        dmi_strategies_write(search->problem, &search->workers[0].strategies, bytes);
        dmi_lead_cuts_write(&search->workers[0].lp, bytes);
    }
    dmi_bytes_add_number(bytes, count + 1);
    dmi_bytes_add(bytes, lists.at, lists.size);
    bytes->failed = bytes->failed || lists.failed;
    dmi_bytes_clear(&lists);
    dmi_lead_search_write(search, bytes);
    if (bytes->failed)
        return dmi_no_memory(err);
    pthread_mutex_lock(&search->tree.lock); /* after an error a node may be missing */
    bool has_failed = search->tree.status != DM_OK && search->tree.status != DM_STOPPED;
    pthread_mutex_unlock(&search->tree.lock);
    if (has_failed)
        return DM_OK;
    uint64_t sum = checksum_of(bytes->at + MAGIC + CHECKSUM, bytes->size - MAGIC - CHECKSUM);
    memcpy(bytes->at + MAGIC, &sum, CHECKSUM);
    dm_status status = dmi_outfile_open(checkpoint->path, &file, err);
    if (status == DM_OK) {
        status = dmi_outfile_write(&file, bytes->at, bytes->size, err);
        if (status == DM_OK)
            status = dmi_outfile_sync(&file, err);
        if (status == DM_OK)
            status = dmi_outfile_commit(&file, err);
        else
            dmi_outfile_abandon(&file);
    }
    double now = dmi_seconds(), pause = SHARE * (now - begun);
    checkpoint->next = now + (pause > EVERY ? pause : EVERY);
    return status;
}

dm_status dmi_checkpoint_poll(dmi_checkpoint *checkpoint, dmi_lead_search *search, dm_error *err)
{
    return dmi_seconds() < checkpoint->next ? DM_OK : dmi_checkpoint_save(checkpoint, search, err);
}

/* Reads the whole file; *found is false if there is none. */
static dm_status read_checkpoint(const char *path, dmi_bytes *out, bool *found, dm_error *err)
{
    unsigned char piece[PIECE];
    struct stat about;
    size_t got;
    *found = stat(path, &about) == 0;
    if (!*found && errno == ENOENT)
        return DM_OK;
    if (*found && !S_ISREG(about.st_mode))
        return dmi_fail_at(err, DM_BAD_INPUT, path, 0, "not a regular file; a checkpoint is one");
    FILE *file = *found ? fopen(path, "rb") : NULL;
    while (file && (got = fread(piece, 1, sizeof piece, file)) > 0)
        dmi_bytes_add(out, piece, got);
    dm_status status = DM_OK;
    if (!file || ferror(file))
        status = dmi_fail_at(err, DM_IO, path, 0, "cannot be read: %s", strerror(errno));
    if (file)
        fclose(file);
    return status == DM_OK && out->failed ? dmi_no_memory(err) : status;
}

static dm_status check_file(const dmi_checkpoint *checkpoint, const dmi_bytes *bytes, dm_error *err)
{
    uint64_t sum, question;
    const size_t head = MAGIC + CHECKSUM + sizeof question;
    if (bytes->size < MAGIC || memcmp(bytes->at, magic, MAGIC) != 0)
        return dmi_fail_at(err, DM_BAD_INPUT, checkpoint->path, 0,
                           "not a checkpoint of lead, or of another version; name another file");
    if (bytes->size >= head)
        memcpy(&sum, bytes->at + MAGIC, CHECKSUM);
    if (bytes->size < head ||
        sum != checksum_of(bytes->at + MAGIC + CHECKSUM, bytes->size - MAGIC - CHECKSUM))
        return dmi_fail_at(err, DM_BAD_INPUT, checkpoint->path, 0,
                           "a damaged checkpoint; remove it to begin anew");
    memcpy(&question, bytes->at + MAGIC + CHECKSUM, sizeof question);
    if (question == checkpoint->question)
        return DM_OK;
    return dmi_fail_at(err, DM_BAD_INPUT, checkpoint->path, 0,
                       "a checkpoint of another question: board, numbers of sites or terms differ");
}

dm_status dmi_checkpoint_read(const dmi_checkpoint *checkpoint, dmi_lead_search *search,
                              const void *bytes, size_t size, dm_error *err)
{
    dmi_bytes_reader from = {.at = bytes, .left = size};
    dmi_lead_worker *worker = &search->workers[0];
    dmi_lead_opening *best = &worker->found;
    dm_status status = DM_OK;
    dmi_bytes_take(&from, &search->before, sizeof search->before);
    search->local_rounds = (int)dmi_bytes_take_number(&from, 0, INT32_MAX);
    dmi_lead_opening_read(search->problem, &from, best);
    if (!from.failed && best->won >= 0) { /* its value is computed again */
        status = dmi_exact_reply_run(&worker->solver, best->white, search->run, best->black,
                                     &best->won, err);
        if (status == DM_OK)
            dmi_lead_search_offer(search, best);
    }
    if (status == DM_OK)
        status = dmi_warm_start_read(worker, &from, err);
    int64_t lists = dmi_bytes_take_number(&from, 1, INT64_MAX);
    for (; lists > 0 && !from.failed && status == DM_OK; lists--)
        status = dmi_lead_nodes_read(search, &from, err);
    if (status == DM_OK && from.failed)
        status = dmi_fail_at(err, DM_BAD_INPUT, checkpoint->path, 0,
                             "a damaged checkpoint; remove it to begin anew");
    return status;
}

dm_status dmi_checkpoint_load(dmi_checkpoint *checkpoint, dmi_lead_search *search, bool *found,
                              dm_error *err)
{
    dmi_bytes *bytes = &checkpoint->bytes;
    const size_t head = MAGIC + CHECKSUM + sizeof checkpoint->question;
    bytes->size = 0;
    dm_status status = read_checkpoint(checkpoint->path, bytes, found, err);
    if (status == DM_OK && *found)
        status = check_file(checkpoint, bytes, err);
    if (status == DM_OK && *found)
        status = dmi_checkpoint_read(checkpoint, search, bytes->at + head, bytes->size - head, err);
    return status;
}
