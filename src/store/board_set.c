/* board_set.c - boards with their games, as texts of the database have them. */
#include "store/board_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void dmi_board_games_clear(dmi_board_games *games)
{
    free(games->game);
    *games = (dmi_board_games){0};
}

/* The index of the first game with at least so many rounds. */
static size_t place_of(const dmi_board_games *games, int32_t rounds)
{
    size_t at = games->count;
    while (at > 0 && games->game[at - 1].rounds >= rounds)
        at--;
    return at;
}

dmi_solved_game *dmi_board_games_find(const dmi_board_games *games, int32_t rounds)
{
    assert(rounds >= 0);
    size_t at = place_of(games, rounds);
    return at < games->count && games->game[at].rounds == rounds ? &games->game[at] : NULL;
}

/* Bounds that contradict those before are not used. */
static void tighten_bounds(dmi_solved_game *old, const dmi_solved_game *new)
{
    assert(old->rounds == new->rounds &&new->lower <= new->upper);
    int64_t lower = old->lower > new->lower ? old->lower : new->lower;
    int64_t upper = old->upper < new->upper ? old->upper : new->upper;
    if (dmi_is_proven(old) || lower > upper)
        return;
    if (dmi_is_proven(new)) {
        *old = *new;
        return;
    }
    old->lower = lower;
    old->upper = upper;
    old->nodes = old->nodes > new->nodes ? old->nodes : new->nodes;
    old->seconds = old->seconds > new->seconds ? old->seconds : new->seconds;
}

dm_status dmi_board_games_join(dmi_board_games *games, const dmi_solved_game *game, dm_error *err)
{
    size_t at = place_of(games, game->rounds);
    if (at < games->count && games->game[at].rounds == game->rounds) {
        tighten_bounds(&games->game[at], game);
        return DM_OK;
    }
    if (!dmi_reserve(&games->game, &games->room, games->count + 1, sizeof *games->game))
        return dmi_no_memory(err);
    memmove(&games->game[at + 1], &games->game[at], (games->count - at) * sizeof *games->game);
    games->game[at] = *game;
    games->count++;
    assert(at == 0 || games->game[at - 1].rounds < game->rounds);
    assert(at + 1 == games->count || game->rounds < games->game[at + 1].rounds);
    return DM_OK;
}

static dm_status fail_changed(const char *path, const char *line, dm_error *err)
{
    return dmi_fail_at(err, DM_BAD_INPUT, path, 0,
                       "the table solved was changed by hand: \"%.60s\" is not a board with games",
                       line);
}

static dm_status join_all(dmi_board_games *games, const char *text, const char *path, dm_error *err)
{
    dm_status status = DM_OK;
    dmi_solved_game game;
    while (*text && status == DM_OK)
        status = dmi_game_text_next(&text, &game) ? dmi_board_games_join(games, &game, err)
                                                  : fail_changed(path, text, err);
    return status;
}

void dmi_board_set_clear(dmi_board_set *set)
{
    for (size_t i = 0; i < set->text_count; i++)
        free(set->text[i]);
    free(set->text);
    free(set->line);
    *set = (dmi_board_set){0};
}

dm_status dmi_board_set_add(dmi_board_set *set, const char *text, const char *path, dm_error *err)
{
    char *copy = dmi_strdup(text);
    if (!copy || !dmi_reserve(&set->text, &set->text_room, set->text_count + 1, sizeof copy)) {
        free(copy);
        return dmi_no_memory(err);
    }
    set->text[set->text_count++] = copy;
    for (char *line = copy, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        if (!dmi_game_line_is_whole(line))
            return fail_changed(path, line, err);
        if (!dmi_reserve(&set->line, &set->room, set->count + 1, sizeof line))
            return dmi_no_memory(err);
        set->line[set->count++] = line;
    }
    return DM_OK;
}

/* The form in a line: it ends with a tab, as the name does. */
static const char *form_in(const char *line)
{
    const char *form = strchr(line, '\t') + 1;
    return *form == '\t' ? line : form;
}

/* Compares what comes before the end or a tab, which is lower than all characters of keys. */
static int compare_keys(const char *a, const char *b)
{
    while (*a == *b && *a && *a != '\t') {
        a++;
        b++;
    }
    unsigned char first = (unsigned char)*a, second = (unsigned char)*b;
    return (first == '\t' ? 0 : first) - (second == '\t' ? 0 : second);
}

static int by_name(const void *a, const void *b)
{
    const char *first = *(char *const *)a, *second = *(char *const *)b;
    return strcmp(first, second);
}

static int by_form(const void *a, const void *b)
{
    const char *first = *(char *const *)a, *second = *(char *const *)b;
    int order = compare_keys(form_in(first), form_in(second));
    return order ? order : strcmp(first, second);
}

void dmi_board_set_sort(dmi_board_set *set, bool form)
{
    set->by_form = form;
    if (set->count > 0)
        qsort(set->line, set->count, sizeof *set->line, form ? by_form : by_name);
}

static int compare_line(const dmi_board_set *set, size_t index, const char *key)
{
    const char *line = set->line[index];
    return compare_keys(set->by_form ? form_in(line) : line, key);
}

dm_status dmi_board_set_find(const dmi_board_set *set, const char *key, dmi_board_games *games,
                             const char *path, dm_error *err)
{
    size_t low = 0, high = set->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_line(set, middle, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    dm_status status = DM_END;
    for (; low < set->count && compare_line(set, low, key) == 0; low++) {
        status = join_all(games, dmi_game_line_games(set->line[low]), path, err);
        if (status != DM_OK)
            break;
    }
    return status;
}

dm_status dmi_board_set_each(dmi_board_set *set, const dmi_member *common, dmi_board_fn *each,
                             void *user, const char *path, dm_error *err)
{
    dmi_board_games games = {0};
    dm_status status = DM_OK;
    for (size_t i = 0, next; i < set->count && status == DM_OK; i = next) {
        dmi_member board = *common;
        const char *text = "";
        games.count = 0;
        for (next = i; next < set->count && compare_line(set, next, set->line[i]) == 0; next++)
            if (status == DM_OK)
                status = join_all(&games, dmi_game_line_games(set->line[next]), path, err);
        if (status == DM_OK && !dmi_game_line_cut(set->line[i], &board, &text))
            status = fail_changed(path, set->line[i], err);
        if (status == DM_OK)
            status = each(user, &board, &games, err);
    }
    dmi_board_games_clear(&games);
    return status;
}
