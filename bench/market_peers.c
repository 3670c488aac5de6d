/* market_peers.c - HiGHS, CBC and GLPK on the coverage problem of a market.
 *
 * One binary variable per candidate and one in 0..1 per group, which is at most the sum of its
 * candidates.  HiGHS runs in Python (highs.py), CBC reads an LP file, GLPK runs in a process of its
 * own.  Limits are on processor time, which a loaded machine does not change.
 */
#include "market_peers.h"

#include <glpk.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef HIGHS_SCRIPT
#define HIGHS_SCRIPT "bench/highs.py"
#endif

enum { PATH_SIZE = 64, LINE_SIZE = 512 };

static const double grace = 4; /* seconds for reading the model, beyond the limit */

const char *const market_peer_names[MARKET_PEERS] = {"HiGHS", "CBC", "GLPK"};

static void write_table(const market_model *m, FILE *to)
{
    fprintf(to, "%d %d %d\n", m->sets, m->groups, m->count);
    for (int32_t g = 0; g < m->groups; g++)
        fprintf(to, "%" PRId64 " ", m->weight[g]);
    fprintf(to, "\n");
    for (int32_t g = 0; g < m->groups; g++) {
        for (int64_t at = m->first[g]; at < m->first[g + 1]; at++)
            fprintf(to, "%d ", m->set[at]);
        fprintf(to, "\n");
    }
}

/* The CPLEX LP format; lines are kept short. */
static void write_lp(const market_model *m, FILE *to)
{
    fprintf(to, "Maximize\n obj:");
    for (int32_t g = 0; g < m->groups; g++)
        fprintf(to, " + %" PRId64 " y%d%s", m->weight[g], g, g % 8 == 7 ? "\n" : "");
    fprintf(to, "\nSubject To\n");
    for (int32_t g = 0; g < m->groups; g++) {
        fprintf(to, " g%d: y%d", g, g);
        for (int64_t at = m->first[g]; at < m->first[g + 1]; at++)
            fprintf(to, " - x%d%s", m->set[at], at % 8 == 7 ? "\n" : "");
        fprintf(to, " <= 0\n");
    }
    fprintf(to, " count:");
    for (int32_t s = 0; s < m->sets; s++)
        fprintf(to, " + x%d%s", s, s % 8 == 7 ? "\n" : "");
    fprintf(to, " = %d\nBounds\n", m->count);
    for (int32_t g = 0; g < m->groups; g++)
        fprintf(to, " 0 <= y%d <= 1\n", g);
    fprintf(to, "Binaries\n");
    for (int32_t s = 0; s < m->sets; s++)
        fprintf(to, " x%d\n", s);
    fprintf(to, "End\n");
}

/* Writes the model to a file that ends with `ending`. */
static dm_status write_model(const market_model *m, const char *ending,
                             void (*write)(const market_model *, FILE *), char *path, dm_error *err)
{
    snprintf(path, PATH_SIZE, "/tmp/demesne-bench-%ld%s", (long)getpid(), ending);
    FILE *to = fopen(path, "w");
    if (!to)
        return answer_fail(err, DM_IO, "cannot write %s", path);
    write(m, to);
    if (fclose(to) == 0)
        return DM_OK;
    unlink(path);
    return answer_fail(err, DM_IO, "cannot write %s", path);
}

/* The first Python that has scipy.optimize.milp; NULL: none. */
static const char *find_python(void)
{
    static const char *const names[] = {"python3", "/usr/bin/python3"};
    char command[LINE_SIZE];
    for (int i = 0; i < 2; i++) {
        snprintf(command, sizeof command, "%s -c 'from scipy.optimize import milp' >/dev/null 2>&1",
                 names[i]);
        if (system(command) == 0)
            return names[i];
    }
    return NULL;
}

static void ask_highs(const char *path, double limit, market_outcome *out)
{
    const char *python = find_python();
    char command[LINE_SIZE];
    int proven = 0;
    out->ran = python != NULL;
    if (!python)
        return;
    snprintf(command, sizeof command, "ulimit -t %.0f; exec %s %s %s 2>/dev/null", limit + grace,
             python, HIGHS_SCRIPT, path);
    FILE *from = popen(command, "r");
    if (from && fscanf(from, "%d %" SCNd64 " %lf", &proven, &out->value, &out->seconds) == 3)
        out->proven = proven;
    if (from)
        pclose(from);
}

static void ask_cbc(const char *path, double limit, market_outcome *out)
{
    char command[LINE_SIZE], line[LINE_SIZE];
    out->ran = system("command -v cbc >/dev/null 2>&1") == 0;
    if (!out->ran)
        return;
    snprintf(command, sizeof command,
             "ulimit -t %.0f; exec cbc %s -ratioGap 0 -allowableGap 0 -solve -quit 2>/dev/null",
             limit + grace, path);
    FILE *from = popen(command, "r");
    while (from && fgets(line, sizeof line, from)) {
        double value;
        if (sscanf(line, "Objective value: %lf", &value) == 1)
            out->value = (int64_t)(value < 0 ? 0.5 - value : 0.5 + value);
        sscanf(line, "Total time (CPU seconds): %lf", &out->seconds);
        out->proven |= strstr(line, "Result - Optimal solution found") != NULL;
    }
    if (from)
        pclose(from);
}

/* Solves the model and writes the outcome; the process ends, or is ended at the limit. */
static void run_glpk(const char *path, double limit, int to)
{
    glp_iocp control;
    market_outcome out = {.ran = true};
    struct rlimit most = {(rlim_t)(limit + grace), (rlim_t)(limit + grace)};
    setrlimit(RLIMIT_CPU, &most);
    glp_term_out(GLP_OFF);
    glp_prob *model = glp_create_prob();
    glp_read_lp(model, NULL, path);
    double begun = bench_cpu_seconds();
    glp_init_iocp(&control);
    control.presolve = GLP_ON;
    int failed = glp_intopt(model, &control);
    out.proven = failed == 0 && glp_mip_status(model) == GLP_OPT;
    out.value = (int64_t)(glp_mip_obj_val(model) + 0.5);
    out.seconds = bench_cpu_seconds() - begun;
    _exit(write(to, &out, sizeof out) == (ssize_t)sizeof out ? 0 : 1);
}

static void ask_glpk(const char *path, double limit, market_outcome *out)
{
    int ends[2], status;
    market_outcome found;
    if (pipe(ends) != 0)
        return;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        run_glpk(path, limit, ends[1]);
    close(ends[1]);
    out->ran = child > 0 && waitpid(child, &status, 0) == child;
    if (out->ran && read(ends[0], &found, sizeof found) == (ssize_t)sizeof found)
        *out = found;
    close(ends[0]);
}

dm_status market_ask_peer(const market_model *model, market_peer peer, double limit,
                          market_outcome *out, dm_error *err)
{
    char path[PATH_SIZE];
    bool is_highs = peer == MARKET_HIGHS;
    dm_status status =
        write_model(model, is_highs ? ".txt" : ".lp", is_highs ? write_table : write_lp, path, err);
    if (status != DM_OK)
        return status;
    *out = (market_outcome){.seconds = limit};
    if (is_highs)
        ask_highs(path, limit, out);
    else if (peer == MARKET_CBC)
        ask_cbc(path, limit, out);
    else
        ask_glpk(path, limit, out);
    if (!out->proven)
        out->seconds = limit;
    unlink(path);
    return DM_OK;
}
