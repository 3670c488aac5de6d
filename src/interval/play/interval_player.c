/* interval_player.c - strategies by name, `name` or `name:key=value:key=value`, and their turns. */
#include "interval/interval_game.h"

#include "interval/play/play_turn_impl.h"
#include <assert.h>
#include <stdio.h>

typedef struct strategy_type {
    dm_interval_player_info info;
    int arenas;
} strategy_type;

static const strategy_type strategy_types[] = {
#define X(name, colour, arenas, choose, help, source, steps, ...)                                  \
    {{name, DM_##colour, help, source, steps, (const dm_interval_param[]){__VA_ARGS__, {0}}},      \
     DMI_ON_##arenas},
#include "interval/interval_players.def"
#undef X
};

int dm_interval_player_count(void)
{
    return DMI_INTERVAL_PLAYERS;
}

const dm_interval_player_info *dm_interval_player_at(int index)
{
    return index >= 0 && index < DMI_INTERVAL_PLAYERS ? &strategy_types[index].info : NULL;
}

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && strncmp(word, text, length) == 0;
}

static dm_status find_type(const char *spec, size_t length, dm_colour colour, int *out,
                           dm_error *err)
{
    char known[256] = "";
    for (int i = 0; i < DMI_INTERVAL_PLAYERS; i++) {
        if (strategy_types[i].info.colour != colour)
            continue;
        if (is_word(strategy_types[i].info.name, spec, length)) {
            *out = i;
            return DM_OK;
        }
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                 strategy_types[i].info.name);
    }
    return dmi_fail(err, DM_BAD_ARGUMENT, "'%.*s' is not a strategy of %s; known: %s",
                    length > 60 ? 60 : (int)length, spec, colour == DM_RED ? "Red" : "Blue", known);
}

/* The member that holds a parameter; `key` is one of interval_players.def. */
static int64_t *param_of(dm_interval_player *player, const char *key)
{
    const struct {
        const char *key;
        int64_t *value;
    } all[] = {{"turn", &player->turn},       {"bits", &player->bits},
               {"last", &player->last},       {"pick", &player->pick},
               {"first", &player->first},     {"border", &player->border},
               {"variant", &player->variant}, {NULL, NULL}};
    int i = 0;
    while (all[i].key && strcmp(all[i].key, key) != 0)
        i++;
    assert(all[i].key);
    return all[i].value;
}

/* Reads one `key=value` of `length` bytes; a value is one of the choices, or a number. */
static dm_status read_param(dm_interval_player *player, const char *text, size_t length,
                            dm_error *err)
{
    const strategy_type *type = &strategy_types[player->type];
    const char *equals = memchr(text, '=', length);
    size_t key = equals ? (size_t)(equals - text) : length;
    int index = 0;
    while (type->info.params[index].key && !is_word(type->info.params[index].key, text, key))
        index++;
    const dm_interval_param *param = &type->info.params[index];
    if (!param->key) {
        char known[120] = "";
        for (const dm_interval_param *p = type->info.params; p->key; p++) {
            size_t used = strlen(known);
            snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", p->key);
        }
        return dmi_fail(err, DM_BAD_ARGUMENT, "%s has no parameter '%.*s'; known: %s",
                        type->info.name, key > 60 ? 60 : (int)key, text, *known ? known : "none");
    }
    const char *word = equals ? equals + 1 : text + length;
    size_t left = length - (size_t)(word - text);
    int64_t value = -1, number = 0;
    if (param->choices) {
        const char *choices = param->choices;
        for (; *choices && value < 0; number++) {
            size_t size = strcspn(choices, "|");
            if (equals && size == left && strncmp(choices, word, left) == 0)
                value = number;
            choices += size + (choices[size] == '|');
        }
    } else if (left > 0) {
        size_t i = 0;
        for (; i < left && word[i] >= '0' && word[i] <= '9' && number <= INT32_MAX; i++)
            number = 10 * number + (word[i] - '0');
        value = i == left ? number : -1;
    }
    if (value < param->least || value > param->most) {
        if (param->choices)
            return dmi_fail(err, DM_BAD_ARGUMENT, "%s: %s must be one of %s", type->info.name,
                            param->key, param->choices);
        return dmi_fail(err, DM_BAD_ARGUMENT, "%s: %s must be a number from %lld to %lld",
                        type->info.name, param->key, (long long)param->least,
                        (long long)param->most);
    }
    *param_of(player, param->key) = value;
    return DM_OK;
}

dm_status dm_interval_player_new(const char *spec, dm_colour colour, uint64_t seed,
                                 dm_interval_player **out, dm_error *err)
{
    dm_interval_player player = {0};
    size_t length = strcspn(spec, ":");
    dm_status status = find_type(spec, length, colour, &player.type, err);
    if (status != DM_OK)
        return status;
    const dm_interval_param *params = strategy_types[player.type].info.params;
    for (int i = 0; params[i].key; i++)
        *param_of(&player, params[i].key) = params[i].value;
    for (const char *text = spec + length; *text == ':' && status == DM_OK; text += length) {
        length = strcspn(++text, ":");
        status = read_param(&player, text, length, err);
    }
    if (status != DM_OK)
        return status;
    dm_rng_init(&player.rng, seed);
    dm_interval_player *copy = dmi_alloc(1, sizeof *copy);
    if (!copy)
        return dmi_no_memory(err);
    *copy = player;
    *out = copy;
    return DM_OK;
}

void dm_interval_player_free(dm_interval_player *player)
{
    free(player);
}

dm_status dm_interval_player_fits(const dm_interval_player *player, const dm_interval_rules *rules,
                                  dm_error *err)
{
    const strategy_type *type = &strategy_types[player->type];
    if (type->arenas >> rules->arena & 1)
        return DM_OK;
    return dmi_fail(err, DM_UNSUPPORTED, "%s plays on the %s, not on the %s", type->info.name,
                    type->arenas == DMI_ON_CIRCLE ? "circle" : "segment",
                    dm_interval_arena_name(rules->arena));
}

dm_status dm_interval_player_turn(dm_interval_player *player, dm_interval *game, dm_error *err)
{
    return dm_interval_player_explain(player, game, NULL, err);
}

dm_status dm_interval_player_explain(dm_interval_player *player, dm_interval *game, dm_trace *trace,
                                     dm_error *err)
{
    const strategy_type *type = &strategy_types[player->type];
    board *b = &game->board;
    dm_status status = dm_interval_player_fits(player, &game->rules, err);
    if (status != DM_OK)
        return status;
    if (board_is_over(b))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over");
    if (type->info.colour != dm_interval_to_move(game))
        return dmi_fail(err, DM_BAD_MOVE, "%s is to move, not %s",
                        dm_colour_name(dm_interval_to_move(game)),
                        dm_colour_name(type->info.colour));
    num place;
    num_init(place);
    int before = b->count;
    player->trace = trace;
    bool fits = play_turn(b, player, place);
    player->trace = NULL;
    num_clear(place);
    status = fits                   ? dmi_trace_check(trace, err)
             : player->lacks_memory ? dmi_no_memory(err)
                                    : dmi_numbers_too_long(err);
    player->lacks_memory = false;
    while (status != DM_OK && b->count > before)
        board_undo(b);
    return status;
}
