/* site_games.c - the games and boards of a site as data for its script.
 *
 * A file is one call of a function of site.js.  Who owns what is stored by turns, as changes: the
 * number of vertices that change, then for each 4 * (its distance from the one before) + its owner,
 * in groups of seven bits, all as base64.  Owners: 0 nobody, 1 White, 2 Black, 3 tied.
 */
#include "tournament_pages/site.h"

#include "server/base64.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static dm_status no_memory(dm_error *err)
{
    return answer_fail(err, DM_NO_MEMORY, "out of memory");
}

int64_t site_board_number(const site *s, int64_t game)
{
    return s->boards > 0 ? game / 2 % s->boards : game / 2;
}

/* The board from its stored text, or from the event's name. */
static dm_status read_board(const site *s, const site_pairing *pairing, int64_t number,
                            dm_arena **out, dm_error *err)
{
    char *text = NULL;
    dm_reader *reader = NULL;
    uint64_t seed = s->is_random ? dm_tournament_board_seed(s->seed, number / 2) : s->seed;
    dm_status status = dm_results_board(s->results, pairing->id, number, &text, err);
    if (status != DM_OK)
        return status;
    if (!text) {
        status = dm_arena_open(s->arena, seed, out, err);
        return status == DM_NO_MEMORY ? status : DM_OK;
    }
    status = dm_reader_open_memory(s->arena, text, strlen(text), "json", &reader, err);
    if (status == DM_OK)
        status = dm_reader_next(reader, out, err);
    dm_reader_free(reader);
    dm_free(text);
    return status;
}

dm_status site_board_of(site *s, const site_pairing *pairing, int64_t number, const dm_arena **out,
                        dm_error *err)
{
    int64_t b = site_board_number(s, number);
    site_board *place = &s->board[b % SITE_BOARDS];
    dm_arena *arena = NULL;
    if (!place->arena || place->number != b) {
        dm_status status = read_board(s, pairing, number, &arena, err);
        if (status != DM_OK)
            return status;
        dm_arena_free(place->arena);
        *place = (site_board){arena, b};
    }
    *out = place->arena;
    return DM_OK;
}

dm_status site_replay(const site *s, const dm_arena *arena, const char *moves, dm_position **out,
                      dm_error *err)
{
    dm_position *position = NULL;
    dm_status status = dm_position_new(arena, &s->rules, &position, err);
    dm_vertex *move = calloc((size_t)s->rules.per_turn, sizeof *move);
    if (status == DM_OK && !move)
        status = no_memory(err);
    while (*moves && status == DM_OK) {
        int32_t count = 0;
        while (*moves && *moves != ' ' && count < s->rules.per_turn && *moves != '-') {
            move[count++] = (dm_vertex)strtol(moves, (char **)&moves, 10);
            moves += *moves == ',';
        }
        moves += strcspn(moves, " ");
        moves += *moves == ' ';
        status =
            count ? dm_position_make(position, move, count, err) : dm_position_pass(position, err);
    }
    free(move);
    if (status == DM_OK)
        *out = position;
    else
        dm_position_free(position);
    return status;
}

/* Bytes that grow; `lost` once there was no memory. */
typedef struct {
    unsigned char *byte;
    size_t count, room;
    bool lost;
} bytes;

static void put_number(bytes *to, uint64_t number)
{
    if (to->count + 10 > to->room) {
        unsigned char *grown = realloc(to->byte, 2 * to->room + 64);
        to->lost = to->lost || !grown;
        if (!grown)
            return;
        to->byte = grown;
        to->room = 2 * to->room + 64;
    }
    for (; number >= 128; number >>= 7)
        to->byte[to->count++] = (unsigned char)(128 | (number & 127));
    to->byte[to->count++] = (unsigned char)number;
}

static unsigned char owner_code(int32_t owner)
{
    return owner == DM_UNREACHED ? 0 : owner == DM_TIED ? 3 : (unsigned char)(owner + 1);
}

/* All turns of a game, freed with free(). */
static dm_status owners_text(const site *s, const dm_position *game, char **out, dm_error *err)
{
    const dm_arena *arena = dm_position_arena(game);
    const dm_rules *rules = dm_position_rules(game);
    bytes all = {0};
    int32_t count = 0, placed = 0;
    const dm_stone *stones = dm_position_stones(game, &count);
    unsigned char *before = calloc((size_t)dm_arena_vertices(arena) + 1, 1);
    dm_status status = before ? DM_OK : no_memory(err);
    for (int32_t turn = 0; turn < dm_position_turns_made(game) && status == DM_OK; turn++) {
        dm_dominance *now = NULL;
        placed += rules->turns[turn].stones;
        status = dm_dominance_new(arena, stones, placed, s->rules.ties, &now, err);
        if (status == DM_OK) {
            /* the changes of one turn; `before` becomes what is now */
            uint64_t changes = 0;
            dm_vertex last = -1;
            for (dm_vertex v = 0; v < now->n; v++)
                changes += before[v] != owner_code(now->owner[v]);
            put_number(&all, changes);
            for (dm_vertex v = 0; v < now->n; v++)
                if (before[v] != owner_code(now->owner[v])) {
                    before[v] = owner_code(now->owner[v]);
                    put_number(&all, 4 * (uint64_t)(v - last) + before[v]);
                    last = v;
                }
        }
        dm_dominance_free(now);
    }
    if (status == DM_OK)
        *out = all.lost ? NULL : base64_of(all.byte ? (const void *)all.byte : "", all.count);
    free(before);
    free(all.byte);
    return status == DM_OK && !*out ? no_memory(err) : status;
}

/* A pairing whose games are written. */
typedef struct {
    site *s;
    int32_t pairing;
    json_t *games, *faults; /* faults: by number of the game */
} game_list;

static int32_t player_on(const site_pairing *p, int64_t number, int side)
{
    return (number % 2 == 0) == (side == DM_WHITE) ? p->first : p->second;
}

static dm_status take_fault(void *user, const dm_event_fault *from, dm_error *err)
{
    const game_list *l = user;
    char key[24];
    snprintf(key, sizeof key, "%" PRId64, from->number);
    json_t *list = json_object_get(l->faults, key);
    if (!list) {
        list = json_array();
        json_object_set_new(l->faults, key, list);
    }
    json_array_append_new(list, json_pack("[i,o,o]", (int)from->turn, report_name(from->kind),
                                          report_name(from->detail)));
    site_player *p =
        &l->s->player[player_on(&l->s->pairing[l->pairing], from->number, (int)from->side)];
    if (p->fault_count >= SITE_FAULTS)
        return DM_OK;
    site_fault *grown = realloc(p->fault, (p->fault_count + 1) * sizeof *grown);
    if (!grown)
        return no_memory(err);
    p->fault = grown;
    site_fault *fault = &p->fault[p->fault_count++];
    *fault = (site_fault){.pairing = l->pairing,
                          .number = from->number,
                          .turn = from->turn,
                          .kind = strdup(from->kind),
                          .detail = strdup(from->detail),
                          .error_output = strdup(from->error_output)};
    return fault->kind && fault->detail && fault->error_output ? DM_OK : no_memory(err);
}

static dm_status add_candidate(site_player *p, site_candidate candidate, dm_error *err)
{
    site_candidate *grown = realloc(p->candidate, (p->candidate_count + 1) * sizeof *grown);
    if (!grown)
        return no_memory(err);
    p->candidate = grown;
    p->candidate[p->candidate_count++] = candidate;
    return DM_OK;
}

/* Adds a game to the records of its two players. */
static dm_status count_game(site *s, int32_t pairing, const dm_event_game *game, dm_error *err)
{
    dm_status status = DM_OK;
    for (int side = 0; side < 2 && status == DM_OK; side++) {
        site_player *player = &s->player[player_on(&s->pairing[pairing], game->number, side)];
        int score = side == DM_WHITE ? (int)game->outcome : -(int)game->outcome;
        int64_t margin = side == DM_WHITE ? -game->value : game->value;
        player->record[side].won += score > 0;
        player->record[side].tied += score == 0;
        player->record[side].lost += score < 0;
        player->seconds[0] += game->seconds[side];
        player->seconds[1] += game->processor_seconds[side];
        status = add_candidate(player, (site_candidate){pairing, game->number, margin}, err);
    }
    return status;
}

static dm_status owners_of(site *s, int32_t pairing, const dm_event_game *game, char **out,
                           dm_error *err)
{
    const dm_arena *arena = NULL;
    dm_position *position = NULL;
    dm_status status = site_board_of(s, &s->pairing[pairing], game->number, &arena, err);
    if (status != DM_OK || !arena || dm_arena_vertices(arena) > SITE_DRAWN)
        return status;
    status = site_replay(s, arena, game->moves, &position, err);
    if (status == DM_OK)
        status = owners_text(s, position, out, err);
    dm_position_free(position);
    return status;
}

static dm_status take_game(void *user, const dm_event_game *game, dm_error *err)
{
    game_list *l = user;
    site *s = l->s;
    char *owners = NULL, key[24];
    bool counts = game->number < s->pairing[l->pairing].limit;
    if (dm_run_stopped(s->run) != DM_STOP_NONE)
        return answer_fail(err, DM_STOPPED, "stopped");
    dm_status status = counts ? count_game(s, l->pairing, game, err) : DM_OK;
    if (status == DM_OK)
        status = owners_of(s, l->pairing, game, &owners, err);
    if (status != DM_OK)
        return status;
    int64_t b = site_board_number(s, game->number);
    s->last_board = b > s->last_board ? b : s->last_board;
    snprintf(key, sizeof key, "%" PRId64, game->number);
    json_t *faults = json_object_get(l->faults, key);
    json_t *one = json_pack("{sI si sI ss ss* sO* sb}", "n", (json_int_t)game->number, "r",
                            (int)game->outcome, "v", (json_int_t)game->value, "m", game->moves, "o",
                            owners, "f", faults, "c", counts);
    free(owners);
    return json_array_append_new(l->games, one) == 0 ? DM_OK : no_memory(err);
}

static dm_status write_pairing(site *s, int32_t index, dm_error *err)
{
    const site_pairing *p = &s->pairing[index];
    game_list l = {s, index, json_array(), json_object()};
    FILE *file = NULL;
    dm_status status = l.games && l.faults ? DM_OK : no_memory(err);
    if (status == DM_OK)
        status = dm_results_faults(s->results, p->id, 0, INT64_MAX, take_fault, &l, err);
    if (status == DM_OK)
        status = dm_results_games(s->results, p->id, 0, INT64_MAX, take_game, &l, err);
    json_t *all = json_pack("{ss ss si si sI sb sO}", "first", s->player[p->first].name, "second",
                            s->player[p->second].name, "first_page", p->first + 1, "second_page",
                            p->second + 1, "boards", (json_int_t)s->boards, "plane",
                            strncmp(s->arena, "plane:", 6) == 0, "games", l.games);
    if (status == DM_OK && !all)
        status = no_memory(err);
    if (status == DM_OK)
        status = site_open(s, &file, err, "data/g%d.js", index + 1);
    if (status == DM_OK) {
        fprintf(file, "demesne.games(%d,", index + 1);
        json_dumpf(all, file, JSON_COMPACT | JSON_ENSURE_ASCII);
        fputs(");\n", file);
        status = site_close(file, err);
    }
    json_decref(all);
    json_decref(l.games);
    json_decref(l.faults);
    return status;
}

dm_status site_write_games(site *s, dm_error *err)
{
    dm_status status = DM_OK;
    for (int32_t i = 0; i < s->pairing_count && status == DM_OK; i++)
        status = write_pairing(s, i, err);
    return status;
}
