/* params.c - reads the parameters of players. */
#include "base/params.h"

#include "base/base.h"
#include "base/names.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

int dmi_param_word(const char *what, const char *text, size_t length, const char *const *names,
                   int count, dm_error *err)
{
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             text);
    return dmi_name_index(what, word, names, count, err);
}

/* The index of the parameter named by `length` characters of text, or -1. */
static int find_param(const char *player, const dm_player_param *params, const char *text,
                      size_t length, dm_error *err)
{
    const char *keys[DMI_PLAYER_PARAMS];
    char what[64];
    int count = 0;
    for (; count < DMI_PLAYER_PARAMS && params[count].key; count++)
        keys[count] = params[count].key;
    snprintf(what, sizeof what, "%s parameter", player);
    return dmi_param_word(what, text, length, keys, count, err);
}

int dmi_param_index(const dm_player_param *params, const char *key)
{
    int index = 0;
    while (params[index].key && strcmp(params[index].key, key) != 0)
        index++;
    assert(params[index].key);
    return index;
}

/* The decimal number of `length` characters in units of 10^-decimals. */
static bool read_number(const char *text, size_t length, int decimals, int64_t *out)
{
    const int64_t limit = INT64_MAX / 10 - 1;
    int64_t units = 0;
    int digits = 0, left = -1; /* decimals left, -1 before the point */
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.' && left < 0 && decimals > 0) {
            left = decimals;
            continue;
        }
        if (text[i] < '0' || text[i] > '9' || left == 0 || units > limit)
            return false;
        units = 10 * units + (text[i] - '0');
        digits++;
        left -= left > 0;
    }
    for (left = left < 0 ? decimals : left; left > 0 && units <= limit; left--)
        units *= 10;
    *out = units;
    return digits > 0 && left == 0;
}

/* Writes units * 10^-decimals without trailing zeros. */
static void print_number(int64_t units, int decimals, char *out, size_t size)
{
    int64_t whole = 1;
    while (decimals > 0 && units % 10 == 0) {
        units /= 10;
        decimals--;
    }
    for (int i = 0; i < decimals; i++)
        whole *= 10;
    if (decimals == 0)
        snprintf(out, size, "%lld", (long long)units);
    else
        snprintf(out, size, "%lld.%0*lld", (long long)(units / whole), decimals,
                 (long long)(units % whole));
}

/* The index of the word among "a|b", or -1. */
static int64_t find_choice(const char *choices, const char *word, size_t length)
{
    for (int64_t index = 0; *choices; index++) {
        size_t size = strcspn(choices, "|");
        if (size == length && strncmp(choices, word, length) == 0)
            return index;
        choices += size + (choices[size] == '|');
    }
    return -1;
}

/* Reads one `key=value` of `length` characters. */
static dm_status read_param(const char *player, const dm_player_param *params, const char *text,
                            size_t length, int64_t *values, dm_error *err)
{
    const char *equals = memchr(text, '=', length);
    size_t key_length = equals ? (size_t)(equals - text) : length;
    int index = find_param(player, params, text, key_length, err);
    if (index < 0)
        return DM_BAD_ARGUMENT;
    const dm_player_param *param = &params[index];
    if (param->choices) {
        values[index] =
            equals ? find_choice(param->choices, equals + 1, length - key_length - 1) : -1;
        return values[index] >= 0
                   ? DM_OK
                   : dmi_fail(err, DM_BAD_ARGUMENT, "player '%s': '%.*s' should be %s=%s", player,
                              (int)length, text, param->key, param->choices);
    }
    int64_t value;
    bool is_good = equals &&
                   read_number(equals + 1, length - key_length - 1, param->decimals, &value) &&
                   value >= param->least && value <= param->most;
    if (!is_good) {
        char least[32], most[32];
        print_number(param->least, param->decimals, least, sizeof least);
        print_number(param->most, param->decimals, most, sizeof most);
        return dmi_fail(err, DM_BAD_ARGUMENT, "player '%s': '%.*s' should be %s=N with N in %s..%s",
                        player, (int)length, text, param->key, least, most);
    }
    values[index] = value;
    return DM_OK;
}

dm_status dmi_params_read(const char *player, const dm_player_param *params, const char *text,
                          int64_t *values, dm_error *err)
{
    for (int i = 0; i < DMI_PLAYER_PARAMS && params[i].key; i++)
        values[i] = params[i].value;
    while (*text == ':') {
        size_t length = strcspn(++text, ":");
        dm_status status = read_param(player, params, text, length, values, err);
        if (status != DM_OK)
            return status;
        text += length;
    }
    return DM_OK;
}
