/* event_settings.c - what decides a tournament's games besides its players, as text. */
#include "contest/tournament/tournament.h"

#include "base/base.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dmi_event_settings_write(const dmi_event_settings *s, char out[DMI_EVENT_SIZE])
{
    char clock[80] = ""; /* of a game; nothing in the texts of older versions */
    if (s->match.game_seconds > 0)
        snprintf(clock, sizeof clock, ", game time %.9g, increment %.9g", s->match.game_seconds,
                 s->match.increment_seconds);
    snprintf(out, DMI_EVENT_SIZE,
             "arena %s, boards %" PRId64 " %016" PRIx64 ", seed %" PRIu64
             ", rounds %d, per turn %d, ties %s, move time %.9g, start time %.9g, faults lose %s%s",
             s->family ? s->family : "given", s->boards, s->fingerprint, s->seed, s->rounds,
             s->per_turn, dm_tie_rule_name(s->ties), s->match.move_seconds, s->match.start_seconds,
             s->match.faults_lose_game ? "game" : "turn", clock);
}

/* The last ", boards ": the name before it may contain commas. */
static const char *after_arena(const char *text)
{
    const char *rest = NULL;
    for (const char *at = text; (at = strstr(at, ", boards ")); at++)
        rest = at;
    return rest;
}

static bool read_numbers(const char *rest, dmi_event_settings *s)
{
    char ties[16] = "", faults[8] = "";
    int read = sscanf(rest,
                      ", boards %" SCNd64 " %" SCNx64 ", seed %" SCNu64 ", rounds %" SCNd32
                      ", per turn %" SCNd32 ", ties %15[a-z], move time %lf, start time %lf, "
                      "faults lose %7[a-z], game time %lf, increment %lf",
                      &s->boards, &s->fingerprint, &s->seed, &s->rounds, &s->per_turn, ties,
                      &s->match.move_seconds, &s->match.start_seconds, faults,
                      &s->match.game_seconds, &s->match.increment_seconds);
    s->match.faults_lose_game = strcmp(faults, "game") == 0;
    return (read == 9 || read == 11) && s->boards >= 1 && s->rounds >= 1 && s->per_turn >= 1 &&
           dm_tie_rule_parse(ties, &s->ties, NULL) == DM_OK;
}

dm_status dmi_event_settings_read(const char *text, dmi_event_settings *out, dm_error *err)
{
    static const char mark[] = "arena ", given[] = "given";
    dmi_event_settings s = {0};
    const char *name = text + sizeof mark - 1, *rest = after_arena(text);
    if (!rest || strncmp(text, mark, sizeof mark - 1) != 0 || rest <= name ||
        !read_numbers(rest, &s))
        return dmi_fail(err, DM_BAD_INPUT, "the settings are not in the form of this version");
    size_t size = (size_t)(rest - name);
    if (size != sizeof given - 1 || memcmp(name, given, size) != 0) {
        s.family = dmi_alloc(size + 1, 1);
        if (!s.family)
            return dmi_no_memory(err);
        memcpy(s.family, name, size);
        s.family[size] = '\0';
    }
    *out = s;
    return DM_OK;
}

void dmi_event_settings_clear(dmi_event_settings *settings)
{
    free(settings->family);
    *settings = (dmi_event_settings){0};
}
