/* players_time.c - how the time of a move grows with the board, for every player.
 *
 * Boards are those of the course contest, colby:V with about 0.34 V^2 edges, ten stones each, six
 * of which are placed; strategies for complete trees play on tree:2,H.  The time is the median of
 * several moves, after one that prepares what a board needs once.  `V^p` is the growth between the
 * last two boards.  With --save a picture is written too.
 */
#include "bench.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { SIZES = 6, ROUNDS = 10, LYING = 6, MOST_PLAYERS = 16 };

static const int sizes[SIZES] = {25, 50, 100, 200, 400, 800};

static const char *const players[] = {"random",
                                      "greedy",
                                      "glance",
                                      "neighbour",
                                      "enhanced",
                                      "enhanced:as=text",
                                      "minimax",
                                      "expectation",
                                      "monte-carlo",
                                      "mcts:playouts=500",
                                      "champion:nodes=200",
                                      NULL};
static const char *const tree_players[] = {"key-level", "symmetric", NULL};

typedef struct timings {
    const char *player[MOST_PLAYERS];
    double vertices[MOST_PLAYERS][SIZES];
    double ms[MOST_PLAYERS][SIZES]; /* 0: not measured */
    int count;
} timings;

static dm_status time_moves(const bench *b, dm_position *position, const char *spec, double *ms,
                            dm_error *err)
{
    double times[BENCH_MOST_RUNS];
    int runs = b->runs < BENCH_MOST_RUNS ? b->runs : BENCH_MOST_RUNS;
    dm_player *player = NULL;
    dm_vertex move[1];
    dm_status status = dm_player_new(spec, b->seed, &player, err);
    for (int i = -1; i < runs && status == DM_OK; i++) {
        int moves = 0;
        double begun = report_clock(), passed = 0;
        for (; status == DM_OK && (moves == 0 || (i >= 0 && passed < 1e-3)); moves++) {
            status = dm_player_choose(player, position, NULL, move, err);
            passed = report_clock() - begun;
        }
        if (i >= 0)
            times[i] = passed * 1e3 / moves;
    }
    dm_player_free(player);
    if (status == DM_OK)
        *ms = bench_median(times, runs);
    return status;
}

/* A game on a board of about `vertices` with some stones, by random places. */
static dm_status make_game(const bench *b, bool tree, int size, dm_arena **arena,
                           dm_position **position, dm_error *err)
{
    char spec[32];
    dm_rules rules = {0};
    dm_stone *stones = NULL;
    if (tree)
        snprintf(spec, sizeof spec, "tree:2,%d", 5 + size);
    else
        snprintf(spec, sizeof spec, "colby:%d", sizes[size]);
    dm_status status = dm_generate(spec, b->seed, arena, err);
    if (status == DM_OK)
        status = dm_rules_init(ROUNDS, 1, DM_TIES_EARLIER, &rules, err);
    if (status == DM_OK)
        status = dm_position_new(*arena, &rules, position, err);
    if (status == DM_OK)
        status = bench_stones(*arena, b->seed, LYING + 1, &stones, err);
    for (int i = 0; i < LYING + tree && status == DM_OK; i++) /* symmetric is Black's */
        status = dm_position_make(*position, &stones[i].vertex, 1, err);
    free(stones);
    dm_rules_clear(&rules);
    return status;
}

static dm_status measure_size(const bench *b, bool tree, int size, timings *t, dm_error *err)
{
    dm_arena *arena = NULL;
    dm_position *position = NULL;
    dm_status status = make_game(b, tree, size, &arena, &position, err);
    const char *const *names = tree ? tree_players : players;
    int first = 0;
    while (tree && players[first])
        first++;
    for (int i = 0; names[i] && status == DM_OK; i++) {
        int row = first + i;
        t->player[row] = names[i];
        t->count = row + 1 > t->count ? row + 1 : t->count;
        t->vertices[row][size] = dm_arena_vertices(arena);
        status = time_moves(b, position, names[i], &t->ms[row][size], err);
    }
    dm_position_free(position);
    dm_arena_free(arena);
    return status;
}

static double growth(const timings *t, int row)
{
    const double *v = t->vertices[row], *ms = t->ms[row];
    return log(ms[SIZES - 1] / ms[SIZES - 2]) / log(v[SIZES - 1] / v[SIZES - 2]);
}

static void print_table(bench *b, const timings *t)
{
    bench_print(b, "milliseconds per move, by vertices V");
    for (int i = 0; i < t->count; i++) {
        if (i == 0 || t->vertices[i][0] != t->vertices[i - 1][0])
            bench_print(b, "%-20s %9.0f %9.0f %9.0f %9.0f %9.0f %9.0f    V^p",
                        i ? "on tree:2,H" : "on colby:V", t->vertices[i][0], t->vertices[i][1],
                        t->vertices[i][2], t->vertices[i][3], t->vertices[i][4], t->vertices[i][5]);
        bench_print(b, "%-20s %9.3g %9.3g %9.3g %9.3g %9.3g %9.3g  %5.2f", t->player[i],
                    t->ms[i][0], t->ms[i][1], t->ms[i][2], t->ms[i][3], t->ms[i][4], t->ms[i][5],
                    growth(t, i));
        if (b->json)
            for (int k = 0; k < SIZES; k++) {
                char what[80];
                snprintf(what, sizeof what, "%s, %.0f vertices", t->player[i], t->vertices[i][k]);
                bench_row(b, &(bench_result){.what = what, .unit = "ms", .ours = t->ms[i][k]});
            }
    }
}

enum { WIDE = 680, HIGH = 460, LEFT = 60, TOP = 20, ROOM = 420, DOWN = 390 };

/* The place of a value on an axis of powers of ten. */
static double on_axis(double value, double low, double high, double from, double length)
{
    return from + length * (log10(value) - log10(low)) / (log10(high) - log10(low));
}

/* A picture with both axes in powers of ten: straight lines are powers of V. */
static void draw_plot(FILE *to, const timings *t)
{
    static const char *const inks[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                       "#e69f00", "#56b4e9", "#000000"};
    const double least_v = 20, most_v = 2500, least = 1e-5, most = 1e3;
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
            "font-family=\"sans-serif\" "
            "font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            WIDE, HIGH);
    for (double ms = least; ms <= most * 1.01; ms *= 10) {
        double y = on_axis(ms, least, most, TOP + DOWN, -DOWN);
        fprintf(to,
                "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%g</text>\n",
                LEFT, y, LEFT + ROOM, LEFT - 6, y + 4, ms);
    }
    for (double v = 100; v <= 1000; v *= 10) {
        double x = on_axis(v, least_v, most_v, LEFT, ROOM);
        fprintf(to, "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/>\n", x, TOP, TOP + DOWN);
    }
    for (int k = 0; k < SIZES; k++) {
        double x = on_axis(sizes[k], least_v, most_v, LEFT, ROOM);
        fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x,
                TOP + DOWN + 16, sizes[k]);
    }
    fprintf(to, "<text x=\"%d\" y=\"%d\">vertices V; milliseconds per move</text>\n", LEFT,
            TOP + DOWN + 36);
    for (int i = 0; i < t->count; i++) {
        const char *ink = inks[i % 7], *dash = i < 7 ? "" : " stroke-dasharray=\"5 3\"";
        fprintf(to, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"%s d=\"", ink, dash);
        for (int k = 0; k < SIZES; k++)
            fprintf(to, "%c%.1f %.1f", k ? 'L' : 'M',
                    on_axis(t->vertices[i][k], least_v, most_v, LEFT, ROOM),
                    on_axis(t->ms[i][k], least, most, TOP + DOWN, -DOWN));
        fprintf(to,
                "\"/>\n<path d=\"M%d %dh22\" stroke=\"%s\" stroke-width=\"1.6\"%s/><text x=\"%d\" "
                "y=\"%d\">%s</text>\n",
                LEFT + ROOM + 14, TOP + 12 + 18 * i, ink, dash, LEFT + ROOM + 42, TOP + 16 + 18 * i,
                t->player[i]);
    }
    fputs("</svg>\n", to);
}

static dm_status save_plot(const timings *t, dm_error *err)
{
    char path[80], day[16];
    time_t now = time(NULL);
    struct tm date;
    strftime(day, sizeof day, "%Y-%m-%d", gmtime_r(&now, &date));
    snprintf(path, sizeof path, "bench/results/%s-players-time.svg", day);
    FILE *to = fopen(path, "w");
    if (to)
        draw_plot(to, t);
    return to && fclose(to) == 0 ? DM_OK : answer_fail(err, DM_IO, "cannot write %s", path);
}

dm_status bench_players_time(bench *b, dm_error *err)
{
    timings t = {0};
    dm_status status = DM_OK;
    for (int size = 0; size < SIZES && status == DM_OK; size++)
        status = measure_size(b, false, size, &t, err);
    for (int size = 0; size < SIZES && status == DM_OK; size++)
        status = measure_size(b, true, size, &t, err);
    if (status == DM_OK)
        print_table(b, &t);
    return status == DM_OK && b->copy ? save_plot(&t, err) : status;
}
