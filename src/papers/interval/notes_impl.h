/* notes_impl.h - how the strategies of this folder report their decisions (demesne/trace.h).
 *
 * Each notes its step as it takes it.  Without a trace, as in attacks, this costs one comparison.
 */
#ifndef DMI_PAPERS_INTERVAL_NOTES_IMPL_H
#define DMI_PAPERS_INTERVAL_NOTES_IMPL_H

#include "base/trace.h"
#include "interval/places_impl.h"
#include <stdio.h>

enum { WORDS = 48 };

/* A place or a length as a fraction of the arena, for a sentence: long ones are cut. */
typedef struct ratio_words {
    char text[WORDS];
} ratio_words;

static inline ratio_words words_of(dm_interval_player *p, const board *b, const num x)
{
    ratio_words words = {"?"};
    char *exact = num_ratio_text(x, b->unit);
    if (exact && strlen(exact) < sizeof words.text)
        snprintf(words.text, sizeof words.text, "%s", exact);
    else if (exact)
        snprintf(words.text, sizeof words.text, "%.40s...", exact);
    else
        p->trace->lacks_memory = true;
    free(exact);
    return words;
}

/* Notes a length. */
static inline void note_ratio(dm_interval_player *p, const board *b, const char *name, const num x)
{
    if (p->trace)
        dmi_trace_text(p->trace, name, num_ratio_text(x, b->unit));
}

/* Notes the length of an interval. */
static inline ratio_words note_interval(dm_interval_player *p, const board *b, const char *name,
                                        int interval)
{
    ratio_words words = {""};
    num length;
    num_init(length);
    if (p->trace && interval != NONE) {
        interval_length(b, interval, length);
        note_ratio(p, b, name, length);
        words = words_of(p, b, length);
    }
    num_clear(length);
    return words;
}

/* How the length that a step names ends up. */
static inline const char *how_long(const board *b)
{
    return num_sign(b->min_distance) > 0 ? ", or as long as is legal" : ", which is longer";
}

/* The number of key points that may be taken. */
static inline int open_keys(const board *b)
{
    int open = 0;
    for (int i = 0; i < b->n; i++)
        open += is_open(b, b->key[i]);
    return open;
}

/* Notes that a key point is taken, now, at `place`. */
static inline void note_key(dm_interval_player *p, const board *b, const char *step,
                            const num place)
{
    if (!p->trace)
        return;
    int open = open_keys(b);
    dmi_trace_count(p->trace, "free_key_points", open);
    dmi_trace_step(p->trace, step, "%d of %d key points %s free; %s is one.", open, b->n,
                   open == 1 ? "is" : "are", words_of(p, b, place).text);
}

#endif
