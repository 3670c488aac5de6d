/* tournament_entries.c - who plays whom: --players, --players-file, and --pairs with a file of
 * pairings. */
#include "tournament_command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char BETWEEN[] = " vs ";

static dm_status no_memory(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "out of memory");
}

/* What people call a player. */
static const char *name_of(const tournament_entries *entries, int32_t player)
{
    int32_t others = entries->player_count - entries->from_file.count;
    return player < others ? entries->players[player]
                           : entries->from_file.program[player - others].name;
}

/* The index of a player, or -1. */
static int32_t find_entry(const tournament_entries *entries, const char *name)
{
    for (int32_t i = 0; i < entries->player_count; i++)
        if (strcmp(name_of(entries, i), name) == 0)
            return i;
    return -1;
}

/* Takes `spec`, even on failure. */
static dm_status add_player(tournament_entries *entries, char *spec, dm_error *err)
{
    char **grown =
        spec ? realloc(entries->players, ((size_t)entries->player_count + 1) * sizeof *grown)
             : NULL;
    if (!grown) {
        free(spec);
        return no_memory(err);
    }
    entries->players = grown;
    entries->players[entries->player_count++] = spec;
    return DM_OK;
}

/* The text up to the next comma ("\," is a comma within it); moves past it.  NULL without memory.
 */
static char *next_spec(const char **text)
{
    char *spec = malloc(strlen(*text) + 1), *end = spec;
    const char *c = *text + strspn(*text, " ");
    for (; spec && *c && *c != ','; c++) {
        if (c[0] == '\\' && c[1] == ',')
            c++;
        *end++ = *c;
    }
    if (spec)
        *end = '\0';
    *text = c;
    return spec;
}

static dm_status read_players(const char *text, tournament_entries *entries, dm_error *err)
{
    for (;; text++) {
        dm_status status = add_player(entries, next_spec(&text), err);
        if (status != DM_OK)
            return status;
        if (entries->players[entries->player_count - 1][0] == '\0')
            return answer_fail(err, DM_BAD_ARGUMENT,
                               "--players: player %d has no name; expected P,P,..",
                               entries->player_count);
        if (!*text)
            return DM_OK;
    }
}

/* The programs of a table, after the players of --players. */
static dm_status read_programs(const char *path, tournament_entries *entries, dm_error *err)
{
    dm_programs from_file = {0};
    dm_status status = dm_programs_read(path, &from_file, err);
    for (int32_t i = 0; i < from_file.count && status == DM_OK; i++)
        status = add_player(entries, strdup(from_file.program[i].key), err);
    entries->from_file = from_file;
    if (status != DM_OK)
        return status;
    entries->programs = calloc((size_t)entries->player_count, sizeof *entries->programs);
    if (!entries->programs)
        return no_memory(err);
    int32_t others = entries->player_count - from_file.count;
    memcpy(entries->programs + others, from_file.program,
           (size_t)from_file.count * sizeof *from_file.program);
    return DM_OK;
}

typedef struct {
    const char *path;
    int64_t line;
    bool is_closed; /* other options have named all players */
    tournament_entries *entries;
} listing;

static char *trim_line(char *text)
{
    text += strspn(text, " \t\r\n");
    size_t size = strlen(text);
    while (size > 0 && strchr(" \t\r\n", text[size - 1]))
        text[--size] = '\0';
    return text;
}

static dm_status place_of(const listing *l, const char *spec, int32_t *out, dm_error *err)
{
    *out = find_entry(l->entries, spec);
    if (*out >= 0)
        return DM_OK;
    if (l->is_closed)
        return answer_fail(err, DM_BAD_INPUT, "%s:%lld: %s is not among %s", l->path,
                           (long long)l->line, spec,
                           l->entries->programs ? "the players" : "--players");
    dm_contestant *contestant = NULL;
    dm_error why = {0};
    if (dm_contestant_new(spec, 1, &contestant, &why) != DM_OK)
        return answer_fail(err, DM_BAD_INPUT, "%s:%lld: %s", l->path, (long long)l->line,
                           why.message);
    dm_contestant_free(contestant);
    *out = l->entries->player_count;
    return add_player(l->entries, strdup(spec), err);
}

static dm_status check_pairing(const listing *l, dm_pairing new, dm_error *err)
{
    const tournament_entries *entries = l->entries;
    if (new.first == new.second)
        return answer_fail(err, DM_BAD_INPUT, "%s:%lld: %s plays itself; expected two players",
                           l->path, (long long)l->line, name_of(entries, new.first));
    for (int32_t i = 0; i < entries->pairing_count; i++) {
        dm_pairing old = entries->pairings[i];
        if ((old.first == new.first &&old.second == new.second) ||
            (old.first == new.second &&old.second == new.first))
            return answer_fail(
                err, DM_BAD_INPUT, "%s:%lld: the pairing of %s and %s is there twice", l->path,
                (long long)l->line, name_of(entries, new.first), name_of(entries, new.second));
    }
    return DM_OK;
}

static dm_status read_line(const listing *l, char *line, dm_error *err)
{
    tournament_entries *entries = l->entries;
    dm_pairing new = {0};
    line = trim_line(line);
    if (!*line || *line == '#')
        return DM_OK;
    char *middle = strstr(line, BETWEEN);
    if (!middle)
        return answer_fail(err, DM_BAD_INPUT, "%s:%lld: expected FIRST vs SECOND", l->path,
                           (long long)l->line);
    *middle = '\0';
    dm_status status = place_of(l, trim_line(line), &new.first, err);
    if (status == DM_OK)
        status = place_of(l, trim_line(middle + sizeof BETWEEN - 1), &new.second, err);
    if (status == DM_OK)
        status = check_pairing(l, new, err);
    if (status != DM_OK)
        return status;
    dm_pairing *grown =
        realloc(entries->pairings, ((size_t)entries->pairing_count + 1) * sizeof *grown);
    if (!grown)
        return no_memory(err);
    entries->pairings = grown;
    entries->pairings[entries->pairing_count++] = new;
    return DM_OK;
}

dm_status tournament_read_entries(cli_call *cli, tournament_entries *out, dm_error *err)
{
    const tournament_fields *own = cli->ask.own;
    dm_status status = DM_OK;
    cli->ask.wrong_words = true;
    if (!own->players && !own->players_file && !own->pairs)
        return answer_fail(
            err, DM_BAD_ARGUMENT,
            "tournament needs --players P,P,.., --players-file FILE or --pairs FILE; "
            "usage: demesne tournament %s",
            cli->command->synopsis);
    if (own->players)
        status = read_players(own->players, out, err);
    if (status != DM_OK)
        return status;
    cli->ask.wrong_words = false;
    if (own->players_file)
        status = read_programs(own->players_file, out, err);
    if (status != DM_OK)
        return status;
    if (!own->pairs)
        return DM_OK;
    listing l = {.path = own->pairs, .is_closed = out->player_count > 0, .entries = out};
    FILE *file = fopen(own->pairs, "r");
    if (!file)
        return answer_fail(err, DM_BAD_INPUT, "%s: %s", own->pairs, strerror(errno));
    char *line = NULL;
    size_t capacity = 0;
    status = DM_OK;
    while (status == DM_OK && getline(&line, &capacity, file) >= 0) {
        l.line++;
        status = read_line(&l, line, err);
    }
    if (status == DM_OK && ferror(file))
        status = answer_fail(err, DM_IO, "%s: read error", own->pairs);
    if (status == DM_OK && out->pairing_count == 0)
        status = answer_fail(err, DM_BAD_INPUT, "%s: no pairing; expected lines FIRST vs SECOND",
                             own->pairs);
    free(line);
    fclose(file);
    return status;
}

void tournament_clear_entries(tournament_entries *entries)
{
    for (int32_t i = 0; i < entries->player_count; i++)
        free(entries->players[i]);
    free(entries->programs);
    dm_programs_clear(&entries->from_file);
    free(entries->players);
    free(entries->pairings);
    *entries = (tournament_entries){0};
}
