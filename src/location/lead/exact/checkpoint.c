/* checkpoint.c - writes the state of a search into a file, and reads it.
 *
 * The value of the best opening is computed again after reading: only the open nodes are believed,
 * and a sum guards them.
 */
#include "location/lead/exact/checkpoint.h"

#include "base/outfile.h"
#include "location/lead/exact/exchange.h"
#include "location/lead/exact/serialize.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MARK = 16, SUM = 8, PIECE = 1 << 16 };
static const char mark[MARK] = "demesne lead  1";
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

/* Writes all but mark and sum.  Called in the thread of the first worker. */
static void write_state(dmi_checkpoint *checkpoint, dmi_lead_search *search, dmi_bytes *to)
{
    dmi_lead_counts counts = dmi_lead_search_counts(search);
    dmi_bytes lists = {0};
    if (search->exchange)
        dmi_lead_exchange_count(search->exchange, &counts);
    dmi_bytes_add(to, &checkpoint->question, sizeof checkpoint->question);
    dmi_lead_counts_write(&counts, to);
    dmi_bytes_add_number(to, search->local_rounds);
    pthread_mutex_lock(&search->lock);
    dmi_lead_opening_write(search->problem, &search->best, to);
    pthread_mutex_unlock(&search->lock);
    if (search->start.is_made)
        dmi_warm_start_write(search, to);
    else { /* what the root has so far */
        dmi_strategies_write(search->problem, &search->workers[0].plans, to);
        dmi_lead_cuts_write(&search->workers[0].lp, to);
    }
    int64_t count = search->exchange ? dmi_lead_exchange_write(search->exchange, &lists) : 0;
    dmi_bytes_add_number(to, count + 1);
    dmi_bytes_add(to, lists.at, lists.size);
    to->failed = to->failed || lists.failed;
    dmi_bytes_clear(&lists);
    dmi_lead_search_write(search, to);
}

static dm_status write_file(const char *path, const dmi_bytes *bytes, dm_error *err)
{
    dmi_outfile file;
    dm_status status = dmi_outfile_open(path, &file, err);
    if (status != DM_OK)
        return status;
    status = dmi_outfile_write(&file, bytes->at, bytes->size, err);
    if (status == DM_OK)
        status = dmi_outfile_sync(&file, err);
    if (status == DM_OK)
        return dmi_outfile_commit(&file, err);
    dmi_outfile_abandon(&file);
    return status;
}

static uint64_t sum_of(const unsigned char *at, size_t size)
{
    dmi_checksum sum;
    dmi_checksum_start(&sum);
    dmi_checksum_add(&sum, at, size);
    return dmi_checksum_end(&sum);
}

/* Whether the search ends with an error: then a node may be missing. */
static bool has_failed(dmi_lead_search *search)
{
    pthread_mutex_lock(&search->lock);
    bool failed = search->status != DM_OK && search->status != DM_STOPPED;
    pthread_mutex_unlock(&search->lock);
    return failed;
}

dm_status dmi_checkpoint_save(dmi_checkpoint *checkpoint, dmi_lead_search *search, dm_error *err)
{
    dmi_bytes *bytes = &checkpoint->bytes;
    double begun = dmi_seconds();
    bytes->size = 0;
    dmi_bytes_add(bytes, mark, MARK);
    dmi_bytes_add_number(bytes, 0);
    write_state(checkpoint, search, bytes);
    if (bytes->failed)
        return dmi_no_memory(err);
    if (has_failed(search))
        return DM_OK;
    uint64_t sum = sum_of(bytes->at + MARK + SUM, bytes->size - MARK - SUM);
    memcpy(bytes->at + MARK, &sum, SUM);
    dm_status status = write_file(checkpoint->path, bytes, err);
    double now = dmi_seconds(), pause = SHARE * (now - begun);
    checkpoint->next = now + (pause > EVERY ? pause : EVERY);
    return status;
}

dm_status dmi_checkpoint_tend(dmi_checkpoint *checkpoint, dmi_lead_search *search, dm_error *err)
{
    return dmi_seconds() < checkpoint->next ? DM_OK : dmi_checkpoint_save(checkpoint, search, err);
}

/* Reads the whole file; *found is false if there is none. */
static dm_status read_file(const char *path, dmi_bytes *out, bool *found, dm_error *err)
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
    const size_t head = MARK + SUM + sizeof question;
    if (bytes->size < MARK || memcmp(bytes->at, mark, MARK) != 0)
        return dmi_fail_at(err, DM_BAD_INPUT, checkpoint->path, 0,
                           "not a checkpoint of lead, or of another version; name another file");
    if (bytes->size >= head)
        memcpy(&sum, bytes->at + MARK, SUM);
    if (bytes->size < head || sum != sum_of(bytes->at + MARK + SUM, bytes->size - MARK - SUM))
        return dmi_fail_at(err, DM_BAD_INPUT, checkpoint->path, 0,
                           "a damaged checkpoint; remove it to begin anew");
    memcpy(&question, bytes->at + MARK + SUM, sizeof question);
    if (question == checkpoint->question)
        return DM_OK;
    return dmi_fail_at(err, DM_BAD_INPUT, checkpoint->path, 0,
                       "a checkpoint of another question: board, numbers of sites or terms differ");
}

/* Computes the value of the best opening again. */
static dm_status check_best(dmi_lead_search *search, dmi_lead_opening *best, dm_error *err)
{
    if (best->won < 0)
        return DM_OK;
    dm_status status = dmi_reply_solver_run(&search->workers[0].solver, best->white, search->run,
                                            best->black, &best->won, err);
    if (status == DM_OK)
        dmi_lead_search_offer(search, best);
    return status;
}

static dm_status read_state(dmi_lead_search *search, dmi_bytes_reader *from, dm_error *err)
{
    dmi_lead_worker *worker = &search->workers[0];
    search->before = dmi_lead_counts_read(from);
    search->local_rounds = (int)dmi_bytes_take_number(from, 0, INT32_MAX);
    dmi_lead_opening_read(search->problem, from, &worker->found);
    dm_status status = from->failed ? DM_OK : check_best(search, &worker->found, err);
    if (status == DM_OK)
        status = dmi_warm_start_read(worker, from, err);
    int64_t lists = dmi_bytes_take_number(from, 1, INT64_MAX);
    for (; lists > 0 && !from->failed && status == DM_OK; lists--)
        status = dmi_lead_nodes_read(search, from, err);
    return status;
}

dm_status dmi_checkpoint_read(const dmi_checkpoint *checkpoint, dmi_lead_search *search,
                              const void *bytes, size_t size, dm_error *err)
{
    dmi_bytes_reader reader = {.at = bytes, .left = size};
    dm_status status = read_state(search, &reader, err);
    if (status == DM_OK && reader.failed)
        status = dmi_fail_at(err, DM_BAD_INPUT, checkpoint->path, 0,
                             "a damaged checkpoint; remove it to begin anew");
    return status;
}

dm_status dmi_checkpoint_load(dmi_checkpoint *checkpoint, dmi_lead_search *search, bool *found,
                              dm_error *err)
{
    dmi_bytes *bytes = &checkpoint->bytes;
    const size_t head = MARK + SUM + sizeof checkpoint->question;
    bytes->size = 0;
    dm_status status = read_file(checkpoint->path, bytes, found, err);
    if (status == DM_OK && *found)
        status = check_file(checkpoint, bytes, err);
    if (status == DM_OK && *found)
        status = dmi_checkpoint_read(checkpoint, search, bytes->at + head, bytes->size - head, err);
    return status;
}
