/* contest/bot.h - an outside program that plays, by the protocol of docs/BOTS.md. */
#ifndef DMI_CONTEST_MATCH_BOT_H
#define DMI_CONTEST_MATCH_BOT_H

#include "contest/match/bot_game.h"

typedef struct dmi_bot dmi_bot;

#define DMI_PROTOCOL_VERSION "1"

/* `command` is copied.  Nothing is started yet. */
dm_status dmi_bot_new(const char *command, dmi_bot **out, dm_error *err);
void dmi_bot_free(dmi_bot *bot);

/* From which the paths of the command count; copied. */
dm_status dmi_bot_set_folder(dmi_bot *bot, const char *folder, dm_error *err);
/* Starts the program, and waits a moment for its first answer; `report` has its fault, if any. */
dm_status dmi_bot_check_start(dmi_bot *bot, const dm_match_settings *settings,
                              dm_turn_report *report, dm_error *err);

/* A new game begins: the board and the rules are sent again. */
void dmi_bot_begin(dmi_bot *bot);
/* Called after each turn.  True if the turn is to be repeated: the fault is that of a program that
 * runs since an earlier game and has not moved in this one. */
bool dmi_bot_repeats_turn(dmi_bot *bot, dm_fault fault);
/* As dmi_contestant_choose(); the move goes where the game says. */
dm_status dmi_bot_choose(dmi_bot *bot, const dmi_bot_game *game, const dm_match_settings *settings,
                         dm_run *run, dm_turn_report *report, dm_error *err);
/* Kills the program, and reports the end of its standard error; the next turn starts it again. */
void dmi_bot_kill(dmi_bot *bot, dm_turn_report *report);

#endif
