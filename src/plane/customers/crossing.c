/* crossing.c - where a circle meets another circle or a side of the board, and the order of such
 * points along the circle.
 *
 * With w from the centre to the other centre, or along the side, the points are
 *
 *     disc   a w  -+ sqrt(d) w'        a, d rational, w' = w turned left, d = R / |w|^2 - a^2
 *     side   a w' -+ sqrt(d) w
 *
 * from the centre of the circle, R its squared radius.  Doubles decide with bounds of their errors;
 * where these do not suffice, the sign of d and the order of points are decided with fractions:
 * the sign of p + q sqrt(d) + r sqrt(e) by squaring.
 */
#include "plane/customers/crossing.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#define ROUND (4 * DBL_EPSILON)

void dmi_root_point_init(dmi_root_point *p)
{
    mpq_inits(p->x, p->y, p->u, p->v, p->d, NULL);
}

void dmi_root_point_clear(dmi_root_point *p)
{
    mpq_clears(p->x, p->y, p->u, p->v, p->d, NULL);
}

dm_status dmi_crossings_init(dmi_crossings *c, const dmi_discs *discs, dm_error *err)
{
    const dm_plane_board *board = discs->plane->board;
    *c = (dmi_crossings){.discs = discs};
    c->side = dmi_alloc((size_t)board->corners, sizeof *c->side);
    if (!c->side)
        return dmi_no_memory(err);
    for (int32_t r = 0; r < board->rings; r++)
        for (int32_t i = 0; i < board->ring[r].count; i++) {
            dmi_side *side = c->side + c->sides++;
            side->from = board->ring[r].at + i;
            side->to = board->ring[r].at + (i + 1) % board->ring[r].count;
            side->near = dmi_discs_from_origin(discs, side->from);
            dm_point end = dmi_discs_from_origin(discs, side->to);
            side->along = (dm_point){end.x - side->near.x, end.y - side->near.y};
        }
    dmi_root_point_init(&c->first);
    dmi_root_point_init(&c->second);
    for (int i = 0; i < 4; i++)
        mpq_init(c->scratch[i]);
    return DM_OK;
}

void dmi_crossings_clear(dmi_crossings *c)
{
    dmi_root_point_clear(&c->first);
    dmi_root_point_clear(&c->second);
    for (int i = 0; i < 4; i++)
        mpq_clear(c->scratch[i]);
    free(c->side);
}

/* Sets out->x, y to a w or a w' and u, v to w' or w without a sign, and d. */
static void exact_points(dmi_crossings *c, int32_t disc, int32_t with, dmi_root_point *out)
{
    const dmi_disc *own = c->discs->disc + disc;
    mpq_t *s = c->scratch;
    bool is_side = with <= DMI_AT_SIDE;
    const dmi_side *side = is_side ? c->side + (DMI_AT_SIDE - with) : NULL;
    const dmi_exact_point *from = is_side ? side->from : own->centre;
    const dmi_exact_point *to = is_side ? side->to : c->discs->disc[with].centre;
    mpq_sub(out->u, to->x, from->x); /* w */
    mpq_sub(out->v, to->y, from->y);
    mpq_mul(s[0], out->u, out->u);
    mpq_mul(s[1], out->v, out->v);
    mpq_add(s[0], s[0], s[1]); /* |w|^2 */
    if (is_side) {
        mpq_sub(s[1], from->y, own->centre->y);
        mpq_mul(s[1], s[1], out->u);
        mpq_sub(s[2], from->x, own->centre->x);
        mpq_mul(s[2], s[2], out->v);
        mpq_sub(s[1], s[1], s[2]);
    } else {
        mpq_add(s[1], s[0], own->square);
        mpq_sub(s[1], s[1], c->discs->disc[with].square);
        mpq_div_2exp(s[1], s[1], 1);
    }
    mpq_div(s[1], s[1], s[0]); /* a */
    mpq_div(out->d, own->square, s[0]);
    mpq_mul(s[2], s[1], s[1]);
    mpq_sub(out->d, out->d, s[2]);
    mpq_mul(out->x, s[1], out->u);
    mpq_mul(out->y, s[1], out->v);
    if (is_side) { /* turn a w left */
        mpq_swap(out->x, out->y);
        mpq_neg(out->x, out->x);
    } else { /* turn w left */
        mpq_swap(out->u, out->v);
        mpq_neg(out->u, out->u);
    }
}

void dmi_crossing_exact(dmi_crossings *c, int32_t disc, const dmi_crossing *at, dmi_root_point *out)
{
    const dmi_disc *own = c->discs->disc + disc;
    if (at->at_site) {
        mpq_sub(out->x, own->site->x, own->centre->x);
        mpq_sub(out->y, own->site->y, own->centre->y);
        mpq_set_ui(out->u, 0, 1);
        mpq_set_ui(out->v, 0, 1);
        mpq_set_ui(out->d, 0, 1);
        return;
    }
    exact_points(c, disc, at->with, out);
    if (at->sign < 0) {
        mpq_neg(out->u, out->u);
        mpq_neg(out->v, out->v);
    }
}

bool dmi_root_point_is_rational(dmi_root_point *p)
{
    bool is_flat = (mpq_sgn(p->u) == 0 && mpq_sgn(p->v) == 0) || mpq_sgn(p->d) == 0;
    if (!is_flat) {
        if (!mpz_perfect_square_p(mpq_numref(p->d)) || !mpz_perfect_square_p(mpq_denref(p->d)))
            return false;
        mpz_sqrt(mpq_numref(p->d), mpq_numref(p->d));
        mpz_sqrt(mpq_denref(p->d), mpq_denref(p->d));
        mpq_mul(p->u, p->u, p->d);
        mpq_mul(p->v, p->v, p->d);
        mpq_add(p->x, p->x, p->u);
        mpq_add(p->y, p->y, p->v);
    }
    mpq_set_ui(p->u, 0, 1);
    mpq_set_ui(p->v, 0, 1);
    mpq_set_ui(p->d, 0, 1);
    return true;
}

/* The sign of p + q sqrt(d); `s` is scratch. */
static int sign_one(const mpq_t p, const mpq_t q, const mpq_t d, mpq_t s[2])
{
    int first = mpq_sgn(p), second = mpq_sgn(q) * mpq_sgn(d);
    if (first == 0 || second == 0 || first == second)
        return first ? first : second;
    mpq_mul(s[0], p, p);
    mpq_mul(s[1], q, q);
    mpq_mul(s[1], s[1], d);
    int order = mpq_cmp(s[0], s[1]);
    return order > 0 ? first : order < 0 ? second : 0;
}

/* The sign of p + q sqrt(d) - r sqrt(e).  `s` is scratch, and p is changed. */
static int sign_two(mpq_t p, const mpq_t q, const mpq_t d, const mpq_t r, const mpq_t e, mpq_t s[3])
{
    int first = sign_one(p, q, d, s), second = -mpq_sgn(r) * mpq_sgn(e);
    if (first == 0 || second == 0 || first == second)
        return first ? first : second;
    /* (p + q sqrt d)^2 - r^2 e = p^2 + q^2 d - r^2 e + 2 p q sqrt d */
    mpq_mul(s[2], p, p);
    mpq_mul(s[0], q, q);
    mpq_mul(s[0], s[0], d);
    mpq_add(s[2], s[2], s[0]);
    mpq_mul(s[0], r, r);
    mpq_mul(s[0], s[0], e);
    mpq_sub(s[2], s[2], s[0]);
    mpq_mul(p, p, q);
    mpq_mul_2exp(p, p, 1);
    int order = sign_one(s[2], p, d, s);
    return order > 0 ? first : order < 0 ? second : 0;
}

/* The parts of a circle by increasing angle: below the centre, to its right, above, to its left. */
static int part_of(const dmi_root_point *p, mpq_t s[2])
{
    int y = sign_one(p->y, p->v, p->d, s);
    return y < 0 ? 0 : y > 0 ? 2 : sign_one(p->x, p->u, p->d, s) > 0 ? 1 : 3;
}

int dmi_root_point_order(dmi_crossings *c, dmi_root_point *p, dmi_root_point *q)
{
    int first = part_of(p, c->scratch), second = part_of(q, c->scratch);
    if (first != second)
        return first - second;
    mpq_sub(p->x, p->x, q->x);
    int by_x = sign_two(p->x, p->u, p->d, q->u, q->d, c->scratch);
    return first == 0 ? by_x : -by_x;
}

int dmi_crossing_order(dmi_crossings *c, int32_t disc, const dmi_crossing *a, const dmi_crossing *b)
{
    double apart = a->angle - b->angle;
    if (fabs(apart) > a->error + b->error)
        return apart > 0 ? 1 : -1;
    if ((a->at_site && b->at_site) || (a->with == b->with && a->sign == b->sign))
        return 0;
    dmi_crossing_exact(c, disc, a, &c->first);
    dmi_crossing_exact(c, disc, b, &c->second);
    return dmi_root_point_order(c, &c->first, &c->second);
}

/* The numbers of the head comment as doubles, with bounds of their errors. */
typedef struct frame {
    double x, y, off; /* w */
    double a, a_off;
    double d, d_off;
} frame;

/* Finds d; false if its sign is not certain. */
static bool frame_finish(frame *f, double above, double above_off, double below, double below_off,
                         double square)
{
    double size = f->x * f->x + f->y * f->y, off = 2 * (fabs(f->x) + fabs(f->y) + f->off) * f->off;
    off += ROUND * size;
    if (!(size > 2 * off) || !(below > 2 * below_off) || size < DBL_MIN / DBL_EPSILON)
        return false;
    f->a = above / below;
    f->a_off = (above_off + fabs(f->a) * below_off) / (below - below_off) + ROUND * fabs(f->a);
    double ratio = square / size;
    f->d = ratio - f->a * f->a;
    f->d_off = ratio * (off / (size - off) + ROUND) + (2 * fabs(f->a) + f->a_off) * f->a_off +
               ROUND * f->a * f->a;
    return fabs(f->d) > 2 * f->d_off;
}

/* The frame with fractions: only rounding is left. */
static int frame_exactly(dmi_crossings *c, int32_t disc, int32_t with, frame *f)
{
    dmi_root_point *p = &c->first;
    bool is_side = with <= DMI_AT_SIDE;
    exact_points(c, disc, with, p);
    f->x = mpq_get_d(is_side ? p->u : p->v);
    f->y = is_side ? mpq_get_d(p->v) : -mpq_get_d(p->u);
    f->a = mpq_get_d(c->scratch[1]);
    f->d = mpq_get_d(p->d);
    f->off = ROUND * fmax(fabs(f->x), fabs(f->y));
    f->a_off = ROUND * fabs(f->a);
    f->d_off = ROUND * fabs(f->d);
    return mpq_sgn(p->d);
}

/* The crossing in direction (along, across), as seen from w. */
static dmi_crossing make_crossing(dmi_crossings *c, int32_t disc, const frame *f, int32_t with,
                                  int sign)
{
    static const double pi = 3.14159265358979323846;
    double root = sqrt(f->d), off = f->a_off + (root > 0 ? f->d_off / root : 0) + ROUND * root;
    double along = f->a, across = sign * root;
    if (with <= DMI_AT_SIDE) {
        across = along;
        along = sign * root;
    }
    dmi_crossing out = {.with = with, .sign = (int8_t)sign};
    out.angle = atan2(f->y, f->x) + atan2(across, along);
    out.error = 2 * off / hypot(across, along) + 4 * f->off / hypot(f->x, f->y) + 8 * ROUND;
    if (out.angle > pi)
        out.angle -= 2 * pi;
    else if (out.angle <= -pi)
        out.angle += 2 * pi;
    if (fabs(out.angle) > pi - out.error) { /* on which side of the cut is it? */
        dmi_crossing_exact(c, disc, &out, &c->first);
        bool is_low = part_of(&c->first, c->scratch) == 0;
        if (is_low != (out.angle < 0))
            out.angle += is_low ? -2 * pi : 2 * pi;
    }
    return out;
}

/* The crossings of a frame whose d has this sign. */
static int list_crossings(dmi_crossings *c, int32_t disc, int32_t with, const frame *f, int sign,
                          dmi_crossing out[2])
{
    if (sign < 0)
        return 0;
    if (sign == 0) {
        frame flat = *f;
        flat.d = flat.d_off = 0;
        out[0] = make_crossing(c, disc, &flat, with, 0);
        return 1;
    }
    out[0] = make_crossing(c, disc, f, with, -1);
    out[1] = make_crossing(c, disc, f, with, 1);
    return 2;
}

/* On which side of the line from the first centre to the second their white site is: 1 left. */
static int side_of_site(dmi_crossings *c, const dmi_disc *own, const dmi_disc *other)
{
    double vx = other->x - own->x, vy = other->y - own->y, off = 4 * c->discs->error;
    double wx = own->near * cos(own->site_angle), wy = own->near * sin(own->site_angle);
    double value = vx * wy - vy * wx;
    double error = 2 * off * own->near + (8 * ROUND * own->near) * (fabs(vx) + fabs(vy) + off);
    if (fabs(value) > error && error > DBL_MIN)
        return value > 0 ? 1 : -1;
    mpq_t *s = c->scratch;
    mpq_sub(s[0], other->centre->x, own->centre->x);
    mpq_sub(s[1], own->site->y, own->centre->y);
    mpq_mul(s[0], s[0], s[1]);
    mpq_sub(s[1], other->centre->y, own->centre->y);
    mpq_sub(s[2], own->site->x, own->centre->x);
    mpq_mul(s[1], s[1], s[2]);
    int order = mpq_cmp(s[0], s[1]);
    return (order > 0) - (order < 0);
}

/* A crossing that is the white site, with the angle that all such crossings have. */
static void set_at_site(dmi_crossing *crossing, const dmi_disc *own)
{
    crossing->at_site = true;
    crossing->angle = own->site_angle;
    crossing->error = ROUND * 4;
}

int dmi_cross_disc(dmi_crossings *c, int32_t disc, int32_t other, dmi_crossing out[2],
                   bool *is_within)
{
    const dmi_disc *own = c->discs->disc + disc, *next = c->discs->disc + other;
    frame f = {.x = next->x - own->x, .y = next->y - own->y, .off = 4 * c->discs->error};
    double size = f.x * f.x + f.y * f.y;
    double off = 2 * (fabs(f.x) + fabs(f.y) + f.off) * f.off + ROUND * size;
    double above = size + own->square_near - next->square_near;
    double above_off = off + ROUND * (size + own->square_near + next->square_near);
    bool share = own->site_index == next->site_index;
    int site_side = share ? side_of_site(c, own, next) : 0, sign;
    if (frame_finish(&f, above, above_off, 2 * size, 2 * off, own->square_near) &&
        (!share || site_side != 0))
        sign = share ? 1 : f.d > 0 ? 1 : -1;
    else
        sign = frame_exactly(c, disc, other, &f);
    int count = list_crossings(c, disc, other, &f, sign, out);
    if (share)
        set_at_site(out + (site_side > 0), own);
    *is_within = f.a < 0; /* certain if they do not cross: then a^2 >= R / |w|^2 */
    return count;
}

int dmi_cross_side(dmi_crossings *c, int32_t disc, int32_t index, dmi_crossing out[2])
{
    const dmi_disc *own = c->discs->disc + disc;
    const dmi_side *side = c->side + index;
    int32_t with = DMI_AT_SIDE - index;
    frame f = {.x = side->along.x, .y = side->along.y};
    double dx = side->near.x - own->x, dy = side->near.y - own->y;
    double size = f.x * f.x + f.y * f.y;
    f.off = 4 * (c->discs->error +
                 DBL_EPSILON * (fabs(side->near.x) + fabs(side->near.y) + fabs(f.x) + fabs(f.y)));
    double above = f.x * dy - f.y * dx;
    double above_off = (fabs(f.x) + fabs(f.y) + fabs(dx) + fabs(dy) + 2 * f.off) * f.off +
                       ROUND * (fabs(f.x * dy) + fabs(f.y * dx));
    double off = 2 * (fabs(f.x) + fabs(f.y) + f.off) * f.off + ROUND * size;
    int sign;
    if (frame_finish(&f, above, above_off, size, off, own->square_near))
        sign = f.d > 0 ? 1 : -1;
    else
        sign = frame_exactly(c, disc, with, &f);
    if (sign >= 0) { /* beyond the ends? */
        double root = sqrt(fmax(0, f.d)), middle = -(f.x * dx + f.y * dy) / size;
        double error = 1e-9 + 4 * (fabs(f.x) + fabs(f.y) + fabs(dx) + fabs(dy)) * f.off / size +
                       (root > 0 ? f.d_off / root : 0) + 8 * ROUND * (fabs(middle) + root);
        if (middle + root < -error || middle - root > 1 + error)
            return 0;
    }
    return list_crossings(c, disc, with, &f, sign, out);
}
