/* lines_moves.c - moves from the command line, and `demesne lines apply`.
 *
 * A place is a vertex `3`, or a part of an edge from its first end, `5:1/3`; where one place
 * stands alone `5,1/3` is the same.
 */
#include "lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

dm_status lines_need_player(cli_call *cli, const answer_level *own, dm_error *err)
{
    if (own->player >= 0)
        return DM_OK;
    cli->ask.wrong_words = true;
    return answer_fail(err, DM_BAD_ARGUMENT,
                       "whose move? --player NAME, where the level does not say \"me\"");
}

static bool read_number(const char *text, const char *end, int32_t *out)
{
    char *stopped;
    errno = 0;
    long number = strtol(text, &stopped, 10);
    if (stopped == text || stopped != end || errno || number < 0 || number > INT32_MAX ||
        *text < '0' || *text > '9')
        return false;
    *out = (int32_t)number;
    return true;
}

/* A place from `size` bytes; `marks` may stand between an edge and a part of it. */
static bool read_place(const char *text, size_t size, const char *marks, dm_place *out)
{
    char part[64];
    size_t mark = strcspn(text, marks);
    *out = (dm_place){-1, -1, {0, 1}};
    if (mark >= size)
        return read_number(text, text + size, &out->vertex);
    size_t rest = size - mark - 1;
    if (rest >= sizeof part || !read_number(text, text + mark, &out->edge))
        return false;
    memcpy(part, text + mark + 1, rest);
    part[rest] = '\0';
    return dm_ratio_parse(part, &out->at, NULL) == DM_OK;
}

static bool read_cut(const char *text, dm_line_move *move)
{
    return read_place(text, strlen(text), ",:", &move->place) && move->place.vertex < 0;
}

static bool read_add(const char *text, dm_line_move *move)
{
    return read_place(text, strlen(text), ",:", &move->place);
}

static bool read_remove(const char *text, dm_line_move *move)
{
    return read_number(text, text + strlen(text), &move->site);
}

static bool read_rope(const char *text, dm_line_move *move)
{
    const char *comma = strchr(text, ',');
    return comma && read_place(text, (size_t)(comma - text), ":", &move->place) &&
           read_place(comma + 1, strlen(comma + 1), ":", &move->to);
}

dm_status lines_read_move(cli_call *cli, dm_line_move *out, dm_error *err)
{
    const lines_options *own = cli->ask.own;
    const struct {
        const char *option, *text, *form;
        bool (*read)(const char *text, dm_line_move *move);
    } moves[] = {[DM_LINE_ADD] = {"--add", own->add, "VERTEX, or EDGE:AT such as 5:1/3", read_add},
                 [DM_LINE_REMOVE] = {"--remove", own->remove, "a site's number", read_remove},
                 [DM_LINE_CUT] = {"--cut", own->cut, "EDGE,AT such as 5,1/3", read_cut},
                 [DM_LINE_ROPE] = {"--rope", own->rope,
                                   "PLACE,PLACE, each VERTEX or EDGE:AT, such as 3,5:1/3",
                                   read_rope}};
    dm_line_move move = {.length = {0, 1}};
    int given = 0;
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++)
        given += moves[op].text != NULL;
    cli->ask.wrong_words = true; /* until the words are read */
    if (given != 1)
        return answer_fail(err, DM_BAD_ARGUMENT, "one move: --cut, --add, --remove or --rope");
    for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++) {
        if (!moves[op].text)
            continue;
        move.op = (dm_line_op)op;
        if (!moves[op].read(moves[op].text, &move))
            return answer_fail(err, DM_BAD_ARGUMENT, "%s %.100s: expected %s", moves[op].option,
                               moves[op].text, moves[op].form);
    }
    cli->ask.wrong_words = false;
    *out = move;
    return DM_OK;
}

/* The level's text on one line, as --json has it. */
static void join_lines(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++)
        if (*c == '\n')
            while (c[1] == ' ')
                c++;
        else
            *to++ = *c;
    *to++ = '\n';
    *to = '\0';
}

bool lines_to_file(const cli_call *cli)
{
    const lines_options *options = cli->ask.own;
    return options->to && strcmp(options->to, "-") != 0;
}

dm_status lines_put_level(const cli_call *cli, const dm_level *level, dm_error *err)
{
    const lines_options *options = cli->ask.own;
    char *text = NULL;
    if (lines_to_file(cli))
        return dm_level_write(level, options->to, err);
    dm_status status = dm_level_text(level, &text, err);
    if (status != DM_OK)
        return status;
    if (cli->json)
        join_lines(text);
    fputs(text, stdout);
    dm_free(text);
    return cli_flush(err);
}

static dm_status tell(const cli_call *cli, const answer_level *own, const dm_line_move *move,
                      const dm_level *after, dm_error *err)
{
    const lines_options *options = cli->ask.own;
    report *r = answer_level_open(cli->json, own, after);
    dm_status status = answer_lines_apply(r, own, move, after, err);
    if (status != DM_OK) {
        report_free(r);
        return status;
    }
    report_string(r, "written", options->to);
    return lines_end(r, cli, own, err);
}

dm_status lines_apply(cli_call *cli, const answer_level *own, dm_error *err)
{
    dm_line_move move;
    dm_level *after = NULL;
    dm_status status = lines_read_move(cli, &move, err);
    if (status == DM_OK && move.op == DM_LINE_ADD)
        status = lines_need_player(cli, own, err);
    if (status == DM_OK)
        status = answer_level_after(own, &move, 1, &after, err);
    if (status == DM_OK && move.op == DM_LINE_ROPE)
        status = answer_rope_length(own->level, after, &move.length, err);
    if (status == DM_OK)
        status = lines_draw(cli, own, &move, 1, after, err);
    if (status == DM_OK)
        status = lines_put_level(cli, after, err);
    if (status == DM_OK && lines_to_file(cli))
        status = tell(cli, own, &move, after, err);
    dm_level_free(after);
    return status;
}
