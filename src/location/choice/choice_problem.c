/* choice_problem.c - what follows from the rows of a problem. */
#include "location/choice/choice_problem.h"

#include "base/sum.h"
#include <stdlib.h>

dmi_choice_goal dmi_choice_goal_of(const dm_terms *terms)
{
    switch (terms->objective) {
    case DM_MAXIMIZE_SHARE:
        return (dmi_choice_goal){1, 0};
    case DM_MAXIMIZE_PROFIT:
        return (dmi_choice_goal){terms->margin, 0};
    default:
        return (dmi_choice_goal){1, 1};
    }
}

/* No set pulls more on a customer than all candidates, nor than as many of the strongest as it may
 * have, or as compete. */
static dm_status find_ceiling(dmi_choice_problem *p, dm_error *err)
{
    double *all = dmi_calloc((size_t)p->customers, sizeof *all);
    double *most = dmi_calloc((size_t)p->customers, sizeof *most);
    dmi_sum ceiling = {0};
    dm_status status = all && most ? DM_OK : dmi_no_memory(err);
    for (int32_t c = 0; status == DM_OK && c < p->candidates; c++)
        for (int64_t i = 0; i < p->row[c].count; i++) {
            int32_t v = p->row[c].customer[i];
            double pull = p->row[c].pull[i];
            all[v] += pull;
            most[v] = pull > most[v] ? pull : most[v];
        }
    int32_t chosen = dmi_choice_most(p);
    double sites = p->strongest && p->choices < chosen ? p->choices : chosen;
    for (int32_t v = 0; status == DM_OK && v < p->customers; v++) {
        double pull = sites * most[v] < all[v] ? sites * most[v] : all[v];
        if (pull > 0)
            dmi_sum_add(&ceiling,
                        p->weight[v] *
                            (p->is_linear ? pull : (pull / p->start[v]) / (p->start[v] + pull)));
    }
    p->ceiling = dmi_sum_value(ceiling);
    free(all);
    free(most);
    return status;
}

dm_status dmi_choice_problem_finish(dmi_choice_problem *problem, dm_error *err)
{
    dm_status status = find_ceiling(problem, err);
    if (status == DM_OK && problem->strongest && !problem->columns.first)
        status = dmi_choice_columns_init(&problem->columns, problem->row, problem->candidates,
                                         problem->customers, err);
    return status;
}

void dmi_choice_problem_clear(dmi_choice_problem *problem)
{
    dmi_choice_columns_clear(&problem->columns);
    *problem = (dmi_choice_problem){0};
}
