/* player.c - players by name: `name` or `name:key=value:key=value`. */
#include "player/player.h"

#include "base/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const dmi_player_type types[] = {
#define X(name, choose, help, source, cost, ...)                                                   \
    {{name, help, source, cost}, dmi_choose_##choose, {__VA_ARGS__}},
#include "player/players.def"
#undef X
};

enum { TYPE_COUNT = sizeof types / sizeof *types };

int dm_player_count(void)
{
    return TYPE_COUNT;
}

const dm_player_info *dm_player_at(int index)
{
    return index >= 0 && index < TYPE_COUNT ? &types[index].info : NULL;
}

const char *dm_player_spec(const dm_player *player)
{
    return player->spec;
}

void dm_player_free(dm_player *player)
{
    if (!player)
        return;
    free(player->spec);
    free(player);
}

/* Adds a word to a list in a fixed text; what does not fit is left out. */
static void append_word(char *text, size_t size, const char *word)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? ", " : "", word);
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && strncmp(word, text, length) == 0;
}

static const dmi_player_type *find_type(const char *spec, size_t length, dm_error *err)
{
    char known[256] = "";
    for (int i = 0; i < TYPE_COUNT; i++) {
        if (is_word(types[i].info.name, spec, length))
            return &types[i];
        append_word(known, sizeof known, types[i].info.name);
    }
    dmi_fail(err, DM_BAD_ARGUMENT, "'%.*s' is no player; there are %s", (int)length, spec, known);
    return NULL;
}

static int param_count(const dmi_player_type *type)
{
    int count = 0;
    while (count < DMI_PLAYER_PARAMS && type->params[count].key)
        count++;
    return count;
}

/* The index of the parameter named by `length` characters of text, or -1. */
static int find_param(const dmi_player_type *type, const char *text, size_t length, dm_error *err)
{
    char known[256] = "";
    for (int i = 0; i < param_count(type); i++) {
        if (is_word(type->params[i].key, text, length))
            return i;
        append_word(known, sizeof known, type->params[i].key);
    }
    dmi_fail(err, DM_BAD_ARGUMENT, "player '%s' has no parameter '%.*s'; it takes %s",
             type->info.name, (int)length, text, *known ? known : "none");
    return -1;
}

/* A whole decimal number of `length` characters. */
static bool read_number(const char *text, size_t length, long long *out)
{
    char digits[20];
    int used = 0;
    if (length == 0 || length >= sizeof digits)
        return false;
    memcpy(digits, text, length);
    digits[length] = 0;
    return sscanf(digits, "%18lld%n", out, &used) == 1 && (size_t)used == length;
}

/* Reads one `key=value` of `length` characters. */
static dm_status read_param(dm_player *player, const char *text, size_t length, dm_error *err)
{
    const char *equals = memchr(text, '=', length);
    size_t key_length = equals ? (size_t)(equals - text) : length;
    int index = find_param(player->type, text, key_length, err);
    if (index < 0)
        return DM_BAD_ARGUMENT;
    const dmi_param *param = &player->type->params[index];
    long long value;
    bool is_good = equals && read_number(equals + 1, length - key_length - 1, &value) &&
                   value >= param->least && value <= param->most;
    if (!is_good)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "player '%s': '%.*s' should be %s=N with N in %lld..%lld",
                        player->type->info.name, (int)length, text, param->key,
                        (long long)param->least, (long long)param->most);
    player->param[index] = value;
    return DM_OK;
}

static dm_status read_params(dm_player *player, const char *text, dm_error *err)
{
    for (int i = 0; i < param_count(player->type); i++)
        player->param[i] = player->type->params[i].value;
    while (*text == ':') {
        size_t length = strcspn(++text, ":");
        dm_status status = read_param(player, text, length, err);
        if (status != DM_OK)
            return status;
        text += length;
    }
    return DM_OK;
}

dm_status dm_player_new(const char *spec, uint64_t seed, dm_player **out, dm_error *err)
{
    size_t name_length = strcspn(spec, ":");
    const dmi_player_type *type = find_type(spec, name_length, err);
    if (!type)
        return DM_BAD_ARGUMENT;
    dm_player *player = dmi_calloc(1, sizeof *player);
    if (!player || !(player->spec = dmi_strdup(spec))) {
        dm_player_free(player);
        return dmi_no_memory(err);
    }
    player->type = type;
    dm_rng_init(&player->rng, seed);
    dm_status status = read_params(player, spec + name_length, err);
    if (status != DM_OK)
        dm_player_free(player);
    else
        *out = player;
    return status;
}

dm_status dm_player_choose(dm_player *player, dm_position *position, dm_run *run, dm_vertex *move,
                           dm_error *err)
{
    if (dm_position_is_over(position))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    return player->type->choose(player, position, run, move, err);
}

dm_vertex *dmi_free_vertices(const dm_position *position, dm_vertex *count)
{
    size_t n = (size_t)dm_arena_vertices(dm_position_arena(position));
    dm_vertex *vertices = dmi_alloc(n, sizeof *vertices);
    if (vertices)
        *count = dm_position_free_vertices(position, vertices);
    return vertices;
}
