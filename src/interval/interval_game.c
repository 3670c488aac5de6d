/* interval_game.c - a game on a circle or a segment: rules, stones, turns.
 *
 * The arena has `unit` units; a place between two units makes the unit finer.  A stone is checked
 * against the rules before it changes anything else.
 */
#include "interval/interval_game.h"

#include "base/names.h"

static const char *const colour_names[] = {"blue", "red"};

DMI_ENUM_NAMES(dm_interval_arena, "arena", "circle", "segment")

const char *dm_colour_name(dm_colour colour)
{
    return colour_names[colour == DM_RED];
}

dm_status dmi_numbers_too_long(dm_error *err)
{
    return dmi_fail(err, DM_TOO_LARGE, "the places need numbers of more than %d bits",
                    (int)NUM_MOST_BITS);
}

dm_status dm_interval_new(const dm_interval_rules *rules, dm_interval **out, dm_error *err)
{
    const char *text = rules->min_distance ? rules->min_distance : "0";
    if (rules->stones < 1 || rules->stones > DM_INTERVAL_STONES)
        return dmi_fail(err, DM_BAD_ARGUMENT, "%d stones; expected 1 to %d per player",
                        rules->stones, DM_INTERVAL_STONES);
    if (rules->batch && !rules->all_first && rules->stones == 1)
        return dmi_fail(err, DM_BAD_ARGUMENT,
                        "several stones per turn need at least 2 stones per player, because Blue's "
                        "first turn may not have all");
    mpq_t least;
    mpq_init(least);
    dm_status status = dmi_fraction_read(text, strlen(text), "minimum distance", least, err);
    if (status == DM_OK && (mpq_sgn(least) < 0 || mpq_cmp_ui(least, 1, 1) > 0))
        status = dmi_fail(err, DM_BAD_ARGUMENT, "minimum distance %.60s; expected 0 to 1", text);
    const dmi_interval_form form = {rules->arena, rules->stones, rules->batch, rules->all_first};
    dm_interval *game = status == DM_OK ? dmi_calloc(1, sizeof *game) : NULL;
    if (status == DM_OK && (!game || !board_init(&game->board, &form))) {
        free(game);
        game = NULL;
        status = dmi_no_memory(err);
    }
    if (status == DM_OK) {
        board *b = &game->board;
        game->rules = *rules;
        game->rules.batch |= rules->all_first;
        game->rules.min_distance = game->min_distance =
            dmi_fraction_text(mpq_numref(least), mpq_denref(least));
        /* 2n units, times the denominator of the minimum distance */
        mpz_mul_ui(b->unit, mpq_denref(least), 2 * (unsigned long)b->n);
        mpz_mul_ui(b->min_distance, mpq_numref(least), 2 * (unsigned long)b->n);
        b->closed = mpz_sgn(b->min_distance) > 0 && !rules->strict;
        lay_keys(b);
        if (!game->min_distance) {
            dm_interval_free(game);
            status = dmi_no_memory(err);
        }
    }
    mpq_clear(least);
    if (status == DM_OK)
        *out = game;
    return status;
}

void dm_interval_free(dm_interval *game)
{
    if (!game)
        return;
    board_clear(&game->board);
    free(game->min_distance);
    free(game);
}

dm_status dm_interval_copy(const dm_interval *game, dm_interval **out, dm_error *err)
{
    dm_interval *copy = NULL;
    dm_status status = dm_interval_new(&game->rules, &copy, err);
    if (status != DM_OK)
        return status;
    const board *from = &game->board;
    board *to = &copy->board;
    num_set(to->unit, from->unit);
    num_set(to->min_distance, from->min_distance);
    lay_keys(to);
    for (int i = 0; i < from->count; i++) {
        while (to->turn < from->turn_of[i])
            end_turn(to);
        board_place(to, from->at[i]);
    }
    while (to->turn < from->turn)
        end_turn(to);
    *out = copy;
    return DM_OK;
}

const dm_interval_rules *dm_interval_rules_of(const dm_interval *game)
{
    return &game->rules;
}

bool dm_interval_is_over(const dm_interval *game)
{
    return board_is_over(&game->board);
}

dm_colour dm_interval_to_move(const dm_interval *game)
{
    return (dm_colour)game->board.side;
}

void dm_interval_turn_size(const dm_interval *game, int32_t *least, int32_t *most)
{
    *least = turn_least(&game->board);
    *most = turn_most(&game->board);
}

int32_t dm_interval_in_turn(const dm_interval *game)
{
    return game->board.in_turn;
}

int32_t dm_interval_count(const dm_interval *game)
{
    return game->board.count;
}

void dmi_interval_settle(dm_interval *game)
{
    board *b = &game->board;
    if (b->in_turn > 0 && b->in_turn >= turn_most(b))
        end_turn(b);
}

static dm_status refuse_place(const dm_interval *game, const num x, const mpq_t place,
                              const char *text, size_t length, dm_error *err)
{
    const board *b = &game->board;
    const int shown = length > 60 ? 60 : (int)length;
    if (mpq_sgn(place) < 0 || mpq_cmp_ui(place, 1, 1) > 0)
        return dmi_fail(err, DM_BAD_MOVE, "place %.*s lies outside the %s; expected 0 to 1", shown,
                        text, dm_interval_arena_name(game->rules.arena));
    if (stone_at(b, x) != NO_STONE)
        return dmi_fail(err, DM_BAD_MOVE, "place %.*s is occupied", shown, text);
    return dmi_fail(err, DM_BAD_MOVE,
                    "place %.*s is too near to another stone; stones must be %s %s apart", shown,
                    text, game->rules.strict ? "more than" : "at least", game->min_distance);
}

/* The same with a place as text. */
static dm_status place_text(dm_interval *game, const char *text, size_t length, dm_error *err)
{
    if (dm_interval_is_over(game))
        return dmi_fail(err, DM_BAD_MOVE, "the game is over; '%.*s' cannot be placed",
                        length > 60 ? 60 : (int)length, text);
    mpq_t place;
    mpq_init(place);
    dm_status status = dmi_fraction_read(text, length, "place", place, err);
    if (status == DM_OK) {
        /* Places a stone; a board that is too coarse is refined first.  On a circle 1 is 0. */
        board *b = &game->board;
        mpz_srcptr below = mpq_denref(place);
        num x;
        num_init(x);
        bool outside = mpq_sgn(place) < 0 || mpq_cmp_ui(place, 1, 1) > 0;
        if (!outside) {
            mpz_gcd(x, b->unit, below);
            mpz_divexact(x, below, x);
            if (mpz_cmp_ui(x, 1) != 0 && !refine_by(b, x))
                status = dmi_numbers_too_long(err);
        }
        if (!outside && status == DM_OK) {
            assert(mpz_divisible_p(b->unit, below));
            mpz_divexact(x, b->unit, below);
            mpz_mul(x, x, mpq_numref(place));
            if (b->circle && mpz_cmp(x, b->unit) == 0)
                mpz_set_ui(x, 0);
        }
        if (status == DM_OK && (outside || stone_at(b, x) != NO_STONE || !is_legal(b, x)))
            status = refuse_place(game, x, place, text, length, err);
        if (status == DM_OK) {
            board_place(b, x);
            dmi_interval_settle(game);
        }
        num_clear(x);
    }
    mpq_clear(place);
    return status;
}

dm_status dm_interval_place(dm_interval *game, const char *place, dm_error *err)
{
    return place_text(game, place, strlen(place), err);
}

dm_status dm_interval_end_turn(dm_interval *game, dm_error *err)
{
    board *b = &game->board;
    if (b->in_turn == 0)
        return dmi_fail(err, DM_BAD_MOVE, "a turn has at least one stone");
    if (b->in_turn < turn_least(b) && !board_is_over(b))
        return dmi_fail(err, DM_BAD_MOVE, "this turn must have %d stones, not %d, because %s",
                        turn_least(b), b->in_turn,
                        b->all_first ? "each side places all at once" : "Blue has placed all");
    end_turn(b);
    return DM_OK;
}

dm_status dm_interval_undo(dm_interval *game, dm_error *err)
{
    if (game->board.count == 0)
        return dmi_fail(err, DM_BAD_MOVE, "there is no stone to take back");
    board_undo(&game->board);
    return DM_OK;
}

/* One place of a list of moves, and the sign after it. */
static dm_status read_word(dm_interval *game, const char *text, size_t length, char sign,
                           dm_error *err)
{
    int turn = game->board.turn, most = turn_most(&game->board);
    dm_status status = place_text(game, text, length, err);
    bool ended = game->board.turn != turn;
    if (status == DM_OK && sign == ';' && !ended)
        return dm_interval_end_turn(game, err);
    if (status == DM_OK && sign == ',' && ended && game->rules.batch)
        return dmi_fail(err, DM_BAD_MOVE,
                        "turn %d may have at most %d stone%s; end it with a semicolon", turn + 1,
                        most, dmi_plural(most, "", "s"));
    return status;
}

dm_status dm_interval_read(dm_interval *game, const char *moves, dm_error *err)
{
    const char *blanks = " \t\r\n";
    dm_status status = DM_OK;
    moves += strspn(moves, blanks);
    while (status == DM_OK && *moves) {
        size_t length = strcspn(moves, ",; \t\r\n");
        size_t after = length + strspn(moves + length, blanks);
        char sign = moves[after];
        if (sign && sign != ',' && sign != ';')
            return dmi_fail(err, DM_BAD_ARGUMENT,
                            "moves: expected a comma or a semicolon before '%.60s'", moves + after);
        status = read_word(game, moves, length, sign, err);
        moves += after + (sign != 0);
        moves += strspn(moves, blanks);
    }
    return status;
}
