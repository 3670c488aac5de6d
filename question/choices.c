/* choices.c - the names of choices (choices.h). */
#include "question/choices.h"

#include <demesne/demesne.h>

/* The library's own names; each function gives NULL for a value that its enum does not have. */
#define ENUM(name, type)                                                                           \
    const char *choice_##name(int value)                                                           \
    {                                                                                              \
        return type##_name((type)value);                                                           \
    }

ENUM(tie_rule, dm_tie_rule)
ENUM(rule, dm_rule)
ENUM(line_metric, dm_line_metric)
ENUM(objective, dm_objective)
ENUM(reply_method, dm_reply_method)
ENUM(lead_method, dm_lead_method)
ENUM(pairing_system, dm_pairing_system)
ENUM(interval_arena, dm_interval_arena)
ENUM(line_ties, dm_line_ties)
ENUM(line_op, dm_line_op)
ENUM(line_cut_method, dm_line_cut_method)
ENUM(line_mistake, dm_line_mistake)
ENUM(line_crossings, dm_line_crossings)
ENUM(level_kind, dm_level_kind)
ENUM(line_duellist, dm_line_duellist)
ENUM(objective_to_win, dm_line_objective)

const char *choice_profile(int value)
{
    const char *name = dm_profile_name((dm_profile)value);
    return *name ? name : NULL;
}

/* 0 is DM_METRES. */
const char *choice_measure(int value)
{
    const char *name = dm_measure_name((dm_measure)(value + DM_METRES));
    return *name ? name : NULL;
}

const char *choice_side(int value)
{
    return value <= DM_BLACK ? dm_side_name((dm_side)value) : NULL;
}

const char *choice_line_objective(int value)
{
    return value < DM_LINE_WIN ? dm_line_objective_name((dm_line_objective)value) : NULL;
}

const char *choice_line_op_or_any(int value)
{
    return value == DM_LINE_ROPE + 1 ? "any" : dm_line_op_name((dm_line_op)value);
}

/* Grades that a level can be asked to have. */
const char *choice_grade_or_any(int value)
{
    if (value == DM_GRADE_UNKNOWN)
        return "any";
    return value <= DM_GRADE_FIENDISH ? dm_level_grade_name((dm_level_grade)value) : NULL;
}

const char *choice_grade_of_pack(int value)
{
    return choice_grade_or_any(DM_GRADE_EASY + value);
}

#define LIST(name, ...)                                                                            \
    QUESTION_CHOICE(list_of_##name, __VA_ARGS__)                                                   \
    const char *choice_##name(int value)                                                           \
    {                                                                                              \
        return list_of_##name(value);                                                              \
    }

LIST(plane_metric, "euclid", "manhattan")
LIST(plane_rule, "nearest", "gravity")
LIST(plane_preset, "none", "nyu")
LIST(direction, "to-site", "from-site")
LIST(labels, "auto", "none", "vertices")
LIST(sandbox, "bwrap", "none")
LIST(attack_grid, "all", "near", "keys")
LIST(preset, "none", "colby")
LIST(goal, "played", "winner", "order")
LIST(fault_loses, "turn", "game")
LIST(winner_or_any, "any", "white", "tie", "black")

const question_list question_lists[] = {
    {"ties", choice_tie_rule},        {"profile", choice_profile},
    {"measure", choice_measure},      {"direction", choice_direction},
    {"arena", choice_interval_arena}, {"crossings", choice_line_crossings},
    {"kind", choice_level_kind},      {"grade", choice_grade_of_pack},
    {"winner", choice_winner_or_any}, {0}};
