/* check/rating.c - see the header: definitions, no speed. */
#include "check/rating.h"

#include <math.h>
#include <string.h>

enum { MOST = 8 };

static double win(double mine, double other)
{
    return 1 / (1 + pow(10, (other - mine) / 400));
}

double check_likelihood(const dm_encounter *encounters, int count, int players,
                        const double *points)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const dm_encounter *e = &encounters[i];
        double p = win(points[e->first], points[e->second]);
        double q = win(points[e->second], points[e->first]);
        sum += (double)e->first_wins * log(p) + (double)e->second_wins * log(q) +
               (double)e->ties * (log(p) + log(q)) / 2;
    }
    for (int i = 0; i < players; i++)
        sum += (log(win(points[i], 0)) + log(win(0, points[i]))) / 2;
    return sum;
}

/* Moves one coordinate, or all together, back and forth while that helps, with smaller and smaller
 * steps. */
static void climb(const dm_encounter *encounters, int count, int players, double *points)
{
    double best = check_likelihood(encounters, count, players, points);
    for (double step = 512; step > 1e-7; step /= 2)
        for (int moved = 1; moved;) {
            moved = 0;
            for (int i = 0; i <= players; i++)
                for (int way = -1; way <= 1; way += 2) {
                    double old[MOST];
                    memcpy(old, points, (size_t)players * sizeof *old);
                    for (int j = 0; j < players; j++)
                        points[j] += i == players || i == j ? way * step : 0;
                    double now = check_likelihood(encounters, count, players, points);
                    if (now > best + 1e-13 * fabs(best)) {
                        best = now;
                        moved = 1;
                    } else {
                        memcpy(points, old, (size_t)players * sizeof *old);
                    }
                }
        }
}

static double shifted(const dm_encounter *encounters, int count, int players, const double *points,
                      int i, double by_i, int j, double by_j)
{
    double moved[MOST];
    memcpy(moved, points, (size_t)players * sizeof *moved);
    moved[i] += by_i;
    moved[j] += by_j;
    return check_likelihood(encounters, count, players, moved);
}

/* Gauss-Jordan elimination with pivoting. */
static void invert(int n, double matrix[MOST][MOST], double inverse[MOST][MOST])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            inverse[i][j] = i == j;
    for (int column = 0; column < n; column++) {
        int pivot = column;
        for (int i = column; i < n; i++)
            if (fabs(matrix[i][column]) > fabs(matrix[pivot][column]))
                pivot = i;
        for (int j = 0; j < n; j++) {
            double a = matrix[column][j], b = inverse[column][j];
            matrix[column][j] = matrix[pivot][j], matrix[pivot][j] = a;
            inverse[column][j] = inverse[pivot][j], inverse[pivot][j] = b;
        }
        double scale = matrix[column][column];
        for (int j = 0; j < n; j++)
            matrix[column][j] /= scale, inverse[column][j] /= scale;
        for (int i = 0; i < n; i++) {
            double share = i == column ? 0 : matrix[i][column];
            for (int j = 0; j < n; j++) {
                matrix[i][j] -= share * matrix[column][j];
                inverse[i][j] -= share * inverse[column][j];
            }
        }
    }
}

void check_ratings(const dm_encounter *encounters, int count, int players, double *points,
                   double *half)
{
    double curve[MOST][MOST], covariance[MOST][MOST], h = 0.5, mean = 0;
    memset(points, 0, (size_t)players * sizeof *points);
    climb(encounters, count, players, points);
    for (int i = 0; i < players; i++)
        for (int j = 0; j < players; j++)
            curve[i][j] = -(shifted(encounters, count, players, points, i, h, j, h) -
                            shifted(encounters, count, players, points, i, h, j, -h) -
                            shifted(encounters, count, players, points, i, -h, j, h) +
                            shifted(encounters, count, players, points, i, -h, j, -h)) /
                          (4 * h * h);
    invert(players, curve, covariance);
    for (int i = 0; i < players; i++)
        mean += points[i] / players;
    for (int i = 0; i < players; i++) {
        double variance = 0; /* of sum_j (i == j) - 1/players times rating j */
        for (int j = 0; j < players; j++)
            for (int k = 0; k < players; k++)
                variance +=
                    ((i == j) - 1.0 / players) * ((i == k) - 1.0 / players) * covariance[j][k];
        points[i] -= mean;
        half[i] = 1.959964 * sqrt(variance);
    }
}
