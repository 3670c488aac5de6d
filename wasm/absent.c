/* absent.c - what stays with the server (docs/SITE.md): each call says so, or has nothing to do.
 *
 * The rest calls these functions, but the files that have them need libraries or processes that a
 * page lacks.
 */
#include "base/base.h"
#include "contest/match/bot.h"
#include "draw/paint/paint.h"

#include <bzlib.h>
#include <demesne/reduce.h>
#include <demesne/results.h>
#include <demesne/territory.h>

static dm_status absent(dm_error *err, const char *what)
{
    return dmi_fail(err, DM_UNSUPPORTED, "%s the program: run `demesne serve`", what);
}

dm_status dm_results_open(const char *path, dm_results **out, dm_error *err)
{
    (void)path, (void)out;
    return absent(err, "databases need");
}

void dm_results_close(dm_results *results)
{
    (void)results;
}

dm_status dm_cnf_solve(const dm_formula *cnf, dm_run *run, bool *satisfiable, int32_t *assignment,
                       dm_error *err)
{
    (void)cnf, (void)run, (void)satisfiable, (void)assignment;
    return absent(err, "solving a formula needs");
}

dm_status dm_areas_new(const dm_arena *arena, const dm_dominance *owned,
                       const dm_territory *territory, dm_run *run, dm_areas **out, dm_error *err)
{
    (void)arena, (void)owned, (void)territory, (void)run, (void)out;
    return absent(err, "areas need");
}

void dm_areas_free(dm_areas *areas)
{
    (void)areas;
}

dm_status dmi_paint_png(const dmi_scene *scene, char **out, size_t *size, dm_error *err)
{
    (void)scene, (void)out, (void)size;
    return absent(err, "PNG pictures need");
}

dm_status dmi_paint_pdf(const dmi_scene *scene, char **out, size_t *size, dm_error *err)
{
    (void)scene, (void)out, (void)size;
    return absent(err, "PDF pictures need");
}

dm_status dmi_bot_new(const char *command, dmi_bot **out, dm_error *err)
{
    (void)command, (void)out;
    return absent(err, "outside programs need");
}

void dmi_bot_free(dmi_bot *bot)
{
    (void)bot;
}

dm_status dmi_bot_set_folder(dmi_bot *bot, const char *folder, dm_error *err)
{
    (void)bot, (void)folder;
    return absent(err, "outside programs need");
}

dmi_bot_game dmi_bot_game_on(dm_position *position, dm_vertex *move)
{
    return (dmi_bot_game){.position = position, .move = move};
}

dm_status dmi_bot_choose(dmi_bot *bot, const dmi_bot_game *game, const dm_match_settings *settings,
                         dm_run *run, dm_turn_report *report, dm_error *err)
{
    (void)bot, (void)game, (void)settings, (void)run, (void)report;
    return absent(err, "outside programs need");
}

void dmi_bot_kill(dmi_bot *bot, dm_turn_report *report)
{
    (void)bot, (void)report;
}

bool dmi_bot_repeats_turn(dmi_bot *bot, dm_fault fault)
{
    (void)bot, (void)fault;
    return false;
}

int BZ2_bzDecompressInit(bz_stream *stream, int verbosity, int is_small)
{
    (void)stream, (void)verbosity, (void)is_small;
    return BZ_CONFIG_ERROR;
}

int BZ2_bzDecompress(bz_stream *stream)
{
    (void)stream;
    return BZ_CONFIG_ERROR;
}

int BZ2_bzDecompressEnd(bz_stream *stream)
{
    (void)stream;
    return BZ_OK;
}
