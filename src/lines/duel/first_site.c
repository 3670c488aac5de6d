/* first_site.c - the leader's problem on edges: the best first site if the other answers best.
 *
 * For a fixed first site the best answer comes from one sweep.  It lies at a
 * fixed place, or keeps its distance from the first site, or mirrors it: it follows a track
 * (first_site_value.c), and every track gives an upper bound for all first sites of a piece
 * (first_site_bound.c).  So the search goes where the bound is greatest, asks for the best answer
 * there, and lowers the bound to it, until the greatest bound is a value:
 *
 *      bound  ^^^^\__/^^\          1. the top of the bound
 *      value  ..../  \...          2. the best answer there, followed along the piece
 *
 * Between two whole t the places of all answers keep their order, so the value is the least of
 * finitely many lines.  There are finitely many tracks, and each step adds a new one or ends a
 * place: the search ends, and its result is exact.  A limit at a whole t is looked at nearer than
 * any two of these lines can cross.
 *
 * Cost: for each step one sweep, O(m k log k), and O((n + m) b) for b breaks of a track.
 */
#include "lines/duel/first_site.h"

#include "base/base.h"
#include "lines/level/draft.h"
#include <assert.h>
#include <stdlib.h>

/* The second player's best answer to a first site.
 *
 * site_sweep.c moves his site along every piece of the level that has the first site.  On a stretch
 * all payoffs are linear, so the least value is at an end, which is a limit.
 */
typedef struct answer_search {
    const dmi_first_site *lead;
    const dmi_line_network *net;
    int64_t scale;
    dmi_first_site_answer *best;
    bool found;
} answer_search;

/* 2: a place; 1: every place of a stretch; 0: a limit. */
static int answer_firmness(const dmi_first_site_answer *answer)
{
    return answer->side == 0 ? 2 : answer->is_flat;
}

/* An answer that is a place comes before a limit of the same value. */
static void keep_answer(answer_search *a, const dmi_payoff_lines *lines, int64_t beyond,
                        int32_t side, dmi_wide value, bool is_flat)
{
    const dmi_piece *piece = &a->net->piece[lines->piece];
    dmi_first_site_answer answer = {.edge = piece->edge,
                                    .side = side,
                                    .is_flat = is_flat,
                                    .offset = piece->offset + lines->from + beyond,
                                    .room = lines->length,
                                    .unit = a->net->unit,
                                    .scale = a->scale,
                                    .value = value};
    if (!a->found || value < a->best->value ||
        (value == a->best->value && answer_firmness(&answer) > answer_firmness(a->best)))
        *a->best = answer;
    a->found = true;
}

static bool answer_see_lines(void *user, const dmi_payoff_lines *lines)
{
    answer_search *a = user;
    int32_t first = a->lead->ask->first, second = a->lead->ask->second;
    dmi_wide value = lines->at_a[first] - lines->at_a[second];
    dmi_wide slope = lines->slope[first] - lines->slope[second];
    if (lines->length == 0) {
        keep_answer(a, lines, 0, 0, value, false);
    } else if (slope == 0) {
        keep_answer(a, lines, 0, 1, value, true);
    } else {
        keep_answer(a, lines, 0, 1, value, false);
        keep_answer(a, lines, lines->length, -1, value + slope * lines->length, false);
    }
    return true;
}

dm_status dmi_first_site_best_answer(const dmi_first_site *lead, const dm_level *level, dm_run *run,
                                     dmi_first_site_answer *out, dm_error *err)
{
    dmi_line_position position = {0};
    dmi_first_site_answer best = {0};
    answer_search a = {lead, &position.net, 0, &best, false};
    dm_status status =
        dmi_site_position_init_owned(level, &lead->add, lead->ask->first, &position, err);
    a.scale = position.scale;
    if (status == DM_OK) {
        dmi_site_sweep *sweep = NULL;
        status = dmi_site_sweep_new(&position, &sweep, err);
        for (int32_t i = 0; status == DM_OK && i < position.net.piece_count; i++) {
            int64_t done = dmi_site_sweep_work(sweep);
            if (!dmi_site_sweep_piece(sweep, i, answer_see_lines, &a))
                status = dmi_no_memory(err);
            else if (!dmi_run_go_on(run, (uint64_t)(dmi_site_sweep_work(sweep) - done) + 1))
                status = dmi_stopped(run, err);
        }
        dmi_site_sweep_free(sweep);
    }
    if (status == DM_OK)
        *out = best;
    dmi_line_position_clear(&position);
    return status;
}

typedef struct site_search {
    dmi_first_site lead;
    dmi_first_site_bound *bound; /* by piece */
    dmi_first_site_best best;
    dmi_first_site_answer answer; /* to the best place */
    dm_run *run;
    int64_t answers, bounds;
} site_search;

dm_status dmi_first_site_too_large(dm_error *err)
{
    return dmi_fail(err, DM_TOO_LARGE, "the level's lengths need too many digits for this search");
}

static dm_status first_site_init(const dm_level *level, const dm_line_first_site_ask *ask,
                                 dmi_first_site *out, dm_error *err)
{
    *out = (dmi_first_site){.level = level, .ask = ask};
    out->add = (dm_line_ask){.op = DM_LINE_ADD, .player = ask->second, .ties = ask->ties};
    dmi_line_position *position = &out->position;
    dm_status status = dmi_site_position_init_owned(level, &out->add, ask->first, position, err);
    if (status != DM_OK)
        return status;
    /* Shares are whole also for the first player, who may have no site yet. */
    uint64_t playing = UINT64_C(1) << ask->second, first = UINT64_C(1) << ask->first;
    for (int32_t i = 0; i < level->site_count; i++)
        playing |= UINT64_C(1) << level->sites[i].player;
    if (ask->ties == DM_LINE_SPLIT && !(playing & first)) {
        int64_t count = __builtin_popcountll(playing) + 1;
        int64_t common = (int64_t)dmi_wide_gcd(position->scale / 2, count);
        position->scale *= common > 0 ? count / common : 1;
    }
    /* Numbers stay below 2^126: see docs/algorithms/lines.md. */
    dmi_wide slope = 4 * ((dmi_wide)position->net.piece_count + 4) * position->scale;
    dmi_wide room = ((dmi_wide)1 << 126) / 36;
    if (slope < 1 || slope > 1 << 24)
        return dmi_first_site_too_large(err);
    out->steepest = (int64_t)slope;
    for (int i = 0; i < 5; i++)
        room /= slope;
    if (position->net.total > room || position->net.total >= dmi_first_site_far / (2 * slope))
        return dmi_first_site_too_large(err);
    size_t n = (size_t)position->net.n;
    out->way = dmi_calloc(n, sizeof *out->way);
    out->now = dmi_alloc(n, sizeof *out->now);
    return out->way && out->now ? DM_OK : dmi_no_memory(err);
}

/* The place t + side / (part * steepest) of a piece as a move. */
static bool make_move(const site_search *s, const dmi_first_site_place *place, int64_t part,
                      dm_line_move *out)
{
    const dmi_first_site *lead = &s->lead;
    const dmi_piece *piece = &lead->position.net.piece[place->piece];
    dmi_wide den = place->side ? part * lead->steepest : 1;
    dmi_payoff_place at = {.piece = place->piece,
                           .num = place->t.num * den + place->side * place->t.den,
                           .den = place->t.den * den};
    *out = (dm_line_move){DM_LINE_ADD, {-1, piece->edge, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
    return dmi_payoff_place_fraction(&lead->position, &at, &out->place.at);
}

/* The piece of the network before the first site that has this answer, and its distance from the
 * piece's end a. */
static int32_t piece_of(const site_search *s, const dmi_first_site_answer *answer, dm_ratio *out)
{
    const dmi_line_network *net = &s->lead.position.net;
    int64_t fine = answer->unit / net->unit;
    for (int32_t i = 0; i < net->piece_count; i++) {
        const dmi_piece *piece = &net->piece[i];
        int64_t from = piece->offset * fine, to = (piece->offset + piece->length) * fine;
        bool is_inside = (answer->offset > from || (answer->offset == from && answer->side >= 0)) &&
                         (answer->offset < to || (answer->offset == to && answer->side <= 0));
        if (piece->edge == answer->edge && is_inside &&
            dmi_ratio_make(answer->offset - from, fine, out))
            return i;
    }
    return -1;
}

/* The best answer to a first site at `place`, or very near it on one side, and the track that it
 * follows.  If t is not whole, the place of the answer tells: it is whole, or differs from t or -t
 * by an even number. */
static dm_status best_answer_to(site_search *s, const dmi_first_site_place *place,
                                dmi_first_site_answer *answer, dmi_first_site_track *track,
                                dm_error *err)
{
    dm_line_move move;
    dm_level *level = NULL;
    dm_ratio t = {0, 1}, at = {0, 1}, rest;
    dmi_wide den = place->side ? 2 * s->lead.steepest : 1;
    assert(place->t.den > 0 && place->side >= -1 && place->side <= 1);
    if (!make_move(s, place, 2, &move) ||
        !dmi_ratio_make(place->t.num * den + place->side * place->t.den, place->t.den * den, &t))
        return dmi_first_site_too_large(err);
    dm_status status = dm_level_apply(s->lead.level, &move, s->lead.ask->first, &level, err);
    if (status == DM_OK)
        status = dmi_first_site_best_answer(&s->lead, level, s->run, answer, err);
    dm_level_free(level);
    s->answers++;
    if (status != DM_OK)
        return status;
    int32_t piece = piece_of(s, answer, &at);
    for (int32_t turn = -1; piece >= 0 && turn <= 1; turn++)
        if (dmi_ratio_add(at, (dm_ratio){-turn * t.num, t.den}, &rest) && rest.den == 1 &&
            (t.den == 1 ? turn == 0 : turn == 0 || rest.num % 2 == 0)) {
            *track = (dmi_first_site_track){piece, turn, answer->side, rest.num};
            return DM_OK;
        }
    return dmi_first_site_too_large(err);
}

/* The value at the place against its best answer. */
static dm_status value_at_place(site_search *s, const dmi_first_site_place *place,
                                const dmi_first_site_answer *answer,
                                const dmi_first_site_track *track, dmi_first_site_number *out,
                                dm_error *err)
{
    const dmi_line_network *net = &s->lead.position.net;
    dmi_wide value;
    if (place->t.den == 1) {
        if (!dmi_first_site_value(&s->lead, place->piece, (int64_t)place->t.num, place->side, track,
                                  &value))
            return dmi_first_site_too_large(err);
        *out = (dmi_first_site_number){value, 1};
        return DM_OK;
    }
    dmi_wide common = dmi_wide_gcd(answer->value, answer->unit / net->unit);
    *out = (dmi_first_site_number){answer->value / common, answer->unit / net->unit / common};
    return DM_OK;
}

static void keep_better(site_search *s, const dmi_first_site_place *place,
                        dmi_first_site_number value, const dmi_first_site_answer *answer)
{
    dmi_first_site_best here = {value, place->side == 0, true, *place};
    int order = s->best.found ? dmi_first_site_compare(value, s->best.value) : 1;
    if (order < 0 || (order == 0 && (!here.attained || s->best.attained)))
        return;
    s->best = here;
    s->answer = *answer;
}

static bool find_top(const site_search *s, dmi_first_site_best *top)
{
    bool found = false;
    *top = s->best;
    for (int32_t i = 0; i < s->lead.position.net.piece_count; i++)
        found |= dmi_first_site_bound_top(&s->bound[i], top, top);
    return found;
}

/* One step: the best answer at the top of the bound. */
static dm_status lower_top(site_search *s, const dmi_first_site_best *top, dm_error *err)
{
    dmi_first_site_answer answer;
    dmi_first_site_track track;
    dmi_first_site_number value = {0, 1};
    dm_status status = best_answer_to(s, &top->place, &answer, &track, err);
    if (status == DM_OK && !(dmi_first_site_know(&s->lead, top->place.piece) &&
                             dmi_first_site_know(&s->lead, track.piece)))
        status = dmi_no_memory(err);
    if (status == DM_OK)
        status = value_at_place(s, &top->place, &answer, &track, &value, err);
    if (status != DM_OK)
        return status;
    keep_better(s, &top->place, value, &answer);
    s->bounds++;
    return dmi_first_site_bound_lower(&s->lead, &s->bound[top->place.piece], &track, &s->best, err);
}

/* The level after a first site at the best place, or near it: as near as numbers allow, or
 * (`halvings` 1) where the answer to it is known. */
static dm_status level_with_first(const site_search *s, int halvings, dm_line_move *move,
                                  dm_level **out, dm_error *err)
{
    dm_status status = DM_TOO_LARGE;
    for (; status == DM_TOO_LARGE && halvings > 0; halvings--)
        if (make_move(s, &s->best.place, INT64_C(1) << halvings, move))
            status = dm_level_apply(s->lead.level, move, s->lead.ask->first, out, err);
    if (status == DM_OK)
        status =
            dmi_level_find_place(s->lead.level, &move->place, "the first site", &move->place, err);
    return status == DM_TOO_LARGE ? dmi_first_site_too_large(err) : status;
}

/* The level after the answer, or one as near as numbers allow.  If all places of the stretch are
 * equal, its middle. */
static dm_status level_with_second(const site_search *s, const dm_level *level,
                                   const dmi_first_site_answer *answer, dm_line_move *move,
                                   dm_level **out, dm_error *err)
{
    dm_ratio length = level->edges[answer->edge].length;
    dmi_wide whole = (dmi_wide)answer->unit / length.den * length.num;
    dm_status status = DM_TOO_LARGE;
    *move = (dm_line_move){DM_LINE_ADD, {-1, answer->edge, {0, 1}}, {-1, -1, {0, 1}}, {0, 1}, -1};
    int most = !answer->side ? 0 : answer->is_flat ? 1 : 20;
    for (int halvings = most; status == DM_TOO_LARGE && halvings >= 0; halvings--) {
        dmi_wide den = (dmi_wide)1 << halvings;
        dmi_wide num = answer->offset * den + answer->side * (dmi_wide)answer->room;
        if (dmi_ratio_make(num, whole * den, &move->place.at))
            status = dm_level_apply(level, move, s->lead.ask->second, out, err);
    }
    if (status == DM_OK)
        status = dmi_level_find_place(level, &move->place, "the answer", &move->place, err);
    return status == DM_TOO_LARGE ? dmi_first_site_too_large(err) : status;
}

/* A stopped search shows the answer that it knows. */
static dm_status set_places(site_search *s, bool is_stopped, dm_line_first_site *out, dm_error *err)
{
    const dm_line_first_site_ask *ask = s->lead.ask;
    dm_line_move move, reply;
    dm_level *one = NULL, *two = NULL;
    dm_line_diagram *diagram = NULL;
    dm_ratio own;
    bool is_known = is_stopped || s->best.attained;
    dm_status status = level_with_first(s, is_known ? 1 : 12, &move, &one, err);
    if (status == DM_OK && !is_known)
        status = dmi_first_site_best_answer(&s->lead, one, NULL, &s->answer, err);
    const dmi_first_site_answer *answer = &s->answer;
    if (status == DM_OK)
        status = level_with_second(s, one, answer, &reply, &two, err);
    if (status == DM_OK)
        status = dm_line_diagram_new(two, ask->ties, false, &diagram, err);
    if (status == DM_OK)
        status = dm_ratio_subtract(diagram->payoff[ask->first], diagram->payoff[ask->second],
                                   &out->reached, err);
    if (status == DM_OK) {
        out->move = move.place;
        out->reply = reply.place;
        out->reply_attained =
            dmi_ratio_make(answer->value, (dmi_wide)answer->unit * answer->scale, &own) &&
            own.num == out->reached.num && own.den == out->reached.den;
    }
    dm_line_diagram_free(diagram);
    dm_level_free(one);
    dm_level_free(two);
    return status;
}

static dm_status report_search(site_search *s, bool proven, dm_line_first_site *out, dm_error *err)
{
    const dmi_line_network *net = &s->lead.position.net;
    const dmi_wide scale = s->lead.position.scale, one = scale * net->unit;
    dmi_first_site_best top;
    bool is_any = !s->best.found;
    find_top(s, &top);
    if (is_any) {
        /* Stopped before the first answer: any place, against which the other may win everything.
         * The reply is a quarter of the way along a piece; the first site is not there. */
        const dmi_piece *piece = &net->piece[top.place.piece == 0 ? net->piece_count - 1 : 0];
        const dmi_first_site_answer answer = {.edge = piece->edge,
                                              .offset = 4 * piece->offset + piece->length,
                                              .unit = 4 * net->unit,
                                              .scale = s->lead.position.scale};
        keep_better(s, &top.place, (dmi_first_site_number){-(dmi_wide)net->total * scale, 1},
                    &answer);
    }
    assert(dmi_first_site_compare(s->best.value, top.value) <= 0);
    dm_line_first_site found = {.attained = s->best.attained && !is_any,
                                .proven = proven,
                                .answers = s->answers,
                                .bounds = s->bounds};
    if (!dmi_ratio_make(s->best.value.num, s->best.value.den * one, &found.value) ||
        !dmi_ratio_make(top.value.num, top.value.den * one, &found.upper))
        return dmi_first_site_too_large(err);
    found.lower = found.value;
    dm_status status = set_places(s, !proven, &found, err);
    if (status == DM_OK)
        *out = found;
    return status;
}

dm_status dm_line_first_site_of(const dm_level *level, const dm_line_first_site_ask *ask,
                                dm_run *run, dm_line_first_site *out, dm_error *err)
{
    int32_t worst = ask->first < 0 || ask->first >= level->player_count ? ask->first : ask->second;
    if (worst < 0 || worst >= level->player_count)
        return dmi_fail(err, DM_BAD_ARGUMENT, "there is no player %d; players are 0..%d", worst,
                        level->player_count - 1);
    if (ask->first == ask->second)
        return dmi_fail(err, DM_BAD_ARGUMENT, "the two players are the same");
    if (level->edge_count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "the level has no edge for a new site");
    site_search s = {.run = run};
    dm_level own = *level;
    own.me = ask->first; /* who gets ties under DM_LINE_OWN */
    dm_status status = first_site_init(&own, ask, &s.lead, err);
    s.lead.run = run;
    if (status == DM_OK) {
        int32_t pieces = s.lead.position.net.piece_count;
        dmi_first_site_best top;
        s.bound = dmi_calloc((size_t)pieces, sizeof *s.bound);
        bool fits = s.bound != NULL;
        for (int32_t i = 0; fits && i < pieces; i++)
            fits = dmi_first_site_bound_init(&s.lead, i, &s.bound[i]);
        status = fits ? DM_OK : dmi_no_memory(err);
        /* One value first, so that a search that is stopped has one. */
        if (status == DM_OK && find_top(&s, &top))
            status = lower_top(&s, &top, err);
        /* The second site may always be just beside the first. */
        for (int32_t i = 0; status == DM_OK && i < pieces; i++) {
            const dmi_first_site_track after = {i, 1, 1, 0}, before = {i, 1, -1, 0};
            status = dmi_first_site_bound_lower(&s.lead, &s.bound[i], &after, &s.best, err);
            if (status == DM_OK)
                status = dmi_first_site_bound_lower(&s.lead, &s.bound[i], &before, &s.best, err);
        }
        while (status == DM_OK && find_top(&s, &top)) {
            status = lower_top(&s, &top, err);
            if (status == DM_OK && !dmi_run_report(s.run, 1, "places", (uint64_t)s.answers, 0, ""))
                status = dmi_stopped(s.run, err);
        }
    }
    if (status == DM_OK || (status == DM_STOPPED && s.bound)) {
        dm_status reported = report_search(&s, status == DM_OK, out, err);
        status = reported == DM_OK ? status : reported;
    }
    for (int32_t i = 0; s.bound && i < s.lead.position.net.piece_count; i++)
        free(s.bound[i].part);
    free(s.bound);
    for (int32_t v = 0; s.lead.way && v < s.lead.position.net.n; v++)
        free(s.lead.way[v]);
    free(s.lead.way);
    free(s.lead.now);
    dmi_line_position_clear(&s.lead.position);
    return status;
}
