/* event_settings.h - what decides a tournament's games besides its players, as text. */
#ifndef DMI_CONTEST_TOURNAMENT_EVENT_SETTINGS_H
#define DMI_CONTEST_TOURNAMENT_EVENT_SETTINGS_H

#include <demesne/contest.h>
#include <demesne/rules.h>

typedef struct dmi_event_settings {
    char *family; /* a random family; NULL: the boards are given */
    int64_t boards;
    uint64_t fingerprint; /* of the boards */
    uint64_t seed;
    int32_t rounds, per_turn;
    dm_tie_rule ties;
    dm_match_settings match;
} dmi_event_settings;

enum { DMI_EVENT_SIZE = 700, DMI_MOST_ARENA_NAME = 300 };

/* "arena A, boards N F, seed S, rounds R, per turn K, ties T, ..". */
void dmi_event_settings_write(const dmi_event_settings *settings, char out[DMI_EVENT_SIZE]);
/* DM_BAD_INPUT if the text is not of this form. */
dm_status dmi_event_settings_read(const char *text, dmi_event_settings *out, dm_error *err);
void dmi_event_settings_clear(dmi_event_settings *settings);

#endif
