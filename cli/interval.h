/* interval.h - what `demesne interval` asks for (cmd_interval.c), and its three answers. */
#ifndef CLI_INTERVAL_H
#define CLI_INTERVAL_H

#include "answer/interval.h"
#include "cli.h"
#include "report.h"

typedef struct {
    int64_t stones;
    const char *blue, *red;
    bool batch, strict;
    const char *min_distance;
    const char *moves;          /* play: what has been played already */
    const char *draw, *animate; /* draw "": as text */
    int64_t samples, bits;      /* attack */
    int grid;
    int64_t to; /* bridge */
} interval_options;

/* The rules that the options ask for. */
dm_interval_rules interval_rules(const interval_options *own, dm_interval_arena arena);

dm_status interval_play(cli_call *cli, dm_interval_arena arena, dm_error *err);
dm_status interval_attack(cli_call *cli, dm_interval_arena arena, dm_error *err);
dm_status interval_bridge(cli_call *cli, dm_interval_arena arena, dm_error *err);

/* Pictures that were asked for; in text the ring or the line. */
dm_status interval_draw_files(cli_call *cli, const dm_interval *game, dm_error *err);
dm_status interval_show(const cli_call *cli, FILE *to, const dm_interval *game, bool asked,
                        dm_error *err);

/* A person's turn: asks on `talk` until it is over.  *left where they quit; *ended where the input
 * did. */
dm_status interval_person_turn(const cli_call *cli, FILE *talk, dm_interval *game, bool *left,
                               bool *ended, dm_error *err);

#endif
