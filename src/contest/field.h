/* field.h - the boards of a tournament, by number. */
#ifndef DMI_FIELD_H
#define DMI_FIELD_H

#include <demesne/tournament.h>

/* Boards that are made once, or, of a family that depends on the seed, one at a time. */
typedef struct dmi_field {
    char *arena; /* the ARENA as it was named */
    uint64_t seed;
    bool is_random;   /* a family's; board b is generated when it is asked for */
    bool is_named;    /* the name, with a seed, says what the boards are */
    dm_arena **board; /* where they are random the first alone */
    int64_t count;
    int64_t *values; /* of a random family's every board, or NULL */
    uint64_t fingerprint;
} dmi_field;

/* DM_BAD_INPUT where a board or the values cannot be read. */
dm_status dmi_field_init(const dm_tournament_plan *plan, dmi_field *out, dm_error *err);
void dmi_field_clear(dmi_field *field);

/* Board b, for as long as the field lives or until it is given back.  Safe from many threads. */
dm_status dmi_field_take(const dmi_field *field, int64_t b, dm_arena **out, dm_error *err);
void dmi_field_give_back(const dmi_field *field, dm_arena *arena);

/* A board as JSON (docs/FORMATS.md), freed with free(). */
dm_status dmi_board_text(const dm_arena *arena, char **out, dm_error *err);

#endif
