/* game_text.h - boards with their solved games as text, one board per line.
 *
 *      name TAB form TAB edges TAB games
 *      path:4    CU        3        1=0/7/20345 2=-1..2/31/1000000000
 *
 * A game is rounds=value/nodes/nanoseconds; "lower..upper" instead of a value that is not proven.
 * The form is left out if it is the name.  The database stores a thousand boards as one such text:
 * a row for every game would cost as much time as solving it.
 */
#ifndef DMI_GAME_TEXT_H
#define DMI_GAME_TEXT_H

#include "base/base.h"

/* A board of a table of the atlas. */
typedef struct dmi_member {
    const char *family, *name;
    const char *form; /* canonical */
    int32_t vertices;
    int64_t edges;
} dmi_member;

/* What is known of a game on a board. */
typedef struct dmi_solved_game {
    int32_t rounds;
    int64_t lower, upper; /* on White minus Black under best play */
    uint64_t nodes;
    double seconds; /* the longest time spent on it at once */
} dmi_solved_game;

static inline bool dmi_is_proven(const dmi_solved_game *game)
{
    return game->lower == game->upper;
}

/* {0} to start with.  Keeps a failure, so that the writer needs no checks in between. */
typedef struct dmi_game_text {
    char *text;
    size_t size, room;
    int64_t boards; /* lines */
    bool failed;    /* no memory */
} dmi_game_text;

/* Adds a line; of `board` the name, form and edges. */
void dmi_game_text_add(dmi_game_text *text, const dmi_member *board, const dmi_solved_game *games,
                       size_t count);
void dmi_game_text_clear(dmi_game_text *text);

/* Whether a line has the four fields. */
bool dmi_game_line_is_whole(const char *line);
/* Fills the name, form and edges of `board`, for which it cuts the line, and `games`; false if the
 * number of edges is none. */
bool dmi_game_line_cut(char *line, dmi_member *board, const char **games);
/* The games of a line that is not cut. */
const char *dmi_game_line_games(const char *line);
/* Reads a game and goes on to the next; false if there is none. */
bool dmi_game_text_next(const char **games, dmi_solved_game *out);

#endif
