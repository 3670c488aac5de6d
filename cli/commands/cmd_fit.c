/* cmd_fit.c - `demesne fit`: how customers choose, from trips that were counted. */
#include "cli.h"

static const char *const more[] = {
    "demesne fit road:400 --sites open.csv --customers customers.csv --observed trips.csv --rule "
    "logit --json",
    NULL};

const cli_spec spec_fit = {
    .question = &question_fit,
    .operands = {1, 1},
    .more = more,
    .about =
        "Finds beta and the attractions of sites under which the trips are most likely.  The rule\n"
        "huff takes a site's attraction divided by the distance to the power beta, logit the\n"
        "exponential of its attraction less beta times the distance; a customer goes to a site in\n"
        "proportion to that.  The attraction of the first site is fixed, 1 under huff and 0 under\n"
        "logit, as only the others' relation to it counts.\n\n"
        "Errors are standard errors, under huff those of the attraction's logarithm.\n"
        "`rho squared` is 1 less the log-likelihood divided by that of equal chances for all "
        "sites\n"
        "in reach.  In --json `sites` has each site's observed and predicted trips.\n"
        "docs/MARKET.md shows a case, and how a plan takes the result."};
