/* attack_search_impl.h - tries Blue's moves against one strategy of Red.
 *
 * Blue tries every candidate in turn, Red answers, until the game ends; stones are taken back on
 * the way up.  The work is divided at Blue's first free choice: item i is the i-th node there.
 * Numbers that must be scaled with the board (candidates, the worst game) are in its pool.
 *
 * Cost: O(n) per red stone, O(n) per candidate of a blue one.
 */
#ifndef DMI_INTERVAL_PLAY_ATTACK_SEARCH_IMPL_H
#define DMI_INTERVAL_PLAY_ATTACK_SEARCH_IMPL_H

#include "interval/play/blue_candidates_impl.h"
#include "interval/play/play_turn_impl.h"
#include "interval/play/position_table_impl.h"

/* A finished game and its margin. */
typedef struct played_game {
    bool there;
    uint64_t item;
    num *margin; /* in the board's pool, like the places */
    num *places;
    int *turn_of;
    int count;
} played_game;

struct dmi_interval_searcher {
    const dmi_interval_attack *attack;
    dm_run *run;
    board board;
    dm_interval_player red, blue;
    num scratch, lead;
    candidate_list candidate_list; /* of the current depth */
    num *candidates;
    int depth_room;
    played_game item_worst, worst;
    dm_attack_result tally; /* of the current item */
    int64_t games;          /* of all items before it */
    uint64_t item, seen;    /* the current item, and the number of nodes passed at the split */
    int split;              /* the number of Blue's stones at which the work is divided */
    bool coarse, stopped;
    table table;
};

static inline void note_worst(dmi_interval_searcher *s)
{
    const board *b = &s->board;
    played_game *l = &s->item_worst;
    if (l->there && num_compare(s->lead, *l->margin) >= 0)
        return;
    l->there = true;
    l->item = s->item;
    l->count = b->count;
    num_set(*l->margin, s->lead);
    for (int i = 0; i < b->count; i++) {
        num_set(l->places[i], b->at[i]);
        l->turn_of[i] = b->turn_of[i];
    }
}

static inline void copy_game(played_game *to, const played_game *from)
{
    to->there = from->there;
    to->item = from->item;
    to->count = from->count;
    num_set(*to->margin, *from->margin);
    for (int i = 0; i < from->count; i++) {
        num_set(to->places[i], from->places[i]);
        to->turn_of[i] = from->turn_of[i];
    }
}

static inline void count_game(dmi_interval_searcher *s)
{
    margin(&s->board, s->lead);
    int sign = num_sign(s->lead);
    s->tally.games++;
    s->tally.not_won += sign <= 0;
    s->tally.lost += sign < 0;
    note_worst(s);
    if (s->tally.games % 64 == 0 &&
        !dmi_run_report(s->run, 64, "attack", (uint64_t)(s->games + s->tally.games),
                        (uint64_t)s->attack->settings.samples, ""))
        s->stopped = true;
}

static inline void try_stones(dmi_interval_searcher *s);

/* Blue's turn is over: Red answers and the game goes on. */
static inline void after_blue(dmi_interval_searcher *s)
{
    board *b = &s->board;
    end_turn(b);
    if (!board_is_over(b) && !play_turn(b, &s->red, s->scratch)) {
        s->coarse = true;
        return;
    }
    s->tally.positions++;
    if (board_is_over(b))
        count_game(s);
    else
        try_stones(s);
}

static inline void undo_to(board *b, int count)
{
    while (b->count > count)
        board_undo(b);
}

/* After one more blue stone: tries to go on with the turn, and to end it. */
static inline void after_stone(dmi_interval_searcher *s)
{
    board *b = &s->board;
    int count = b->count, in_turn = b->in_turn;
    if (in_turn < turn_most(b) && any_legal(b))
        try_stones(s);
    if (s->coarse || s->stopped || (in_turn < turn_least(b) && any_legal(b)))
        return;
    after_blue(s);
    if (s->coarse)
        return;
    undo_to(b, count);
    b->side = DM_BLUE; /* the stone stays, its turn is not over */
    b->turn = b->turn_of[count - 1];
    b->in_turn = in_turn;
}

/* Whether this node belongs to another item. */
static inline bool is_not_mine(dmi_interval_searcher *s)
{
    return s->board.placed[DM_BLUE] == s->split && s->seen++ != s->item;
}

static inline void try_all(dmi_interval_searcher *s)
{
    board *b = &s->board;
    const int depth = b->placed[DM_BLUE];
    num *places = s->candidates + (size_t)depth * (size_t)s->depth_room;
    s->candidate_list.places = places;
    if (!find_candidates(b, s->attack->settings.grid, s->attack->settings.bits,
                         &s->candidate_list)) {
        s->coarse = true;
        return;
    }
    int count = s->candidate_list.count;
    for (int i = 0; i < count && !s->coarse && !s->stopped; i++) {
        if (is_not_mine(s))
            continue;
        board_place(b, places[i]);
        after_stone(s);
        if (!s->coarse)
            board_undo(b);
    }
}

/* All games from here on; looked up in the table if they are known. */
static inline void try_stones(dmi_interval_searcher *s)
{
    const board *b = &s->board;
    dm_attack_result before = s->tally;
    if (!s->table.slots || b->in_turn > 0 || b->placed[DM_BLUE] <= s->split) {
        try_all(s);
        return;
    }
    known entry = {.games = 0};
    position_key(b, entry.key);
    const known *old = table_find(&s->table, entry.key);
    if (old) {
        s->tally.games += old->games;
        s->tally.not_won += old->not_won;
        s->tally.lost += old->lost;
        return;
    }
    try_all(s);
    if (s->coarse || s->stopped)
        return;
    entry.games = s->tally.games - before.games;
    entry.not_won = s->tally.not_won - before.not_won;
    entry.lost = s->tally.lost - before.lost;
    table_keep(&s->table, &entry);
}

/* A random place that is likely to be good: a key point or a stone, or a place a little or the
 * minimum distance beside it, or the middle of a gap. */
static inline found tempting_place(dmi_interval_searcher *s, dm_rng *rng, num out)
{
    board *b = &s->board;
    int bits = 1 + (int)dm_rng_below(rng, (uint64_t)s->attack->settings.bits);
    uint64_t kind = dm_rng_below(rng, 8);
    if (b->count == 0 && b->circle)
        return NOT_THERE;
    if (kind == 0 && b->count > 0)
        return break_gap(b, (int)dm_rng_below(rng, (uint64_t)gap_count(b)), out);
    if (!refine_to_bits(b, bits))
        return FAILED;
    if (kind < 5 || b->count == 0)
        num_set(out, b->key[dm_rng_below(rng, (uint64_t)b->n)]);
    else
        num_set(out, b->at[dm_rng_below(rng, (uint64_t)b->count)]);
    num_zero(s->lead);
    if (kind != 1 && kind != 2)
        num_shrink(s->lead, b->unit, bits);
    if (kind % 2 && kind > 2)
        num_add(s->lead, s->lead, b->min_distance);
    if (dm_rng_below(rng, 2))
        num_sub(out, out, s->lead);
    else
        num_add(out, out, s->lead);
    wrap(b, out);
    return is_open(b, out) ? FOUND : NOT_THERE;
}

/* A random place: a likely one, the best at once, or any. */
static inline bool sampled_place(dmi_interval_searcher *s, num out)
{
    enum { TRIES = 4, BITS = 12 };
    board *b = &s->board;
    dm_rng *rng = &s->blue.rng;
    if (dm_rng_below(rng, 8) == 0)
        return best_place(b, DM_BLUE, 1 + (int)dm_rng_below(rng, BITS), out);
    for (int i = 0; i < TRIES && dm_rng_below(rng, 4); i++) {
        found result = tempting_place(s, rng, out);
        if (result != NOT_THERE)
            return result == FOUND;
    }
    return random_place(b, BITS, rng, out);
}

static inline bool sampled_turn(dmi_interval_searcher *s)
{
    board *b = &s->board;
    if (s->attack->blue_given)
        return play_turn(b, &s->blue, s->scratch);
    int least = turn_least(b), choices = turn_most(b) - least + 1;
    int stones = least + (int)dm_rng_below(&s->blue.rng, (uint64_t)choices);
    while (b->in_turn < stones && any_legal(b)) {
        if (!sampled_place(s, s->scratch))
            return false;
        board_place(b, s->scratch);
    }
    end_turn(b);
    return true;
}

static inline void start_again(board *b)
{
    b->count = b->placed[DM_BLUE] = b->placed[DM_RED] = 0;
    b->side = DM_BLUE;
    b->turn = b->in_turn = 0;
    if (b->circle)
        lay_keys(b);
}

static inline void play_sample(dmi_interval_searcher *s, uint64_t number)
{
    board *b = &s->board;
    uint64_t seed = dm_rng_derive(s->attack->settings.seed, number);
    dm_rng_init(&s->blue.rng, seed);
    dm_rng_init(&s->red.rng, dm_rng_derive(seed, 1));
    start_again(b);
    while (!board_is_over(b) && !s->coarse) {
        bool fine = b->side == DM_BLUE ? sampled_turn(s) : play_turn(b, &s->red, s->scratch);
        s->coarse = !fine;
    }
    if (!s->coarse) {
        s->tally.positions++;
        count_game(s);
    }
}

static inline bool search_samples(dmi_interval_searcher *s)
{
    uint64_t all = (uint64_t)s->attack->settings.samples;
    uint64_t first = s->item * DMI_SAMPLE_BLOCK;
    uint64_t end = first + DMI_SAMPLE_BLOCK < all ? first + DMI_SAMPLE_BLOCK : all;
    for (uint64_t i = first; i < end && !s->coarse && !s->stopped; i++)
        play_sample(s, i);
    return first < all;
}

static inline bool search_tree(dmi_interval_searcher *s)
{
    s->seen = 0;
    start_again(&s->board);
    dm_rng_init(&s->red.rng, dm_rng_derive(s->attack->settings.seed, s->item));
    try_stones(s);
    /* a game that ends before the first choice belongs to the first item */
    return s->seen > s->item || (s->item == 0 && s->tally.games > 0);
}

static dmi_interval_item search_item(dmi_interval_searcher *s, uint64_t item,
                                     dm_attack_result *result)
{
    s->item = item;
    s->coarse = s->stopped = s->item_worst.there = false;
    s->tally = (dm_attack_result){0};
    bool there = s->attack->settings.samples > 0 ? search_samples(s) : search_tree(s);
    if (s->coarse)
        return DMI_ITEM_COARSE;
    if (!there)
        return DMI_ITEM_NONE;
    dmi_attack_result_add(result, &s->tally);
    s->games += s->tally.games;
    const played_game *l = &s->item_worst;
    if (l->there && (!s->worst.there || num_compare(*l->margin, *s->worst.margin) < 0))
        copy_game(&s->worst, l);
    return s->stopped ? DMI_ITEM_STOPPED : DMI_ITEM_DONE;
}

static void searcher_close(dmi_interval_searcher *s)
{
    if (!s)
        return;
    board_clear(&s->board);
    num_clear(s->scratch);
    num_clear(s->lead);
    num_clear(s->candidate_list.epsilon);
    num_clear(s->candidate_list.step);
    free(s->worst.turn_of);
    free(s->table.slots);
    free(s);
}

/* The pool holds two games and the candidates of every depth. */
static inline bool make_pool(dmi_interval_searcher *s)
{
    board *b = &s->board;
    size_t stones = 2 * (size_t)b->n;
    bool samples = s->attack->settings.samples > 0;
    s->depth_room = candidate_room(b->n);
    b->pool_size = 2 + 2 * stones + (samples ? 0 : (size_t)b->n * (size_t)s->depth_room);
    b->pool = new_numbers(b->pool_size);
    s->worst.turn_of = dmi_alloc(2 * stones, sizeof(int));
    if (!b->pool || !s->worst.turn_of) {
        b->pool_size = b->pool ? b->pool_size : 0;
        return false;
    }
    s->item_worst.turn_of = s->worst.turn_of + stones;
    s->worst.margin = b->pool;
    s->item_worst.margin = b->pool + 1;
    s->worst.places = b->pool + 2;
    s->item_worst.places = b->pool + 2 + stones;
    s->candidates = b->pool + 2 + 2 * stones;
    s->candidate_list.most = s->depth_room;
    return true;
}

/* The board of the new searcher has no unit yet; NULL without memory. */
static inline dmi_interval_searcher *searcher_new(const dmi_interval_attack *attack, dm_run *run)
{
    const dm_interval_rules *rules = attack->rules;
    const dmi_interval_form form = {rules->arena, rules->stones, rules->batch, rules->all_first};
    dmi_interval_searcher *s = dmi_calloc(1, sizeof *s);
    if (!s || !board_init(&s->board, &form)) {
        free(s);
        return NULL;
    }
    num_init(s->scratch);
    num_init(s->lead);
    num_init(s->candidate_list.epsilon);
    num_init(s->candidate_list.step);
    s->attack = attack;
    s->run = run;
    s->red = attack->red;
    s->blue = attack->blue;
    s->split = rules->arena == DM_CIRCLE && rules->stones > 1 ? 1 : 0;
    if (make_pool(s))
        return s;
    searcher_close(s);
    return NULL;
}

static inline dm_status replay(const dmi_interval_searcher *s, dm_interval *game, dm_error *err)
{
    const played_game *l = &s->worst;
    dm_status status = DM_OK;
    for (int i = 0; i < l->count && status == DM_OK; i++) {
        if (i > 0 && l->turn_of[i] != l->turn_of[i - 1] && dm_interval_in_turn(game) > 0)
            status = dm_interval_end_turn(game, err);
        char *text = num_ratio_text(l->places[i], s->board.unit);
        if (status == DM_OK)
            status = text ? dm_interval_place(game, text, err) : dmi_no_memory(err);
        free(text);
    }
    return status;
}

static dm_status worst_game(const dmi_interval_searcher *s, dm_interval **out, uint64_t *item,
                            dm_error *err)
{
    dm_interval *game = NULL;
    if (!s->worst.there)
        return DM_OK;
    dm_status status = dm_interval_new(s->attack->rules, &game, err);
    if (status == DM_OK)
        status = replay(s, game, err);
    if (status == DM_OK) {
        *out = game;
        *item = s->worst.item;
    } else {
        dm_interval_free(game);
    }
    return status;
}

#endif
