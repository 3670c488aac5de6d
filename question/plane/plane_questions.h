/* plane_questions.h - the questions about the plane: their fields, what they find, and what they
 * share. */
#ifndef QUESTION_PLANE_PLANE_QUESTIONS_H
#define QUESTION_PLANE_PLANE_QUESTIONS_H

#include "question/question.h"
#include "question/sandbox_fields.h"

/* A board with sites. */
typedef struct plane_fields {
    const char *board;
    question_raw polygon, white, black, sides, customers;
    int metric, ties;
} plane_fields;

enum { PLANE_NAME = 40 };

typedef struct plane_found {
    dm_plane_board *board;
    dm_plane *plane;
    dm_plane_customers *customers; /* NULL: land counts */
    int32_t sides;
    bool named; /* the sides were given with names */
    char name[DM_PLANE_SIDES][PLANE_NAME];
    char *text; /* of the sides, divided; or NULL */
} plane_found;

/* Rows of a question whose struct `own` begins with a plane_fields. */
/* clang-format off */
#define PLANE_BOARD                                                                                \
    {.name = "board", .place = 1, .type = Q_TEXT, .argument = "BOARD", .most_asked = 200,          \
     .at = offsetof(plane_fields, board),                                                          \
     .help = "square, rect:WxH, triangle, ngon:N or polygon:FILE",                                 \
     .json_help = "square, rect:WxH, triangle or ngon:N"},                                         \
    {.name = "polygon", .type = Q_LIST, .in = Q_JSON_ONLY, .at = offsetof(plane_fields, polygon),  \
     .help = "a board by its rings of corners, the outer one first: [[[x,y],..],..]"}
#define PLANE_METRIC                                                                               \
    {.name = "metric", .type = Q_CHOICE, .argument = "METRIC", .choices = choice_plane_metric,     \
     .at = offsetof(plane_fields, metric), .help = "how distances are measured"},                  \
    {.name = "ties", .type = Q_CHOICE, .argument = "RULE", .choices = choice_tie_rule,             \
     .at = offsetof(plane_fields, ties),                                                           \
     .help = "who gets what is as near to two sides: customers, or land under manhattan"}
#define PLANE_SITES                                                                                \
    {.name = "white", .type = Q_LIST, .argument = "X,Y;..", .at = offsetof(plane_fields, white),   \
     .help = "White's sites, or @FILE, a CSV with x,y",                                            \
     .json_help = "White's sites: [[x,y],..]"},                                                    \
    {.name = "black", .type = Q_LIST, .argument = "X,Y;..", .at = offsetof(plane_fields, black),   \
     .help = "Black's sites, or @FILE", .json_help = "Black's sites: [[x,y],..]"}
#define PLANE_CUSTOMERS_ROW                                                                        \
    {.name = "customers", .type = Q_LIST, .argument = "FILE",                                      \
     .at = offsetof(plane_fields, customers),                                                      \
     .help = "a CSV of customers with x,y and perhaps demand, who count in place of land",         \
     .json_help = "customers who count in place of land: [x,y] or {x,y,demand}"}
#define PLANE_SIDES_ROW                                                                            \
    {.name = "sides", .type = Q_LIST, .argument = "NAME:X,Y;..|..",                                \
     .at = offsetof(plane_fields, sides),                                                          \
     .help = "two to eight sides with names, in place of White and Black",                         \
     .json_help = "two to eight sides: [{name, points}]"}
#define PLANE_RULE(own)                                                                            \
    {.name = "rule", .type = Q_CHOICE, .argument = "RULE", .choices = choice_plane_rule,           \
     .at = offsetof(own, rule),                                                                    \
     .help = "nearest site, or gravity: the side with the greatest sum of 1/d^2"},                 \
    {.name = "lattice", .type = Q_COUNT, .argument = "N", .low = 1, .high = DM_PLANE_LATTICE,      \
     .most_asked = 1000, .standard = 1000, .at = offsetof(own, lattice),                           \
     .help = "for gravity: cells along the longer side of the board"}
/* clang-format on */

/* Opens the board and places the given sites: W1, B1, W2, B2, .. as their order is. */
dm_status plane_open(asking *a, plane_found *out, dm_error *err);
void plane_clear(plane_found *f);
/* Fails if a field that is about land was given together with customers. */
dm_status plane_land_only(asking *a, const plane_fields *own, bool given, const char *field,
                          dm_error *err);
/* The fields that every answer begins with: board, area, metric, ties, the sites. */
void plane_report_sites(const plane_found *f, report *r);
/* The sites of a side as a list of such points; NULL without memory. */
json_t *plane_points(const plane_found *f, int32_t side);
/* The x and y of [x, y] as texts: texts, or numbers as they were most likely written. */
enum { PLANE_NUMBER = 400 };
bool plane_point_of(const json_t *point, char room[2][PLANE_NUMBER], const char *xy[2]);
/* An area, exact or, without text, as a number. */
void plane_report_area(report *r, const char *key, const char *exact, double size);
/* The site of a number as ["1/4","1/2"]; NULL without memory. */
json_t *plane_point(const dm_plane *plane, int32_t index);

typedef struct plane_score_fields {
    plane_fields on;
    int rule;
    bool approximate, cells, svg;
    int64_t lattice;
} plane_score_fields;

typedef struct plane_score_found {
    plane_found on;
    dm_plane_score *score;   /* or */
    dm_plane_demand *demand; /* or */
    dm_plane_lattice *lattice;
} plane_score_found;

typedef struct plane_draw_fields {
    plane_fields on;
    int rule;
    int64_t lattice;
    const char *output, *animate, *caption;
} plane_draw_fields;

typedef struct plane_draw_found {
    plane_found on;
    dm_plane_lattice *lattice; /* of the rule gravity */
} plane_draw_found;

/* The picture of what was found; `names` has room for all sides. */
dm_plane_picture plane_picture(const plane_found *f, const dm_plane_lattice *lattice,
                               const char *names[DM_PLANE_SIDES]);

typedef struct plane_reply_fields {
    plane_fields on;
    int64_t count;
    double epsilon;
} plane_reply_fields;

typedef struct plane_reply_found {
    plane_found on;
    dm_plane_reply *reply;
    dm_plane_score *score; /* with the sites found */
    dm_plane_cover *cover; /* in place of both if there are customers */
} plane_reply_found;

typedef struct plane_lead_fields {
    plane_fields on;
    int64_t count, reply;
    double epsilon;
} plane_lead_fields;

typedef struct plane_lead_found {
    plane_found on;
    dm_plane_lead *lead;
    dm_plane_score *score; /* with the answer found */
} plane_lead_found;

extern const question question_plane_score, question_plane_draw, question_plane_reply,
    question_plane_lead;

/* The board alone; it is named, or given by its rings. */
dm_status plane_open_board(asking *a, const plane_fields *own, dm_plane_board **out, dm_error *err);

typedef struct plane_play_fields {
    plane_fields on; /* white and black are not used */
    const char *player[2];
    question_raw moves;
    int64_t rounds, per_turn, lattice, turns, move_time, warm_up;
    const char *min_distance, *record;
    int rule, preset;
    sandbox_fields sandbox;
} plane_play_fields;

/* A game, or the two of a preset: in the second one the players have changed sides. */
typedef struct plane_play_found {
    dm_plane_board *board;
    dm_plane_game *game[2];
    int games, now;             /* and the one that is played */
    dm_plane_player *player[2]; /* of the game that is played, by side; NULL: none, or a person */
    json_t *faults;             /* of programs, if there are any */
} plane_play_found;

/* The board and the games with the moves given. */
dm_status plane_play_start(asking *a, plane_play_found *f, dm_error *err);
/* The name of who plays a side of a game; NULL: nobody. */
const char *plane_player_of(const asking *a, int game, int32_t side);
/* The seed of that player. */
uint64_t plane_seed_of(const asking *a, int game, int32_t side);
/* Board, area and rules; moves and result. */
void plane_report_rules(report *r, const dm_plane_game *game);
dm_status plane_report_game(report *r, const dm_plane_game *game, dm_error *err);

extern const question question_plane_play;

#endif
