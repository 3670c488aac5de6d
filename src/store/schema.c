/* schema.c - the tables of a database.
 *
 *     board   a board by its canonical form
 *     game    what is known of one game on it: bounds on White minus Black
 *     member  the boards of a table of the atlas, by name
 *     unit    parts of a table whose boards are all there, with all their games
 *     number  facts about the file itself
 *
 * A change of these tables raises DMI_STORE_VERSION and says here how an older file is brought
 * up; there is none older yet.
 */
#include "store/schema.h"

const char dmi_schema[] = "CREATE TABLE board ("
                          " id INTEGER PRIMARY KEY,"
                          " form TEXT NOT NULL UNIQUE,"
                          " vertices INTEGER NOT NULL,"
                          " edges INTEGER NOT NULL);"
                          "CREATE TABLE game ("
                          " board INTEGER NOT NULL REFERENCES board (id),"
                          " per_turn INTEGER NOT NULL,"
                          " ties INTEGER NOT NULL,"
                          " rounds INTEGER NOT NULL,"
                          " lower INTEGER NOT NULL,"
                          " upper INTEGER NOT NULL,"
                          " proven INTEGER NOT NULL,"
                          " nodes INTEGER NOT NULL,"
                          " seconds REAL NOT NULL,"
                          " PRIMARY KEY (board, per_turn, ties, rounds)) WITHOUT ROWID;"
                          "CREATE TABLE member ("
                          " family TEXT NOT NULL,"
                          " vertices INTEGER NOT NULL,"
                          " name TEXT NOT NULL,"
                          " board INTEGER NOT NULL REFERENCES board (id),"
                          " PRIMARY KEY (family, vertices, name)) WITHOUT ROWID;"
                          "CREATE TABLE unit ("
                          " family TEXT NOT NULL,"
                          " vertices INTEGER NOT NULL,"
                          " part INTEGER NOT NULL,"
                          " parts INTEGER NOT NULL,"
                          " per_turn INTEGER NOT NULL,"
                          " ties INTEGER NOT NULL,"
                          " first_rounds INTEGER NOT NULL,"
                          " last_rounds INTEGER NOT NULL,"
                          " PRIMARY KEY (family, vertices, part, parts, per_turn, ties,"
                          "              first_rounds, last_rounds)) WITHOUT ROWID;"
                          "CREATE TABLE number ("
                          " name TEXT PRIMARY KEY,"
                          " value INTEGER NOT NULL) WITHOUT ROWID;";

const char *const dmi_statements[DMI_SQL_COUNT] = {
#define X(id, sql) sql,
#include "store/statements.def"
#undef X
};
