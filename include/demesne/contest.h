/* demesne/contest.h - matches: two contestants, one game, clocks and faults.
 *
 *     dm_contestant *contestants[2] = {NULL, NULL};
 *     dm_contestant_new("greedy", 1, &contestants[DM_WHITE], &err);
 *     dm_contestant_new("cmd:./mybot --fast", 2, &contestants[DM_BLACK], &err);
 *     dm_match_play(position, contestants, &settings, run, &result, &err);
 *
 * A contestant is a player of this library, an outside program that speaks the protocol of
 * docs/BOTS.md on its standard input and output, or a guest: functions of the caller.  It commits a
 * fault if it answers late, crashes, ends, writes something else than an answer, makes an illegal
 * move or takes more than it may (dm_fault): then it loses the turn, or the game if the settings
 * say so.  A program is killed after a fault and started again for its next turn.
 *
 * A contestant may play several games, one after another.  A program then keeps running.  Some
 * programs are not made for that: one that commits a fault before its first move in a later game is
 * started again and gets the turn again, and the fault does not count.
 *
 * Threads may play different matches at once, each with its own contestants.
 */
#ifndef DEMESNE_CONTEST_H
#define DEMESNE_CONTEST_H

#include <demesne/position.h>
#include <demesne/programs.h>
#include <demesne/run.h>
#include <demesne/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct dm_contestant dm_contestant;

/* `spec` names a player (player.h), or is `cmd:PROGRAM ARGS`, a command line for sh; the program
 * starts with its first turn and runs until the contestant is freed.  `seed` is for a player.
 * DM_BAD_ARGUMENT if there is no such player, or no command. */
dm_status dm_contestant_new(const char *spec, uint64_t seed, dm_contestant **out, dm_error *err);
/* The same of a program with a name, which starts in its folder. */
dm_status dm_contestant_of_program(const dm_program *program, dm_contestant **out, dm_error *err);
/* Asks a program to quit, kills it with all that it started if it does not, and waits for it. */
void dm_contestant_free(dm_contestant *contestant);
const char *dm_contestant_spec(const dm_contestant *contestant);
/* Whether `spec` names an outside program. */
bool dm_spec_is_program(const char *spec);

/* Called after a fault; `report` is borrowed until it returns. */
struct dm_turn_report;
typedef dm_status dm_fault_fn(void *user, const struct dm_turn_report *report, dm_error *err);

typedef struct dm_match_settings {
    double move_seconds;      /* per turn; 0: no limit */
    double game_seconds;      /* for all turns of a side together; 0: no limit */
    double increment_seconds; /* that every turn adds to game_seconds */
    double start_seconds;     /* for a program to start, read the board and think; 0: 10 */
    bool faults_lose_game;    /* otherwise they lose the turn */
    double think_seconds;  /* after which a player of this library plays what it has; 0: no limit */
    dm_fault_fn *on_fault; /* called by dm_match_play(), which ends if it fails; NULL: nobody */
    void *on_fault_user;
    dm_sandbox sandbox;  /* for outside programs */
    dm_trace *trace;     /* NULL, or receives what decided each stone of the game, in order; only
                            players of this library explain theirs */
    int64_t reserved[3]; /* 0; later versions may use them */
} dm_match_settings;

typedef enum dm_fault {
    DM_FAULT_NONE = 0,
    DM_FAULT_LATE,      /* no move in time */
    DM_FAULT_CRASH,     /* a signal or an exception ended it */
    DM_FAULT_ILLEGAL,   /* not the right number of free vertices */
    DM_FAULT_GARBAGE,   /* not an answer, not asked for, or far too much output */
    DM_FAULT_MEMORY,    /* it reached the memory limit */
    DM_FAULT_PROCESSES, /* it reached the limit of processes */
    DM_FAULT_GONE,      /* the program ended by itself, or closed its output */
    DM_FAULT_START      /* the program cannot start */
} dm_fault;
enum { DM_FAULT_KINDS = DM_FAULT_START + 1 }; /* with DM_FAULT_NONE */

const char *dm_fault_name(dm_fault fault); /* "late", "crash", .. */
/* The fault of that name; DM_FAULT_NONE for "none" and for unknown names. */
dm_fault dm_fault_by_name(const char *name);

enum { DM_ERROR_OUTPUT = 2048 }; /* bytes of the text below, with its NUL */

/* The result of one turn. */
typedef struct dm_turn_report {
    dm_side side;
    int32_t turn; /* of the game, from 0 */
    dm_fault fault;
    double seconds;                     /* used, without the start of a program */
    double processor_seconds;           /* the same of the processor */
    dm_error why;                       /* of a fault */
    char error_output[DM_ERROR_OUTPUT]; /* after a fault: the last lines that the program wrote to
                                           its standard error, with control characters written as
                                           \x1b */
} dm_turn_report;

/* Starts a program and waits a moment for it.  DM_BAD_INPUT with the reason if it cannot start: it
 * is missing, not executable, or ends with status 126 or 127 before its first answer.  DM_OK for
 * all other programs, good or bad.  For a player that is no program: dm_player_can_play() on
 * `position` (NULL: not asked). */
dm_status dm_contestant_check_start(dm_contestant *contestant, dm_position *position,
                                    const dm_match_settings *settings, dm_run *run, dm_error *err);

/* What a guest knows of its game when the game begins. */
typedef struct dm_guest_game {
    const dm_arena *arena; /* borrowed until the game ends */
    int64_t board;         /* its number in a tournament */
    uint64_t seed;         /* of the guest in this game */
} dm_guest_game;

/* A player that the caller provides.  Threads may call the functions at once, for different games.
 */
typedef struct dm_guest {
    void *user;
    /* Begins a game; the others get `*player`. */
    dm_status (*begin)(void *user, const dm_guest_game *game, void **player, dm_error *err);
    /* Fills `move` with the stones of the next turn, and sets `report->seconds` and, after a fault,
     * `fault` and `why`; one that took longer than `seconds` (0: no limit) is late in any case.
     * DM_STOPPED: the game ends unfinished. */
    dm_status (*choose)(void *player, const dm_position *position, double seconds, dm_vertex *move,
                        dm_turn_report *report, dm_error *err);
    /* The game was played to its end; not called for one that was stopped. */
    void (*over)(void *player, const dm_position *position, dm_outcome outcome);
    void (*end)(void *player);
} dm_guest;

/* `guest` is copied; `name` is its spec. */
dm_status dm_contestant_of_guest(const char *name, const dm_guest *guest, const dm_guest_game *game,
                                 dm_contestant **out, dm_error *err);

/* Lets `contestant` play the next turn.  After a fault the turn is lost (dm_position_pass()), or
 * nothing changes if faults lose the game.  A contestant that is asked turn by turn stays with one
 * game; turns may be taken back.  `settings` NULL: no limits.
 *
 * Fails with DM_UNFINISHED (the run ended; nothing changes), DM_BAD_MOVE (the game is over),
 * DM_UNSUPPORTED (the player cannot play this board or game), DM_NO_MEMORY or DM_IO (no process or
 * pipe is left). */
dm_status dm_match_turn(dm_position *position, dm_contestant *contestant,
                        const dm_match_settings *settings, dm_run *run, dm_turn_report *out,
                        dm_error *err);

typedef struct dm_match_result {
    int64_t value;      /* White minus Black of the final stones */
    dm_outcome outcome; /* the sign of `value`, unless the game was forfeited */
    bool is_forfeited;  /* a fault ended the game: the other side wins */
    int64_t faults[2];  /* by side */
    double seconds[2];  /* in total */
    double slowest[2];  /* the longest turn */
    double processor_seconds[2];
} dm_match_result;

/* Plays from `position` to the end of the game, or to a fault that ends it.  Fails as
 * dm_match_turn() does; the turns made so far stay made, and `*out` is unchanged. */
dm_status dm_match_play(dm_position *position, dm_contestant *const contestants[2],
                        const dm_match_settings *settings, dm_run *run, dm_match_result *out,
                        dm_error *err);

/* What decided each stone of a game that was played: the players named (NULL: unknown) choose once
 * more, from the first turn on, each with its random numbers of `seed` as dm_match_play() of this
 * tool gives them, and what they report counts if they take the same stones.  Stones of others get
 * the quantities of the board, if it is a complete tree.  DM_STOPPED: those explained by then. */
dm_status dm_match_explain(const dm_position *played, const char *const players[2], uint64_t seed,
                           dm_run *run, dm_trace *out, dm_error *err);

/* A player of this library that answers the protocol: lines in, answers out. */
typedef struct dm_protocol_player dm_protocol_player;

/* Fails as dm_player_new() does. */
dm_status dm_protocol_player_new(const char *player, uint64_t seed, dm_protocol_player **out,
                                 dm_error *err);
void dm_protocol_player_free(dm_protocol_player *self);
/* The answer to one line (without its end): "= ..." or "? ..." and a blank line, or "" if more
 * lines must come first.  Borrowed until the next call.  A genmove that the run ends still answers.
 */
const char *dm_protocol_player_answer(dm_protocol_player *self, const char *line, dm_run *run);
/* Whether the last command was quit. */
bool dm_protocol_player_is_done(const dm_protocol_player *self);

/* The protocol of docs/BOTS.md played against a program, and what is wrong with its answers:
 *
 *     dm_check_summary summary;
 *     dm_bot_check("cmd:./player.py", &settings, run, print, NULL, &summary, &err);
 *     if (summary.wrong > 0) ...
 */
/* One check: a new process of the program, and a conversation with it. */
typedef struct dm_check {
    const char *name;  /* "undo" */
    const char *about; /* what a right program does */
    bool is_right;
    const char *wrong;        /* what is wrong; "" if nothing is */
    const char *hint;         /* what to change; "" if nothing */
    const char *transcript;   /* "> line sent" and "< line received", in order; control characters
                                 appear as \x1b */
    const char *error_output; /* the last lines of its standard error */
} dm_check;

/* Called after each check; the argument is borrowed until it returns, and its failure ends the
 * checks. */
typedef dm_status dm_check_fn(void *user, const dm_check *check, dm_error *err);

typedef struct dm_check_summary {
    int32_t right, wrong;
    int32_t left_out; /* not tried: the program does not start, or is late again and again */
} dm_check_summary;

/* `spec` is cmd:PROGRAM.  `settings`: move_seconds for a turn (0: 2), start_seconds for the board
 * and the rules (0: 10), and the sandbox.
 *
 * Fails with DM_BAD_ARGUMENT (not a program), DM_UNSUPPORTED (no sandbox here), DM_UNFINISHED (the
 * run ended), DM_NO_MEMORY or DM_IO. */
dm_status dm_bot_check(const char *spec, const dm_match_settings *settings, dm_run *run,
                       dm_check_fn *each, void *user, dm_check_summary *out, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
