/* protocol_plane_commands.c - the commands of the bot protocol in the plane, and their answers. */
#include "contest/match/protocol_player.h"

#include <stdlib.h>

void dmi_protocol_do_plane(dm_protocol_player *self, const char *at)
{
    dm_error err = {0};
    int64_t corners = 0;
    bool is_number = dmi_scan_next(&at, &corners) && dmi_protocol_is_end(at);
    dmi_protocol_plane *plane = NULL;
    if (dmi_protocol_plane_new(self->spec, self->seed, is_number ? corners : 0, &plane, &err) !=
        DM_OK) {
        dmi_protocol_refuse(self, "%s", err.message);
        return;
    }
    dmi_protocol_drop_board(self);
    self->plane = plane;
    self->has_corners = false;
}

/* One of the lines after `plane N`. */
void dmi_protocol_take_corner(dm_protocol_player *self, const char *line)
{
    dm_error err = {0};
    dm_status status = dmi_protocol_plane_take(self->plane, line, &self->has_corners, &err);
    if (!self->has_corners)
        return;
    if (status != DM_OK)
        dmi_protocol_drop_board(self);
    dmi_protocol_answer_status(self, status, &err);
}

void dmi_protocol_do_plane_rules(dm_protocol_player *self, const char *at)
{
    dm_error err = {0};
    dm_status status = dmi_protocol_plane_rules(self->plane, at, &err);
    if (status == DM_OK)
        dmi_protocol_begin_clock(self);
    dmi_protocol_answer_status(self, status, &err);
}

/* In the plane; false on a board. */
bool dmi_protocol_plays_plane(dm_protocol_player *self, const char *at, dm_side *side,
                              const char **rest)
{
    if (!self->plane)
        return false;
    *rest = NULL;
    if (!dmi_protocol_has_game(self))
        return true;
    if (!dmi_protocol_read_side(&at, side))
        dmi_protocol_refuse(self, "expected white or black, found %s", dmi_quote_word(at).text);
    else
        *rest = at;
    return true;
}

void dmi_protocol_genmove_in_plane(dm_protocol_player *self, dm_side side)
{
    dm_error err = {0};
    dm_run *own = NULL;
    dmi_output move = {0};
    dm_status status = dmi_protocol_turn_run(self, &own, &err);
    if (status == DM_OK)
        status = dmi_protocol_plane_genmove(self->plane, side, own, &move, &err);
    dmi_put_bytes(&move, "", 1);
    if (status == DM_OK && move.status == DM_OK)
        dmi_print(&self->answer, "=%s\n\n", move.text);
    else
        dmi_protocol_refuse(self, "%s", status == DM_OK ? "out of memory" : err.message);
    free(move.text);
    dm_run_free(own);
}
