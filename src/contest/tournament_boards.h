/* field.h - the boards of a tournament, by number. */
#ifndef DMI_TOURNAMENT_BOARDS_H
#define DMI_TOURNAMENT_BOARDS_H

#include <demesne/tournament.h>

/* Boards that are made once, or, of a family that depends on the seed, one at a time. */
typedef struct dmi_tournament_boards {
    char *arena; /* the ARENA as it was named */
    uint64_t seed;
    bool is_random;   /* a family's; board b is generated when it is asked for */
    bool is_named;    /* the name, with a seed, says what the boards are */
    dm_arena **board; /* where they are random the first alone */
    int64_t count;
    int64_t *values; /* of a random family's every board, or NULL */
    uint64_t fingerprint;
} dmi_tournament_boards;

/* DM_BAD_INPUT where a board or the values cannot be read. */
dm_status dmi_tournament_boards_init(const dm_tournament_plan *plan, dmi_tournament_boards *out,
                                     dm_error *err);
void dmi_tournament_boards_clear(dmi_tournament_boards *field);

/* Board b, for as long as the field lives or until it is given back.  Safe from many threads. */
dm_status dmi_tournament_boards_take(const dmi_tournament_boards *field, int64_t b, dm_arena **out,
                                     dm_error *err);
void dmi_tournament_boards_give_back(const dmi_tournament_boards *field, dm_arena *arena);

/* A board as JSON (docs/FORMATS.md), freed with free(). */
dm_status dmi_board_text(const dm_arena *arena, char **out, dm_error *err);

#endif
