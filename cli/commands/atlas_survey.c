/* atlas_survey.c - one pass over the games of a table: counts, column widths, Black's wins.
 *
 * Games come sorted by vertices, board and rounds, so one row of counts is enough. */
#include "atlas_command.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const atlas_query *query;
    dm_atlas_game_fn *each;
    void *user;
} filter;

static bool is_of(atlas_winner winner, const dm_atlas_game *game)
{
    switch (winner) {
    case ATLAS_WHITE:
        return game->lower > 0;
    case ATLAS_TIE:
        return game->lower == 0 && game->upper == 0;
    case ATLAS_BLACK:
        return game->upper < 0;
    case ATLAS_ANY:
        break;
    }
    return true;
}

static dm_status pass_game(void *user, const dm_atlas_game *game, dm_error *err)
{
    const filter *f = user;
    return is_of(f->query->winner, game) ? f->each(f->user, game, err) : DM_OK;
}

dm_status atlas_read(const atlas_query *query, dm_atlas_game_fn *each, void *user, dm_error *err)
{
    filter f = {query, each, user};
    if (!query->atlas)
        return atlas_packed_each(&query->plan, pass_game, &f, err);
    return dm_atlas_each(query->atlas, &query->plan, pass_game, &f, err);
}

void atlas_count_game(atlas_count *count, const dm_atlas_game *game)
{
    if (is_of(ATLAS_WHITE, game))
        count->white++;
    else if (is_of(ATLAS_BLACK, game))
        count->black++;
    else if (is_of(ATLAS_TIE, game))
        count->tie++;
    else
        count->unproven++;
}

int64_t atlas_count_sum(const atlas_count *c)
{
    assert(c->white >= 0 && c->tie >= 0 && c->black >= 0);
    return c->white + c->tie + c->black + c->unproven;
}

void atlas_value_text(const dm_atlas_game *game, char out[48])
{
    if (!game->proven)
        snprintf(out, 48, "%" PRId64 "..%" PRId64, game->lower, game->upper);
    else
        snprintf(out, 48, game->lower ? "%+" PRId64 : "%" PRId64, game->lower);
}

/* Whether `game` is on another board than the game before; remembers it. */
static bool is_new_board(char last[64], int32_t *last_rounds, const dm_atlas_game *game)
{
    char name[64];
    snprintf(name, sizeof name, "%s", game->board);
    bool is_new = strcmp(last, name) != 0 || game->rounds <= *last_rounds;
    memcpy(last, name, sizeof name);
    *last_rounds = game->rounds;
    return is_new;
}

static bool reserve_rounds(atlas_survey *s, int32_t rounds)
{
    assert(rounds > 0);
    if (rounds < s->rounds_capacity)
        return true;
    size_t capacity = (size_t)rounds + 16;
    atlas_rounds *grown = realloc(s->rounds, capacity * sizeof *grown);
    if (!grown)
        return false;
    memset(grown + s->rounds_capacity, 0, (capacity - (size_t)s->rounds_capacity) * sizeof *grown);
    s->rounds = grown;
    s->rounds_capacity = (int32_t)capacity;
    return true;
}

static bool note_black_win(atlas_rounds *r, const dm_atlas_game *game)
{
    assert(r->least_count >= 0);
    if (r->least == 0)
        r->least = game->vertices;
    if (r->least != game->vertices)
        return true;
    if (r->least_count < ATLAS_EXAMPLES) {
        r->example[r->least_count] = strdup(game->board);
        r->value[r->least_count] = game->upper;
        if (!r->example[r->least_count])
            return false;
    }
    r->least_count++;
    return true;
}

static int greater_of(int a, int b)
{
    return a > b ? a : b;
}

static dm_status add_game(void *user, const dm_atlas_game *game, dm_error *err)
{
    atlas_survey *s = user;
    char value[48];
    if (!reserve_rounds(s, game->rounds))
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    s->boards += is_new_board(s->last, &s->last_rounds, game);
    if (s->games++ == 0)
        s->min_vertices = game->vertices;
    s->max_vertices = game->vertices;
    s->max_rounds = greater_of(s->max_rounds, game->rounds);
    s->name_width = greater_of(s->name_width, (int)strlen(game->board));
    atlas_value_text(game, value);
    s->cell_width = greater_of(s->cell_width, (int)strlen(value));
    atlas_count_game(&s->total, game);
    atlas_rounds *r = &s->rounds[game->rounds];
    atlas_count_game(&r->count, game);
    if (game->upper < 0 && !note_black_win(r, game))
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    return DM_OK;
}

/* Adds the games of one size that are counted, but not there; of one number of rounds. */
static dm_status add_counts(void *user, const atlas_size *size, dm_error *err)
{
    atlas_survey *s = user;
    int32_t rounds = size->max_rounds;
    const atlas_count *c = &size->by_rounds[rounds];
    if (!reserve_rounds(s, rounds))
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    s->min_vertices = s->games ? s->min_vertices : size->vertices;
    s->max_vertices = greater_of(s->max_vertices, size->vertices);
    s->boards += size->vertices != s->last_rounds ? size->boards : 0; /* once per size */
    s->last_rounds = size->vertices;
    s->games += atlas_count_sum(c);
    s->max_rounds = greater_of(s->max_rounds, rounds);
    s->total.white += c->white;
    s->total.tie += c->tie;
    s->total.black += c->black;
    s->total.unproven += c->unproven;
    return DM_OK;
}

/* The counts, and Black's smallest wins from the games. */
static dm_status survey_counts(const atlas_query *query, atlas_survey *out, dm_error *err)
{
    atlas_survey counted = {0};
    dm_status status = atlas_read(query, add_game, out, err);
    if (status == DM_OK)
        status = atlas_packed_counts(query, add_counts, &counted, err);
    if (status == DM_OK && !reserve_rounds(out, counted.max_rounds + 1))
        status = answer_fail(err, DM_NO_MEMORY, "out of memory");
    out->games = counted.games;
    out->boards = counted.boards;
    out->min_vertices = counted.min_vertices;
    out->max_vertices = counted.max_vertices;
    out->max_rounds = counted.max_rounds;
    out->total = counted.total;
    atlas_survey_clear(&counted);
    return status;
}

dm_status atlas_survey_init(const atlas_query *query, atlas_survey *out, dm_error *err)
{
    atlas_survey survey = {0};
    dm_status status = atlas_is_counted(query) ? survey_counts(query, &survey, err)
                                               : atlas_read(query, add_game, &survey, err);
    if (status == DM_OK)
        *out = survey;
    else
        atlas_survey_clear(&survey);
    return status;
}

void atlas_survey_clear(atlas_survey *s)
{
    for (int32_t r = 0; r < s->rounds_capacity; r++)
        for (int i = 0; i < ATLAS_EXAMPLES; i++)
            free(s->rounds[r].example[i]);
    free(s->rounds);
    *s = (atlas_survey){0};
}

typedef struct {
    const atlas_query *query;
    atlas_size_fn *each;
    void *user;
    atlas_size size;
    atlas_count *counts;
    int32_t capacity;
    char last[64];
    int32_t last_rounds;
} sizing;

static dm_status pass_size(sizing *s, dm_error *err)
{
    if (s->size.vertices == 0)
        return DM_OK;
    if (!s->query->atlas) {
        s->size.is_complete = true;
        return s->each(s->user, &s->size, err);
    }
    dm_status status = dm_atlas_is_complete(s->query->atlas, &s->query->plan, s->size.vertices,
                                            &s->size.is_complete, err);
    return status == DM_OK ? s->each(s->user, &s->size, err) : status;
}

static dm_status add_to_size(void *user, const dm_atlas_game *game, dm_error *err)
{
    sizing *s = user;
    dm_status status = DM_OK;
    if (game->vertices != s->size.vertices) {
        status = pass_size(s, err);
        memset(s->counts, 0, ((size_t)s->capacity + 1) * sizeof *s->counts);
        s->size = (atlas_size){.vertices = game->vertices, .by_rounds = s->counts};
    }
    s->size.boards += is_new_board(s->last, &s->last_rounds, game);
    if (game->rounds <= s->capacity) {
        s->size.max_rounds = (int32_t)greater_of(s->size.max_rounds, game->rounds);
        atlas_count_game(&s->counts[game->rounds], game);
    }
    return status;
}

/* One number of rounds of a size. */
static dm_status add_row(void *user, const atlas_size *size, dm_error *err)
{
    sizing *s = user;
    dm_status status = DM_OK;
    if (size->vertices != s->size.vertices) {
        status = pass_size(s, err);
        memset(s->counts, 0, ((size_t)s->capacity + 1) * sizeof *s->counts);
        s->size = (atlas_size){
            .vertices = size->vertices, .boards = size->boards, .by_rounds = s->counts};
    }
    if (size->max_rounds <= s->capacity) {
        s->size.max_rounds = (int32_t)greater_of(s->size.max_rounds, size->max_rounds);
        s->counts[size->max_rounds] = size->by_rounds[size->max_rounds];
    }
    return status;
}

dm_status atlas_each_size(const atlas_query *query, const atlas_survey *survey, atlas_size_fn *each,
                          void *user, dm_error *err)
{
    sizing s = {.query = query, .each = each, .user = user, .capacity = survey->max_rounds};
    s.counts = calloc((size_t)s.capacity + 1, sizeof *s.counts);
    if (!s.counts)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    dm_status status = atlas_is_counted(query) ? atlas_packed_counts(query, add_row, &s, err)
                                               : atlas_read(query, add_to_size, &s, err);
    if (status == DM_OK)
        status = pass_size(&s, err);
    free(s.counts);
    return status;
}
