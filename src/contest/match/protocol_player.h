/* protocol_player.h - what the commands on boards and in the plane share. */
#ifndef DMI_CONTEST_MATCH_PROTOCOL_PLAYER_H
#define DMI_CONTEST_MATCH_PROTOCOL_PLAYER_H

#include "contest/match/protocol_board.h"
#include "contest/match/protocol_plane.h"
#include "format/output.h"
#include "format/scan.h"
#include <demesne/contest.h>
#include <demesne/player.h>

struct dm_protocol_player {
    char *spec;
    uint64_t seed;
    dm_arena *arena;
    dm_position *position;
    dm_player *player;            /* new for every game */
    dm_vertex *move;              /* room for the board's vertices */
    double seconds[2];            /* time left, by side; negative: unknown */
    bool has_clock;               /* they are for the rest of the game */
    double increment;             /* seconds that a turn adds to them */
    int32_t chosen;               /* the turn that genmove made last, or -1 */
    dmi_protocol_board *incoming; /* a board of which lines are missing, or NULL */
    dmi_protocol_plane *plane;    /* in place of arena, position and player, or NULL */
    bool has_corners;             /* of the plane; lines are missing otherwise */
    dmi_output answer;
    dm_run *run; /* of the command that is answered */
    bool is_done;
};

static inline bool dmi_protocol_is_end(const char *at)
{
    return *dmi_skip_blanks(at) == 0;
}

void dmi_protocol_refuse(dm_protocol_player *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void dmi_protocol_answer_status(dm_protocol_player *self, dm_status status, const dm_error *err);
/* Reads the side that comes next. */
bool dmi_protocol_read_side(const char **at, dm_side *out);
/* Refuses the command without a game. */
bool dmi_protocol_has_game(dm_protocol_player *self);
void dmi_protocol_drop_board(dm_protocol_player *self);
/* The time of a new game is not known yet. */
void dmi_protocol_begin_clock(dm_protocol_player *self);
/* A run that ends with the time for this turn, if that is known. */
dm_status dmi_protocol_turn_run(const dm_protocol_player *self, dm_run **out, dm_error *err);

/* The commands in the plane. */
void dmi_protocol_do_plane(dm_protocol_player *self, const char *at);
/* One of the lines after `plane N`. */
void dmi_protocol_take_corner(dm_protocol_player *self, const char *line);
void dmi_protocol_do_plane_rules(dm_protocol_player *self, const char *at);
/* False on a board.  `*rest` is what follows the side; NULL: the command was refused. */
bool dmi_protocol_plays_plane(dm_protocol_player *self, const char *at, dm_side *side,
                              const char **rest);
void dmi_protocol_genmove_in_plane(dm_protocol_player *self, dm_side side);

#endif
