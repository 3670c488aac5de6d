/* params.h - reads the parameters of players: `:key=value:key=value` behind a name. */
#ifndef DMI_BASE_PARAMS_H
#define DMI_BASE_PARAMS_H

#include <demesne/param.h>
#include <demesne/status.h>
#include <stddef.h>

enum { DMI_PLAYER_PARAMS = 8 }; /* the most parameters a player has */

/* As dmi_name_index(), of a name of `length` characters. */
int dmi_param_word(const char *what, const char *text, size_t length, const char *const *names,
                   int count, dm_error *err);
/* The index of the parameter `key`, which is in the list. */
int dmi_param_index(const dm_player_param *params, const char *key);
/* Fills values[] in the order of the list, which ends at a NULL key; `player` is for messages. */
dm_status dmi_params_read(const char *player, const dm_player_param *params, const char *text,
                          int64_t *values, dm_error *err);

#endif
