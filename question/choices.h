/* choices.h - the names of choices, each list declared once: beside its enum in the library where
 * there is one, otherwise in choices.c.
 *
 * Options, help, completion, the API's description, the Python stub and /api/info go through a list
 * by asking for the names of 0, 1, 2, .. until one is NULL.
 */
#ifndef QUESTION_CHOICES_H
#define QUESTION_CHOICES_H

typedef const char *question_choice_fn(int value);

/* Of enums of the library. */
question_choice_fn choice_tie_rule, choice_side, choice_profile, choice_rule, choice_objective,
    choice_line_metric, choice_reply_method, choice_lead_method, choice_pairing_system,
    choice_interval_arena, choice_plane_metric, choice_plane_rule, choice_plane_preset;
question_choice_fn choice_line_ties, choice_line_op, choice_line_objective, choice_line_cut_method,
    choice_line_mistake, choice_line_crossings, choice_level_kind, choice_line_duellist;
/* Parts of them, or with a word for all. */
question_choice_fn choice_line_op_or_any, choice_objective_to_win, choice_grade_or_any,
    choice_grade_of_pack;
/* In the order of dm_measure without "other", dm_direction, dm_labels, dm_sandbox_kind,
 * dm_attack_grid; of a tournament's preset, goal and faults, and of games by their winner. */
question_choice_fn choice_measure, choice_direction, choice_labels, choice_sandbox,
    choice_attack_grid;
question_choice_fn choice_preset, choice_goal, choice_fault_loses, choice_winner_or_any;

/* The lists that the page offers, by the names of their fields; ends with a row without a name. */
typedef struct question_list {
    const char *name;
    question_choice_fn *choices;
} question_list;
extern const question_list question_lists[];

/* A list that only one question has. */
#define QUESTION_CHOICE(function, ...)                                                             \
    static const char *function(int value)                                                         \
    {                                                                                              \
        static const char *const names[] = {__VA_ARGS__};                                          \
        return value >= 0 && value < (int)(sizeof names / sizeof *names) ? names[value] : NULL;    \
    }

#endif
