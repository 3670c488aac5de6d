/* solve_sat.c - finds an assignment that satisfies a CNF, with CaDiCaL.
 *
 * CaDiCaL asks regularly whether to stop; the answer comes from run control.  An assignment is
 * checked against the formula; "unsatisfiable" is not.
 */
#include "base/base.h"
#include <ccadical.h>
#include <demesne/reduce.h>
#include <stdlib.h>

enum { SATISFIABLE = 10, UNSATISFIABLE = 20 }; /* as IPASIR numbers them */

static int is_to_stop(void *run)
{
    return !dmi_run_report(run, 1, "satisfying", 0, 0, "");
}

dm_status dm_cnf_solve(const dm_formula *cnf, dm_run *run, bool *satisfiable, int32_t *assignment,
                       dm_error *err)
{
    CCaDiCaL *solver = ccadical_init();
    if (!solver)
        return dmi_no_memory(err);
    ccadical_set_option(solver, "quiet", 1);
    if (run)
        ccadical_set_terminate(solver, run, is_to_stop);
    for (int32_t i = 0; i < cnf->clause_count; i++) {
        for (int64_t k = cnf->first[i]; k < cnf->first[i + 1]; k++)
            ccadical_add(solver, cnf->literals[k]);
        ccadical_add(solver, 0);
    }
    int answer = run && !dmi_run_go_on(run, 0) ? 0 : ccadical_solve(solver);
    /* Variables that are in no clause, which the solver does not know, are false. */
    for (int32_t i = 0; answer == SATISFIABLE && i < cnf->variables; i++)
        assignment[i] = -(i + 1);
    for (int64_t k = 0; answer == SATISFIABLE && k < cnf->first[cnf->clause_count]; k++) {
        int32_t v = abs(cnf->literals[k]);
        assignment[v - 1] = ccadical_val(solver, v) > 0 ? v : -v;
    }
    ccadical_release(solver);
    if (answer != SATISFIABLE && answer != UNSATISFIABLE)
        return dmi_as_unfinished(dmi_stopped(run, err), err);
    if (answer == SATISFIABLE && !dm_cnf_holds(cnf, assignment))
        return dmi_fail(err, DM_INTERNAL, "CaDiCaL's assignment does not satisfy the formula");
    *satisfiable = answer == SATISFIABLE;
    return DM_OK;
}
