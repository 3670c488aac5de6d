/* terminal.c - what a stream can show: size, colours, Unicode. */
#include "cli.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool cli_is_terminal(FILE *file)
{
    return cli_has_terminal && isatty(fileno(file));
}

bool cli_has_colour(FILE *file)
{
    const char *term = getenv("TERM");
    const char *refused = getenv("NO_COLOR");
    return cli_is_terminal(file) && !(refused && *refused) && term && strcmp(term, "dumb") != 0;
}

void cli_text_form(FILE *file, dm_text *text)
{
    struct winsize size = {0};
    *text = (dm_text){.columns = 80, .rows = 40};
    if (cli_is_terminal(file) && ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        text->columns = size.ws_col;
        text->rows = size.ws_row > 6 ? size.ws_row - 4 : 24; /* leaves room for a few lines */
    }
    text->colour = cli_has_colour(file);
    text->unicode = cli_is_terminal(file) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

enum { SMALL_BOARD = 2000 };

bool cli_wants_picture(const cli_call *cli, const dm_arena *arena, bool asked)
{
    bool fits = cli_is_terminal(stdout) && !cli->quiet && dm_arena_vertices(arena) <= SMALL_BOARD;
    return !cli->json && (asked || fits);
}

dm_status cli_show(FILE *file, const dm_arena *arena, const dm_stone *stones, int32_t count,
                   dm_tie_rule ties, bool numbers, dm_error *err)
{
    dm_text form;
    char *picture = NULL;
    cli_text_form(file, &form);
    form.numbers = numbers || form.colour;
    dm_status status = dm_draw_text(arena, stones, count, ties, &form, &picture, err);
    if (status == DM_OK)
        fputs(picture, file);
    dm_free(picture);
    return status;
}
