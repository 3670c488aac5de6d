/* plane_customers.h - customers in the plane from the definition alone: sites are tried in every
 * part into which circles and the border divide the board. */
#ifndef CHECK_PLANE_CUSTOMERS_H
#define CHECK_PLANE_CUSTOMERS_H

enum { CHECK_CUSTOMERS = 8 };

/* Small whole numbers, so that different results are far more apart than rounding errors. */
typedef struct check_customers {
    int count, x[CHECK_CUSTOMERS], y[CHECK_CUSTOMERS], demand[CHECK_CUSTOMERS];
    int sites, site_x[CHECK_CUSTOMERS], site_y[CHECK_CUSTOMERS], side[CHECK_CUSTOMERS];
    int is_manhattan;
    int ties;                                /* 0 neutral, 1 earlier, 2 to White, 3 to Black */
    int corners, corner_x[16], corner_y[16]; /* of all rings */
    int rings, ring_end[4];
} check_customers;

/* Whose a customer is: 0 White's, 1 Black's, -1 nobody's. */
int check_customer_owner(const check_customers *c, int customer);
/* The most of black - white with one more black site, or two. */
int check_customers_best(const check_customers *c, int new_sites);

#endif
