/* questions.h - the questions that the command line and the HTTP API share: the struct that the
 * fields of each are read into, and what it finds. */
#ifndef QUESTION_QUESTIONS_H
#define QUESTION_QUESTIONS_H

#include "answer/answer_market.h"
#include "question/lines/lines_questions.h"
#include "question/market/market_questions.h"
#include "question/plane/plane_questions.h"
#include "question/question.h"
#include "question/reduce_questions.h"
#include "question/sandbox_fields.h"

/* arena: facts about a board (question_arena.c). */
typedef struct arena_fields {
    const char *to, *format;
    bool all, check, drawing;
    int64_t rounds; /* 0: not asked about */
} arena_fields;

extern const question question_arena;

/* How a map is read. */
typedef struct question_map {
    int profile, measure; /* a dm_profile; 0 metres, 1 seconds */
    bool largest;
} question_map;

/* Their rows in the table of a question whose struct has such a member: the same options as those
 * of every command. */
/* clang-format off */
#define QUESTION_MAP(own, member)                                                                  \
    {.name = "profile", .type = Q_CHOICE, .argument = "WHO", .choices = choice_profile,           \
     .at = offsetof(own, member.profile), .help = "who travels on a map"},                         \
    {.name = "measure", .type = Q_CHOICE, .argument = "UNIT", .choices = choice_measure,         \
     .at = offsetof(own, member.measure),                                                          \
     .help = "lengths on a map: the way in metres, or the time in seconds"},                       \
    {.name = "largest", .type = Q_FLAG, .at = offsetof(own, member.largest),                       \
     .help = "only the largest part of a map in which every place can be reached from every other"}
/* clang-format on */

/* How a position is drawn. */
typedef struct picture_fields {
    bool paper, no_numbers, no_legend;
    int labels; /* a dm_labels */
    const char *caption;
} picture_fields;

/* Their rows in the table of a question whose struct has a member `picture`. */
/* clang-format off */
#define QUESTION_PICTURE(own)                                                                      \
    {.name = "paper", .type = Q_FLAG, .at = offsetof(own, picture.paper),                          \
     .help = "draw circles and squares, like Teramoto, Demaine and Uehara"},                    \
    {.name = "labels", .type = Q_CHOICE, .argument = "WHICH", .choices = choice_labels,     \
     .at = offsetof(own, picture.labels),                                                          \
     .help = "names or numbers of vertices: auto (if they fit), none, vertices (always)"},         \
    {.name = "no_numbers", .type = Q_FLAG, .at = offsetof(own, picture.no_numbers),                \
     .help = "leave out the move numbers on stones"},                                              \
    {.name = "no_legend", .type = Q_FLAG, .at = offsetof(own, picture.no_legend),                  \
     .help = "leave out legend and scores"},                                                       \
    {.name = "caption", .type = Q_TEXT, .argument = "TEXT", .at = offsetof(own, picture.caption),  \
     .help = "a line under the picture"}
/* clang-format on */

static inline dm_picture picture_read(const asking *a, const picture_fields *given)
{
    return (dm_picture){.signs = given->paper ? DM_SIGNS_PAPER : DM_SIGNS_COLOUR,
                        .labels = (dm_labels)given->labels,
                        .hide_numbers = given->no_numbers,
                        .hide_legend = given->no_legend,
                        .caption = given->caption,
                        .seed = a->seed};
}

/* The row of a search's memory, for a struct with a member `memory`.  Builds with sanitizers have
 * smaller tables, in the library, too (base/base.h). */
#ifndef DMI_TABLE_MEBIBYTES
#define DMI_TABLE_MEBIBYTES 256
#endif
enum { LEAST_MEMORY = 1 << 20, DEFAULT_MEMORY = DMI_TABLE_MEBIBYTES << 20 };
/* clang-format off */
#define QUESTION_MEMORY(own)                                                                       \
    {.name = "memory", .type = Q_SIZE, .in = Q_LOCAL, .argument = "SIZE", .low = LEAST_MEMORY,     \
     .high = INT64_C(1) << 44, .standard = DEFAULT_MEMORY, .at = offsetof(own, memory),            \
     .help = "size of the table of positions, all threads together"}
/* clang-format on */

/* solve: the exact value of a game (question_solve.c); moves: of every move. */
typedef struct solve_fields {
    int64_t rounds, per_turn;
    question_stones stones;
    int to_move; /* a dm_side, or -1: the counts of stones tell */
    bool moves, outcome, draw, compare_positions, prove;
    int64_t memory, certificate_limit;
    const char *certificate;
    const char *part; /* of the moves, as `I/M`; NULL: all */
} solve_fields;

typedef struct solve_found {
    dm_position *position; /* the line is played on it once it is reported */
    dm_solution *solution;
    bool complete;  /* the solver finished */
    bool has_moves; /* their values were asked for */
    bool has_proof;
    int32_t strategy_count;
    dm_strategy *strategies[2]; /* for a certificate: White's, Black's, or both */
} solve_found;

extern const question question_solve, question_moves;

/* values: the value that a player gives each vertex (question_values.c). */
typedef struct values_fields {
    const char *player;
    int64_t rounds, per_turn;
    question_stones stones;
    int to_move; /* a dm_side, or -1: the counts of stones tell */
    question_raw moves;
    const char *csv, *output;
} values_fields;

typedef struct values_found {
    dm_position *position;
    dm_player *player;
    double *values; /* NAN: none */
} values_found;

extern const question question_values;

/* Whether a is better than b for the side to move. */
bool values_better(const values_found *f, double a, double b);
/* Makes the moves [[0],[4],..]; `moves` NULL: none.  An empty one is a lost turn. */
dm_status ask_moves(asking *a, const json_t *moves, dm_position *position, dm_error *err);

/* How customers choose, and what is written: score, reply and lead share it (round_terms.c). */
typedef struct round_fields {
    question_raw candidates, rival_candidates, forbid, fit;
    const char *radius, *floor, *outside, *spacing, *budget, *csv, *geojson, *output, *report;
    int rule;            /* a dm_rule */
    int maximize;        /* a dm_objective; -1: that of the rule */
    double beta, margin; /* -1: not given */
    int64_t choices;     /* 0: all */
    bool areas, draw, shared;
} round_fields;

/* Their rows in the table of a question whose struct has a member `round`. */
/* clang-format off */
#define QUESTION_CUSTOMERS(own)                                                                    \
    {.name = "radius", .type = Q_DECIMAL, .argument = "D", .at = offsetof(own, round.radius),      \
     .help = "a vertex farther than D from every site is nobody's; on a map 1.5km, 90s, 5min too"},\
    {.name = "rule", .type = Q_CHOICE, .argument = "RULE", .choices = choice_rule,              \
     .at = offsetof(own, round.rule),                                                              \
     .help = "nearest: all customers go to the nearest site; huff, logit: they divide among all "  \
             "sites by weights that fall with a power of the distance, or exponentially"},         \
    {.name = "beta", .type = Q_REAL, .argument = "B", .standard = -1,                              \
     .at = offsetof(own, round.beta),                                                              \
     .help = "huff, logit: how fast weights fall with the distance (default: 2 for huff, 1 for "   \
             "logit); a column `beta` of a table multiplies it"},                                  \
    {.name = "floor", .type = Q_DECIMAL, .argument = "D", .at = offsetof(own, round.floor),        \
     .help = "huff: smaller distances count as D (default: 1)"},                                   \
    {.name = "fit", .type = Q_OBJECT, .argument = "FILE", .at = offsetof(own, round.fit),          \
     .json_help = "the answer of fit: its rule, beta, floor and attractions of sites hold",        \
     .help = "the rule, beta, floor and attractions of sites that `demesne fit --json` wrote to "  \
             "FILE"},                                                                              \
    {.name = "outside", .type = Q_DECIMAL, .argument = "U", .at = offsetof(own, round.outside),    \
     .help = "huff, logit: one more weight, of what customers keep or spend elsewhere"},           \
    {.name = "choices", .type = Q_COUNT, .argument = "G", .low = 1, .high = INT32_MAX,             \
     .at = offsetof(own, round.choices),                                                           \
     .help = "huff, logit: of each side only its G strongest sites compete for a customer (1: the "\
             "partially binary rule)"},                                                            \
    {.name = "csv", .type = Q_FILE, .argument = "FILE", .writes = true,                            \
     .at = offsetof(own, round.csv),                                                               \
     .help = "write who owns which vertex or customer, with distances, as a CSV; - writes it to "  \
             "standard output instead of the answer"},                                             \
    {.name = "geojson", .type = Q_FILE, .argument = "FILE", .writes = true,                        \
     .at = offsetof(own, round.geojson),                                                           \
     .help = "on a map, write streets cut at the boundaries, sites, customers and places left "    \
             "out as GeoJSON; - writes it to standard output instead of the answer"},              \
    {.name = "areas", .type = Q_FLAG, .in = Q_WORDS_ONLY, .at = offsetof(own, round.areas),        \
     .help = "with --geojson: the area of each site as polygons, too"},                            \
    {.name = "output", .letter = 'o', .type = Q_FILE, .argument = "FILE", .writes = true,          \
     .endings = QUESTION_PICTURES, .at = offsetof(own, round.output),                              \
     .help = "write a picture of both markets: FILE.svg, FILE.png or FILE.pdf"},                   \
    {.name = "report", .type = Q_FILE, .argument = "FILE", .writes = true, .endings = ".html",     \
     .at = offsetof(own, round.report),                                                            \
     .help = "write FILE.html: shares, a picture and the sites on one page that needs no network"}, \
    {.name = "draw", .type = Q_FLAG, .in = Q_WORDS_ONLY, .at = offsetof(own, round.draw),          \
     .help = "show the board as text below the answer, even if the output is not a terminal"}

/* And where new sites may go. */
#define QUESTION_ROUND(own)                                                                        \
    {.name = "candidates", .type = Q_PLACES, .argument = "FILE",                                   \
     .at = offsetof(own, round.candidates),                                                        \
     .json_help = "where new sites may go (default: anywhere)",                                    \
     .help = "where new sites may go: one vertex per line, or a CSV with a column `vertex` or "    \
             "`name` and perhaps `cost`, `offset`, `label` (default: anywhere)"},                  \
    {.name = "forbid", .type = Q_VERTICES, .argument = "V,..", .at = offsetof(own, round.forbid),  \
     .json_help = "where no new site may go", .help = "where no new site may go; or @FILE"},       \
    {.name = "shared", .type = Q_FLAG, .at = offsetof(own, round.shared),                          \
     .help = "new sites may also open where a site stands (sites that stand may always share a "   \
             "place in tables)"},                                                                  \
    {.name = "budget", .type = Q_DECIMAL, .argument = "B", .at = offsetof(own, round.budget),      \
     .help = "open sites whose `cost` is at most B together; --count is then a limit"},            \
    {.name = "maximize", .type = Q_CHOICE, .argument = "WHAT", .choices = choice_objective,        \
     .standard = -1, .at = offsetof(own, round.maximize),                                          \
     .help = "value: own score minus the other side's; share: own score; profit: margin times own "\
             "score minus costs, of at most --count sites (default: value; for logit share)"},     \
    {.name = "margin", .type = Q_REAL, .argument = "M", .standard = -1,                            \
     .at = offsetof(own, round.margin),                                                            \
     .help = "with --maximize profit: what a unit of demand brings (default: 1)"},                 \
    {.name = "spacing", .type = Q_DECIMAL, .argument = "D", .at = offsetof(own, round.spacing),    \
     .help = "a new site is at least D away from every other site of its side"},                   \
    QUESTION_CUSTOMERS(own)
/* clang-format on */

/* What a round is about, read from its fields, and how it ends. */
typedef struct round_found {
    dm_places *white, *black; /* the sites that stand */
    dm_places *candidates, *rival_candidates;
    dm_vertex *allowed;    /* every vertex that is not forbidden; NULL: not needed */
    double *customer_beta; /* of each vertex; NULL: 1 */
    bool has_budget, has_reply_budget;
    int64_t budget, reply_budget; /* in units of 10^-market.cost_decimals */
    bool has_territory;           /* parts of streets are wanted */
    bool has_areas;               /* the areas around them are, too */
    answer_market market;
    json_t *fit; /* what `demesne fit` found; NULL: none was given */
    char fit_floor[32], fit_radius[32];
} round_found;

void round_clear(round_found *f);
/* The fields with those of the fit, if there is one (round_fit.c). */
dm_status round_take_fit(asking *a, const ask_board *board, const round_fields *given,
                         round_found *f, round_fields *out, dm_error *err);
/* Gives sites the attractions of the fit, unless their table has its own; `are_known`: a note
 * counts those that the fit does not have. */
dm_status round_give_attractions(const ask_board *board, const round_found *f, dm_places *sites,
                                 bool are_known, dm_error *err);
/* Reads the sites of both sides and the terms. */
dm_status round_read(asking *a, const ask_board *board, question_raw white, question_raw black,
                     const round_fields *given, round_found *f, dm_error *err);
/* Reads where new sites may go, what they cost, the budget, that of a reply (NULL: none), and what
 * is maximized. */
dm_status round_read_candidates(asking *a, const ask_board *board, const round_fields *given,
                                const char *reply_budget, round_found *f, dm_error *err);
/* One metre, second or unit, as it is typed. */
const char *round_usual_floor(const dm_arena *arena);
/* A table as sites for the library; it borrows the lists. */
dm_sites round_sites(const dm_places *places);
/* Adds the sites of a table to the market, except the rows that are closed (NULL: none are). */
dm_status round_add(round_found *f, dm_side side, const char *word, const dm_places *places,
                    const bool *closed, dm_error *err);
/* Adds sites that were chosen; their costs and labels are those of the candidates. */
dm_status round_add_chosen(round_found *f, dm_side side, const char *word, const dm_vertex *chosen,
                           int32_t count, const dm_places *candidates, dm_error *err);
/* Adds those that are closed, which the market lists apart, as the last. */
dm_status round_add_closed(round_found *f, dm_side side, const char *word, const dm_places *places,
                           const bool *closed, dm_error *err);
/* A site as a group of its own, so that sites of both sides may take turns; it borrows the site. */
dm_group round_group(const answer_site *site);
/* Finds what each site had before the new ones opened, and whom these take it from
 * (round_origins.c). */
dm_status round_trace_origins(const asking *a, answer_market *m, dm_run *run, dm_error *err);
/* Finds who owns what and what each site gets. */
dm_status round_settle(const asking *a, dm_run *run, round_found *f, dm_error *err);

/* On a map: who owns which part of the streets and, if asked for, the areas around them, unless
 * they are known. */
dm_status round_divide(round_found *f, bool areas, dm_run *run, dm_error *err);

/* What pictures and pages of a market show (round_write.c); clear it in any case. */
typedef struct round_scene {
    dm_stone *stones;    /* the sites */
    const char **labels; /* of the sites */
    bool *is_new;
    const char *names[2]; /* of the sides */
    dm_picture picture;
} round_scene;
dm_status round_scene_init(const asking *a, const answer_market *m, round_scene *out,
                           dm_error *err);
void round_scene_clear(round_scene *scene);

/* A file about who owns what (round_write.c), freed with free(). */
typedef enum round_form { ROUND_NONE, ROUND_CSV, ROUND_GEOJSON, ROUND_SVG, ROUND_PAGE } round_form;
/* What a page is called, and its sides. */
typedef struct round_words {
    const char *title, *white, *black;
} round_words;
dm_status round_write(const asking *a, const answer_market *m, round_form form,
                      const round_words *words, char **out, dm_error *err);

/* score: who owns what (question_score.c). */
typedef struct score_fields {
    question_stones stones;
    round_fields round;
    bool distances;
    int write; /* a round_form */
    round_words words;
} score_fields;

typedef struct score_found {
    round_found round;
} score_found;

extern const question question_score;

/* reply: Black's best further sites (question_reply.c). */
typedef struct reply_fields {
    question_raw white, black;
    int64_t count, all_limit; /* count 0: as many as the budget allows */
    int64_t root;             /* of the tree that is explained; -1: as usual */
    int method;               /* a dm_reply_method */
    bool all, explain, find_counterexample;
    const char *table, *counterexample_to, *target_share;
    round_fields round;
} reply_fields;

typedef struct reply_found {
    round_found round;
    dm_reply *reply;
    int64_t saved;         /* the cost of sites that it closes */
    dm_reply_table *table; /* explained */
    dm_reply_counterexample *example;
} reply_found;

/* Writes a dm_reply_table as CSV (question_reply.c). */
dm_status reply_write_table(FILE *to, const void *data, dm_error *err);

extern const question question_reply;

/* lead: White's best sites if Black replies best (question_lead.c). */
typedef struct lead_fields {
    question_raw white, black;
    int64_t count, reply; /* reply 0: as many as count */
    int method;           /* a dm_lead_method */
    const char *checkpoint, *reply_budget;
    int pays; /* a dm_side: whose costs are reported; White's unless a plan says otherwise */
    round_fields round;
} lead_fields;

typedef struct lead_found {
    round_found round;
    dm_lead *lead;
    int64_t saved; /* the cost of the sites that White closes */
} lead_found;

extern const question question_lead;

/* verify: checks a certificate by the rules alone (question_verify.c). */
typedef struct verify_fields {
    const char *file, *certificate; /* on a command line, in JSON */
} verify_fields;

typedef struct verify_found {
    dm_certificate *certificate;
    dm_verdict verdicts[2]; /* of its strategies */
} verify_found;

extern const question question_verify;

/* tournament: many games between players (question_tournament.c); the fields only. */
typedef struct tournament_fields {
    const char *players, *players_file, *pairs, *arena, *db, *csv, *list, *keep_records, *record;
    const char *game, *html, *title, *results;
    int64_t rounds, per_turn, games, swiss_rounds, max_games, disqualify, event;
    int64_t move_time, game_time, increment, warm_up;
    double confidence, review_time;
    int preset, faults, system, until;
    bool sequential, queue, pin, only_new, first_always_white;
    sandbox_fields sandbox;
    const char *plane, *min_distance;
    int metric, rule;
    int64_t lattice;
    char plane_arena[300]; /* the arena's name in the plane */
} tournament_fields;

extern const question question_tournament;

/* The plan, without players and pairings; the preset also sets a->ties. */
dm_status tournament_make_plan(asking *a, dm_tournament_plan *out, dm_error *err);

/* Games on a circle or a segment (question_interval.c): play, attack, bridge.  Each reads some of
 * these fields. */
typedef struct interval_fields {
    int arena; /* a dm_interval_arena */
    int64_t stones;
    const char *player[2]; /* by dm_colour; NULL: nobody, "human": a person */
    bool batch, strict, all_first;
    const char *min_distance, *moves;
    int64_t turns, samples, bits, to;
    int grid; /* a dm_attack_grid */
    bool svg, explain;
    const char *draw, *animate; /* draw "": as text */
} interval_fields;

typedef struct interval_found {
    dm_interval *game; /* of attack: without stones */
    dm_interval_player *player[2];
    dm_attack_result *attack;
    dm_trace trace;
    size_t traced[2 * DM_INTERVAL_STONES]; /* of each stone: 1 plus its number there; 0: none */
} interval_found;

extern const question question_interval_play, question_interval_attack, question_interval_value;
extern const question question_interval_bridge; /* the fields only */

dm_interval_rules interval_rules(const asking *a);
void interval_report_rules(report *r, const dm_interval_rules *rules);
/* If Blue places all its stones first: the most that Red can get then. */
void interval_report_best_answer(report *r, const dm_interval *game);
/* The game with the moves given, and its players; the question's `clear` frees them. */
dm_status interval_start(asking *a, interval_found *f, dm_error *err);
/* The player whose turn it is plays it, and explains it if that is asked. */
dm_status interval_turn(const asking *a, interval_found *f, dm_error *err);
/* Explains stones that were given, as far as the players named repeat them. */
dm_status interval_repeat(const asking *a, interval_found *f, const dm_interval *game,
                          dm_error *err);

#endif
