/* lines_play.c - `demesne lines play`: a level at the terminal, or solved by a script on a pipe.
 *
 * Anything but a legal move or a word of help_words is explained in one line and asked again.
 */
#include "base/names.h"
#include "cli.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, MOST_MOVES = 100, ANY = 4, KINDS = 64 };

static const char *const help_moves[] = {
    [DM_LINE_ADD] = "  add 3           add your site on vertex 3; add 5:1/3 on edge 5\n",
    [DM_LINE_REMOVE] = "  remove 0        remove site 0\n",
    [DM_LINE_CUT] = "  cut 4,1/2       cut edge 4 at 1/2 of its length, seen from its first end\n",
    [DM_LINE_ROPE] = "  rope 3,5:1/3    add a straight edge between two places\n"};
static const char help_words[] = "  undo            take back your last move\n"
                                 "  hint            show the best next move\n"
                                 "  grade           tell how hard the level is\n"
                                 "  show            show the level again\n"
                                 "  quit            end here\n";

typedef struct puzzle {
    cli_call *cli;
    FILE *talk;
    answer_level on;
    int kind; /* of moves: a dm_line_op, or ANY */
    int32_t allowed, made;
    dm_level *levels[MOST_MOVES + 1]; /* before each move; the last is the current one */
    dm_line_move moves[MOST_MOVES];
    dm_line_diagram *diagram; /* of the current one */
    bool left, won;
} puzzle;

static const dm_level *level_now(const puzzle *z)
{
    assert(z->levels[z->made]);
    return z->levels[z->made];
}

static dm_status find_diagram(puzzle *z, dm_error *err)
{
    dm_line_diagram_free(z->diagram);
    z->diagram = NULL;
    return dm_line_diagram_new(level_now(z), z->on.ties, true, &z->diagram, err);
}

/* "red 25/2, blue 31/2". */
static void print_score(const puzzle *z)
{
    char words[ANSWER_RATIO_WORDS];
    for (int32_t p = 0; p < level_now(z)->player_count; p++)
        fprintf(z->talk, "%s%s %s", p ? ", " : "  ", level_now(z)->players[p],
                answer_ratio_words(z->diagram->payoff[p], words));
    fputc('\n', z->talk);
}

/* A fraction that a person can read, otherwise a decimal. */
static const char *short_ratio(dm_ratio ratio, char words[DM_RATIO_TEXT])
{
    assert(ratio.den > 0);
    enum { READABLE = 1000 };
    if (ratio.den > READABLE)
        snprintf(words, DM_RATIO_TEXT, "%.6g", answer_decimal(ratio));
    else
        dm_ratio_print(ratio, words);
    return words;
}

/* The next stretch of the edge after number i. */
static const dm_line_stretch *next_stretch(const dm_line_diagram *diagram, int32_t edge, int32_t i)
{
    assert(i >= 0 && i < diagram->stretch_count);
    for (i++; i < diagram->stretch_count; i++)
        if (diagram->stretches[i].edge == edge)
            return &diagram->stretches[i];
    return NULL;
}

/* "red to 1/4, blue": who has which part of an edge. */
static void print_owners(const puzzle *z, int32_t edge)
{
    const char *between = "  ";
    for (int32_t i = 0; i < z->diagram->stretch_count; i++) {
        const dm_line_stretch *s = &z->diagram->stretches[i], *next;
        char to[DM_RATIO_TEXT];
        if (s->edge != edge)
            continue;
        next = next_stretch(z->diagram, edge, i);
        if (next && next->players == s->players)
            continue; /* two fronts of one player meet: nothing changes there */
        fputs(between, z->talk);
        for (int32_t p = 0, seen = 0; p < level_now(z)->player_count; p++)
            if (s->players >> p & 1)
                fprintf(z->talk, "%s%s", seen++ ? "=" : "", level_now(z)->players[p]);
        if (!s->players)
            fputs("nobody", z->talk);
        bool backward = answer_decimal(s->from) > answer_decimal(s->to);
        if (next)
            fprintf(z->talk, " to %s", short_ratio(backward ? s->from : s->to, to));
        between = ", ";
    }
    fputc('\n', z->talk);
}

static void show_level(const puzzle *z)
{
    const dm_level *level = level_now(z);
    char words[ANSWER_PLACE_WORDS], length[DM_RATIO_TEXT], ends[32];
    fprintf(z->talk, "%s: %d %s, %d %s, %d %s\n", z->on.source, level->vertex_count,
            dmi_plural(level->vertex_count, "vertex", "vertices"), level->edge_count,
            dmi_plural(level->edge_count, "edge", "edges"), level->site_count,
            dmi_plural(level->site_count, "site", "sites"));
    for (int32_t i = 0; i < level->site_count; i++)
        fprintf(z->talk, "  site %-3d %-8s %s\n", i, level->players[level->sites[i].player],
                answer_place_words(level, &level->sites[i].place, words));
    for (int32_t e = 0; e < level->edge_count; e++) {
        snprintf(ends, sizeof ends, "%d-%d", level->edges[e].u, level->edges[e].v);
        fprintf(z->talk, "  edge %-3d %-8s length %-8s", e, ends,
                short_ratio(level->edges[e].length, length));
        print_owners(z, e);
    }
    print_score(z);
}

static int32_t made_of(const puzzle *z, dm_line_op op)
{
    int32_t count = 0;
    for (int32_t i = 0; i < z->made; i++)
        count += z->moves[i].op == op;
    return count;
}

/* The moves that are left: of an ordered budget in its order, of another one by kind.  Returns how
 * many quotas there are; 0: moves of any kind. */
static int32_t left_of(const puzzle *z, dm_line_quota *out)
{
    const dm_level *level = z->on.level;
    int32_t count = 0, made = z->made;
    assert(z->made <= z->allowed);
    if (level->quota_count == 0 && z->kind != ANY)
        out[count++] = (dm_line_quota){(dm_line_op)z->kind, z->allowed - z->made};
    for (int32_t i = 0; level->ordered && i < level->quota_count; i++) {
        int32_t used = made < level->quotas[i].count ? made : level->quotas[i].count;
        made -= used;
        if (used < level->quotas[i].count)
            out[count++] = (dm_line_quota){level->quotas[i].op, level->quotas[i].count - used};
    }
    for (int op = DM_LINE_ADD; !level->ordered && op <= DM_LINE_ROPE; op++) {
        int32_t left = -made_of(z, (dm_line_op)op);
        for (int32_t i = 0; i < level->quota_count; i++)
            left += level->quotas[i].op == (dm_line_op)op ? level->quotas[i].count : 0;
        if (left > 0)
            out[count++] = (dm_line_quota){(dm_line_op)op, left};
    }
    return count;
}

/* Of these, how many may come next. */
static int32_t next_of(const puzzle *z, int32_t count)
{
    return z->on.level->ordered && count > 1 ? 1 : count;
}

static bool is_allowed(const puzzle *z, dm_line_op op)
{
    dm_line_quota left[DM_MAX_LINE_QUOTAS];
    int32_t count = next_of(z, left_of(z, left));
    bool found = count == 0;
    for (int32_t i = 0; i < count; i++)
        found |= left[i].op == op;
    return found;
}

/* "cut", or "add or cut": what may be done now. */
static const char *kinds_words(const puzzle *z, char words[KINDS])
{
    dm_line_quota left[DM_MAX_LINE_QUOTAS];
    int32_t count = next_of(z, left_of(z, left));
    words[0] = '\0';
    for (int32_t i = 0; i < count; i++) {
        const char *name = dm_line_op_name(left[i].op);
        size_t used = strlen(words);
        if (!strstr(words, name))
            snprintf(words + used, KINDS - used, "%s%s", used ? " or " : "", name);
    }
    return words;
}

static dm_status show_hint(const puzzle *z, dm_error *err)
{
    char words[ANSWER_MOVE_WORDS];
    dm_run *run = NULL;
    dm_line_move move;
    dm_error why = {0};
    double margin = 0;
    if (z->made == z->allowed) {
        fputs("  no moves are left: undo one\n", z->talk);
        return DM_OK;
    }
    dm_status status = cli_run_new(z->cli, &run, err);
    if (status != DM_OK)
        return status;
    /* the best moves that are left; of any kind: the best next one */
    dm_line_quota left[DM_MAX_LINE_QUOTAS];
    dm_line_move_set *set = NULL;
    int32_t count = left_of(z, left), kinds = count > 0 ? 1 : ANY;
    status = DM_BAD_MOVE;
    for (int32_t op = 0; op < kinds && status != DM_NO_MEMORY; op++) {
        const dm_line_quota one = {(dm_line_op)op, 1};
        const dm_line_move_set_ask ask = {.player = z->on.player,
                                          .objective = DM_LINE_MARGIN,
                                          .ties = z->on.ties,
                                          .quotas = count > 0 ? left : &one,
                                          .quota_count = count > 0 ? count : 1,
                                          .ordered = z->on.level->ordered};
        dm_status found = dm_line_solve(level_now(z), &ask, run, &set, &why);
        double value = set ? answer_decimal(set->after.margin) : 0;
        if (set && (status != DM_OK || value > margin)) {
            move = set->moves[0];
            margin = value;
            found = DM_OK;
        }
        status = status == DM_OK && found != DM_NO_MEMORY ? DM_OK : found;
        dm_line_move_set_free(set);
        set = NULL;
    }
    cli_run_free(run);
    if (status == DM_OK)
        fprintf(z->talk, "  %s: you can then have %.6g more than the best other player\n",
                answer_move_words(level_now(z), &move, words), margin);
    else if (status == DM_NO_MEMORY)
        return answer_fail(err, status, "%s", why.message);
    else
        fprintf(z->talk, "  there is no hint: %s\n", why.message);
    return DM_OK;
}

/* Of the level as it was at first. */
static dm_status show_grade(const puzzle *z, dm_error *err)
{
    dm_run *run = NULL;
    dm_line_move_set *set = NULL;
    dm_level_rating rating = {0};
    dm_error why = {0};
    dm_level start = *z->levels[0];
    dm_line_quota one = {(dm_line_op)z->kind, z->allowed};
    if (start.quota_count == 0 && z->kind != ANY) {
        start.quota_count = 1;
        start.quotas = &one;
    }
    start.me = z->on.player;
    dm_status status = cli_run_new(z->cli, &run, err);
    if (status != DM_OK)
        return status;
    status = dm_level_rate(&start, z->on.ties, run, &rating, &set, &why);
    dm_line_move_set_free(set);
    cli_run_free(run);
    if (status == DM_NO_MEMORY)
        return answer_fail(err, status, "%s", why.message);
    fprintf(z->talk, "  %s%s\n", status == DM_OK ? "" : "not known: ",
            status == DM_OK ? dm_level_grade_name(rating.grade) : why.message);
    return DM_OK;
}

static dm_status undo_move(puzzle *z, dm_error *err)
{
    assert(z->made >= 0 && z->made <= z->allowed);
    if (z->made == 0) {
        fputs("  there is no move to take back\n", z->talk);
        return DM_OK;
    }
    dm_level_free(z->levels[z->made]);
    z->levels[z->made--] = NULL;
    dm_status status = find_diagram(z, err);
    if (status == DM_OK)
        print_score(z);
    return status;
}

/* "cut 4,1/2", or "4,1/2" if only one kind is allowed. */
static bool read_move(const puzzle *z, const char *text, dm_line_move *out)
{
    char word[16];
    size_t length = strcspn(text, " \t");
    dm_line_quota left[DM_MAX_LINE_QUOTAS];
    int32_t count = next_of(z, left_of(z, left));
    dm_line_op op = count > 0 ? left[0].op : DM_LINE_ADD;
    *out = (dm_line_move){DM_LINE_ADD, {-1, -1, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
    snprintf(word, sizeof word, "%.*s", (int)(length < 15 ? length : 15), text);
    if (dm_line_op_parse(word, &op, NULL) == DM_OK)
        text += length + strspn(text + length, " \t");
    else if (count != 1)
        return false;
    out->op = op;
    return lines_type_move(op, text, out);
}

static dm_status make_move(puzzle *z, const char *text, dm_error *err)
{
    dm_line_move *move = &z->moves[z->made];
    dm_error why = {0};
    char kinds[KINDS];
    assert(z->made <= z->allowed);
    if (z->made == z->allowed) {
        fputs("  no moves are left: undo one, or quit\n", z->talk);
        return DM_OK;
    }
    if (!read_move(z, text, move)) {
        fprintf(z->talk, "  '%.60s' is no move (type 'help' for help)\n", text);
        return DM_OK;
    }
    if (!is_allowed(z, move->op)) {
        fprintf(z->talk, "  here you may only %s\n", kinds_words(z, kinds));
        return DM_OK;
    }
    dm_status status =
        dm_level_apply_moves(level_now(z), move, 1, z->on.player, &z->levels[z->made + 1], &why);
    if (status == DM_NO_MEMORY) {
        *err = why;
        return status;
    }
    if (status != DM_OK) {
        fprintf(z->talk, "  %s\n", why.message);
        return DM_OK;
    }
    z->made++;
    status = find_diagram(z, err);
    if (status == DM_OK)
        print_score(z);
    return status;
}

/* Drops blanks at both ends. */
static char *trim_line(char *line)
{
    line += strspn(line, " \t");
    line[strcspn(line, "\r\n")] = '\0';
    for (size_t length = strlen(line); length > 0 && strchr(" \t", line[length - 1]); length--)
        line[length - 1] = '\0';
    return line;
}

/* Does what a line says. */
static dm_status take_line(puzzle *z, const char *text, dm_error *err)
{
    if (strcmp(text, "quit") == 0) {
        z->left = true;
    } else if (strcmp(text, "undo") == 0) {
        return undo_move(z, err);
    } else if (strcmp(text, "hint") == 0) {
        return show_hint(z, err);
    } else if (strcmp(text, "grade") == 0) {
        return show_grade(z, err);
    } else if (strcmp(text, "show") == 0) {
        show_level(z);
    } else if (strcmp(text, "help") == 0) {
        /* the words that are possible now */
        for (int op = DM_LINE_ADD; op <= DM_LINE_ROPE; op++)
            if (z->made < z->allowed && is_allowed(z, (dm_line_op)op))
                fputs(help_moves[op], z->talk);
        fputs(help_words, z->talk);
    } else if (*text) {
        return make_move(z, text, err);
    }
    return DM_OK;
}

/* After the last move: who wins. */
static void show_outcome(puzzle *z)
{
    z->won = z->diagram->winner == z->on.player;
    if (z->won) {
        fputs("  You win.\n", z->talk);
        z->left = true;
        return;
    }
    fprintf(z->talk, "  You do not win: %s does. Undo a move, or quit.\n",
            z->diagram->winner < 0 ? "nobody" : level_now(z)->players[z->diagram->winner]);
}

static dm_status play_puzzle(puzzle *z, dm_error *err)
{
    char line[LINE];
    dm_status status = find_diagram(z, err);
    if (status == DM_OK) {
        show_level(z);
        /* what is to be done */
        fprintf(z->talk, "  You are %s. After %d %s, own more than anybody else.\n",
                level_now(z)->players[z->on.player], z->allowed,
                dmi_plural(z->allowed, "move", "moves"));
    }
    while (status == DM_OK && !z->left) {
        char kinds[KINDS];
        kinds_words(z, kinds);
        fprintf(z->talk, "%s, move %d of %d%s%s> ", level_now(z)->players[z->on.player],
                z->made < z->allowed ? z->made + 1 : z->made, z->allowed, *kinds ? ", " : "",
                kinds);
        fflush(z->talk);
        char *text = fgets(line, sizeof line, stdin) ? trim_line(line) : NULL;
        if (!cli_is_terminal(stdin)) /* so that the record is readable */
            fputs(text ? text : "", z->talk);
        if (!text || !cli_is_terminal(stdin))
            fputc('\n', z->talk);
        z->left = !text;
        int32_t made = z->made;
        if (text)
            status = take_line(z, text, err);
        if (status == DM_OK && z->made > made && z->made == z->allowed)
            show_outcome(z);
    }
    return status;
}

static dm_status start_puzzle(puzzle *z, dm_error *err)
{
    const lines_game_fields *own = z->cli->ask.own;
    if (strcmp(own->lines.level.text, "-") == 0)
        return ask_blame(&z->cli->ask, err, DM_BAD_ARGUMENT,
                         "the level must be a file: moves come from standard input");
    dm_status status = lines_read_level(&z->cli->ask, &z->on, err);
    if (status == DM_OK)
        status = lines_need_player(&z->cli->ask, &z->on, err);
    if (status == DM_OK)
        status = dm_level_new(z->on.level, &z->levels[0], err);
    if (status != DM_OK)
        return status;
    z->kind = own->kind;
    z->allowed = z->on.level->moves > 1 ? z->on.level->moves : 1;
    if (z->allowed <= MOST_MOVES)
        return DM_OK;
    return answer_fail(err, DM_UNSUPPORTED, "%.100s: %d moves are too many to type; at most %d",
                       z->on.source, z->allowed, MOST_MOVES);
}

int lines_play(cli_call *cli)
{
    puzzle *z = calloc(1, sizeof *z);
    dm_error err = {0};
    dm_status status = z ? DM_OK : answer_fail(&err, DM_NO_MEMORY, "out of memory");
    if (z) {
        z->cli = cli;
        z->talk = cli->json ? stderr : stdout;
        status = start_puzzle(z, &err);
    }
    if (z && status == DM_OK)
        status = play_puzzle(z, &err);
    if (z && status == DM_OK && cli->json) {
        report *r = report_open(z->cli->json, NULL);
        answer_level_head(r, &z->on, level_now(z));
        report_string(r, "player", level_now(z)->players[z->on.player]);
        report_json(r, "moves", answer_moves_json(z->moves, z->made));
        report_count(r, "moves_made", z->made);
        report_flag(r, "won", z->won);
        answer_level_score(r, level_now(z), z->diagram);
        status = report_end(r, &err);
    }
    if (status == DM_OK && cli_interrupted())
        status = answer_fail(&err, DM_STOPPED, "interrupted");
    for (int32_t i = 0; z && i <= z->made; i++)
        dm_level_free(z->levels[i]);
    if (z) {
        dm_line_diagram_free(z->diagram);
        dm_level_free(z->on.level);
    }
    free(z);
    return cli_report_failure(cli, status, &err);
}
