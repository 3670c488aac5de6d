/* game_text.c - boards with their solved games as text, one board per line. */
#include "store/game_text.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIGITS = 20, GAME_SIZE = 5 * MOST_DIGITS + 8 };

static char *put_text(char *at, const char *text, size_t size)
{
    memcpy(at, text, size);
    return at + size;
}

static char *put_number(char *at, int64_t number)
{
    char digits[MOST_DIGITS];
    int count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    if (number < 0)
        *at++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

static char *put_game(char *at, const dmi_solved_game *game)
{
    assert(game->lower <= game->upper);
    at = put_number(at, game->rounds);
    *at++ = '=';
    at = put_number(at, game->lower);
    if (!dmi_is_proven(game)) {
        at = put_text(at, "..", 2);
        at = put_number(at, game->upper);
    }
    *at++ = '/';
    at = put_number(at, (int64_t)game->nodes);
    *at++ = '/';
    return put_number(at,
                      game->seconds > 0 && game->seconds < 9e9 ? llround(game->seconds * 1e9) : 0);
}

void dmi_game_text_add(dmi_game_text *text, const dmi_member *board, const dmi_solved_game *games,
                       size_t count)
{
    size_t name = strlen(board->name), form = strlen(board->form);
    size_t most = name + form + MOST_DIGITS + 5 + count * GAME_SIZE;
    if (text->failed || !dmi_reserve(&text->text, &text->room, text->size + most, 1)) {
        text->failed = true;
        return;
    }
    char *at = put_text(text->text + text->size, board->name, name);
    *at++ = '\t';
    if (strcmp(board->name, board->form) != 0)
        at = put_text(at, board->form, form);
    *at++ = '\t';
    at = put_number(at, board->edges);
    *at++ = '\t';
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            *at++ = ' ';
        at = put_game(at, &games[i]);
    }
    *at++ = '\n';
    *at = '\0';
    text->size = (size_t)(at - text->text);
    assert(text->size < text->room);
    text->boards++;
}

void dmi_game_text_clear(dmi_game_text *text)
{
    free(text->text);
    *text = (dmi_game_text){0};
}

bool dmi_game_line_is_whole(const char *line)
{
    int tabs = 0;
    for (const char *c = line; *c; c++)
        tabs += *c == '\t';
    return tabs == 3 && line[0] != '\t';
}

static bool read_number(const char **at, int64_t *out)
{
    const char *c = *at;
    bool negative = *c == '-';
    uint64_t number = 0;
    c += negative;
    const char *digits = c;
    for (; *c >= '0' && *c <= '9' && c - digits < MOST_DIGITS - 1; c++)
        number = number * 10 + (uint64_t)(*c - '0');
    if (c == digits || number > INT64_MAX)
        return false;
    *out = negative ? -(int64_t)number : (int64_t)number;
    *at = c;
    return true;
}

static bool skip_word(const char **at, char c)
{
    bool found = **at == c;
    *at += found;
    return found;
}

const char *dmi_game_line_games(const char *line)
{
    return strrchr(line, '\t') + 1;
}

bool dmi_game_line_cut(char *line, dmi_member *board, const char **games)
{
    char *form = strchr(line, '\t') + 1;
    char *edges = strchr(form, '\t') + 1;
    const char *number = edges;
    form[-1] = edges[-1] = '\0';
    board->name = line;
    board->form = *form ? form : line;
    if (!read_number(&number, &board->edges) || *number != '\t')
        return false;
    *games = number + 1;
    return true;
}

bool dmi_game_text_next(const char **games, dmi_solved_game *out)
{
    const char *at = *games;
    int64_t rounds, nodes, time;
    if (!read_number(&at, &rounds) || rounds < 1 || rounds > INT32_MAX || !skip_word(&at, '=') ||
        !read_number(&at, &out->lower))
        return false;
    out->upper = out->lower;
    if (skip_word(&at, '.') && (!skip_word(&at, '.') || !read_number(&at, &out->upper)))
        return false;
    if (!skip_word(&at, '/') || !read_number(&at, &nodes) || !skip_word(&at, '/') ||
        !read_number(&at, &time))
        return false;
    if (out->lower > out->upper || nodes < 0 || time < 0 || (!skip_word(&at, ' ') && *at))
        return false;
    out->rounds = (int32_t)rounds;
    out->nodes = (uint64_t)nodes;
    out->seconds = (double)time / 1e9;
    *games = at;
    return true;
}
