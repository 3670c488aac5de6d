/* simplex.c - divides a simplex at the planes where functions are 0. */
#include "check/lines/simplex.h"
#include <string.h>

/* Visits open simplices in which each of the first `signed_count` functions has one sign. */
void check_simplex_divide(const simplex *s, int signed_count, visit *see, void *user)
{
    for (int f = 0; f < signed_count; f++)
        for (int i = 0; i < s->corners; i++)
            for (int j = 0; j < s->corners; j++) {
                if (s->at[i][f].num <= 0 || s->at[j][f].num >= 0)
                    continue;
                dm_ratio span = minus(s->at[i][f], s->at[j][f]);
                dm_ratio share = times(s->at[i][f], ratio(span.den, span.num)); /* of j */
                simplex left = *s, right = *s, face = *s;
                for (int g = 0; g < s->functions; g++)
                    left.at[i][g] = right.at[j][g] =
                        plus(s->at[i][g], times(share, minus(s->at[j][g], s->at[i][g])));
                memcpy(face.at[i], left.at[i], sizeof face.at[i]);
                memmove(face.at + j, face.at + j + 1,
                        (size_t)(s->corners - j - 1) * sizeof *face.at);
                face.corners--;
                check_simplex_divide(&left, signed_count, see, user);
                check_simplex_divide(&right, signed_count, see, user);
                check_simplex_divide(&face, signed_count, see, user);
                return;
            }
    see(user, s);
}

/* The sign inside: that of any corner that is not 0. */
int check_simplex_sign(const simplex *s, int f)
{
    int sign = 0;
    for (int i = 0; i < s->corners; i++)
        sign = s->at[i][f].num > 0 ? 1 : s->at[i][f].num < 0 ? -1 : sign;
    return sign;
}
