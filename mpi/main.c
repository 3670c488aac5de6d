/* main.c - the program `demesne-mpi`: commands that several processes answer together.
 *
 * Rank 0 is the tool: it reads the command line and the board, works, and prints.  The other ranks
 * help it with its questions until it dismisses them with its exit status, so that all end with the
 * same one.  Each rank has one thread that uses MPI.
 */
#include "cli.h"
#include "messages.h"

#include <locale.h>
#include <mpi.h>
#include <signal.h>
#include <string.h>

extern const cli_spec spec_lead;

static struct dm_lead_team team;
static dm_run *volatile helping; /* of a rank other than 0, for the signal handler */
static cli_spec lead;

const char cli_tool[] = "demesne-mpi";
const bool cli_has_terminal = false; /* mpirun gives its ranks one, and passes on what they write */

const cli_command cli_commands[] = {
    {"lead", "ARENA --count P [--reply R] [--checkpoint FILE]",
     "White's best P stones if Black replies with R, searched by all processes",
     "mpirun -n 2 demesne-mpi lead path:9 --count 4", &lead},
    {0}};

static int answer_together(cli_call *cli)
{
    cli->ask.team = team.size > 1 ? &team : NULL;
    return cli_each_board(cli, NULL);
}

static void on_signal(int number)
{
    (void)number;
    dm_run_cancel(helping);
}

/* A signal to any rank ends the search of all, and rank 0 prints what it has. */
static void catch_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* Rank 0. */
static int ask(int argc, char **argv)
{
    dm_error err = {0};
    lead = spec_lead;
    lead.run = answer_together;
    cli_catch_signals();
    int status = cli_finish(cli_dispatch(argc, argv));
    cli_clear_bar();
    if (lead_dismiss(&team, status, &err) != DM_OK)
        cli_error("%s", err.message);
    return status;
}

/* The other ranks. */
static int help(void)
{
    dm_error err = {0};
    dm_run *run = NULL;
    int word = CLI_SYSTEM;
    dm_status status = dm_run_new(&run, &err);
    helping = run;
    if (status == DM_OK) {
        catch_signals();
        status = lead_join(&team, run, &word, &err);
    }
    if (status != DM_OK)
        cli_error("rank %d: %s", team.rank, err.message);
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    dm_run_free(run);
    return word;
}

int main(int argc, char **argv)
{
    int level;
    cli_open_standard_files();
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    setlocale(LC_CTYPE, "");
    messages *all = messages_new(&team);
    int status = CLI_SYSTEM;
    if (all)
        status = team.rank == 0 ? ask(argc, argv) : help();
    else
        MPI_Abort(MPI_COMM_WORLD, CLI_SYSTEM);
    messages_free(all);
    MPI_Finalize();
    return status;
}
