/* solved_games.h - the tables of data/, which are packed into the program: games, and counts of
 * games by size and rounds. */
#ifndef SERVER_SOLVED_GAMES_H
#define SERVER_SOLVED_GAMES_H

enum { SOLVED_COLUMNS = 10, SOLVED_WORD = 64 };

/* The cells of one line. */
typedef struct solved_line {
    char word[SOLVED_COLUMNS][SOLVED_WORD];
} solved_line;

typedef void solved_line_fn(void *user, const solved_line *one);

/* Calls `each` for the lines of a table without its heading: "/games.csv", "/black-wins.csv",
 * "/one-round-black-wins.csv" have the columns table,board,vertices,edges,rounds,per_turn,ties,
 * lower,upper,proven; "/counts.csv" and "/one-round.csv" table,vertices,boards,rounds,per_turn,
 * ties,white,tie,black,unproven. */
void solved_each_line(const char *path, solved_line_fn *each, void *user);

#endif
