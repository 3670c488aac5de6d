/* tournament_boards.h - the boards of a tournament, by number. */
#ifndef DMI_CONTEST_TOURNAMENT_TOURNAMENT_BOARDS_H
#define DMI_CONTEST_TOURNAMENT_TOURNAMENT_BOARDS_H

#include <demesne/places.h>
#include <demesne/tournament.h>

/* All boards, or the first of a random family. */
typedef struct dmi_tournament_boards {
    char *arena; /* as the plan names it */
    uint64_t seed;
    bool is_random;   /* from a random family: board b is generated when needed */
    bool is_named;    /* the name and the seed define the boards */
    dm_arena **board; /* only the first if they are random */
    int64_t count;
    dm_places *values;     /* of every board of a random family, or NULL */
    bool has_first_values; /* every board of a random family has the values of the first */
    uint64_t fingerprint;
} dmi_tournament_boards;

/* DM_BAD_INPUT if a board or the values cannot be read. */
dm_status dmi_tournament_boards_init(const dm_tournament_plan *plan, dmi_tournament_boards *out,
                                     dm_error *err);
void dmi_tournament_boards_clear(dmi_tournament_boards *boards);

/* Board b, until it is given back.  Safe from many threads. */
dm_status dmi_tournament_boards_take(const dmi_tournament_boards *boards, int64_t b, dm_arena **out,
                                     dm_error *err);
void dmi_tournament_boards_give_back(const dmi_tournament_boards *boards, dm_arena *arena);

/* A board as JSON (docs/FORMATS.md), freed with free(). */
dm_status dmi_board_text(const dm_arena *arena, char **out, dm_error *err);
/* The board of such a text. */
dm_status dmi_board_of_text(const char *text, dm_arena **out, dm_error *err);

#endif
