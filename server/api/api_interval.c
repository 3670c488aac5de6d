/* api_interval.c - lists the players on the circle and the segment. */
#include "server/call.h"

#include <string.h>

/* Whether the strategy is for this arena; NULL without memory. */
static json_t *strategy_fits(const dm_interval_player_info *info, dm_interval_arena arena)
{
    const dm_interval_rules rules = {.arena = arena, .stones = 3, .min_distance = "0"};
    dm_interval_player *player = NULL;
    dm_status status = dm_interval_player_new(info->name, info->colour, 1, &player, NULL);
    if (status == DM_OK)
        status = dm_interval_player_fits(player, &rules, NULL);
    dm_interval_player_free(player);
    return status == DM_NO_MEMORY ? NULL : json_boolean(status == DM_OK);
}

static int64_t most_stones(const question *about)
{
    return question_find(about->fields, "stones", strlen("stones"))->most_asked;
}

const question fields_of_interval_players = {.name = "interval/players"};

dm_status answer_to_interval_players(call *c, report **out, dm_error *err)
{
    (void)c, (void)err;
    json_t *list = json_array();
    for (int i = 0; i < dm_interval_player_count(); i++) {
        const dm_interval_player_info *info = dm_interval_player_at(i);
        json_t *params = json_array();
        for (const dm_interval_param *p = info->params; p && p->key; p++) {
            json_t *param = json_pack("{s:s, s:I, s:I, s:I, s:s}", "key", p->key, "value",
                                      (json_int_t)p->value, "least", (json_int_t)p->least, "most",
                                      (json_int_t)p->most, "help", p->help);
            if (p->choices)
                report_put(&param, "choices", json_string(p->choices));
            report_append(&params, param);
        }
        report_append(&list,
                      json_pack("{s:s, s:s, s:s, s:s?, s:o, s:o, s:o}", "name", info->name,
                                "colour", dm_colour_name(info->colour), "help", info->help, "steps",
                                info->steps, "circle", strategy_fits(info, DM_CIRCLE), "segment",
                                strategy_fits(info, DM_SEGMENT), "params", params));
    }
    *out = report_open(true, NULL);
    report_json(*out, "players", list);
    report_count(*out, "most_stones", most_stones(&question_interval_play));
    report_count(*out, "attack_stones", most_stones(&question_interval_attack));
    return DM_OK;
}
