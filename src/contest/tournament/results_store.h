/* contest/results_store.h - the database that results are read from. */
#ifndef DMI_CONTEST_TOURNAMENT_RESULTS_STORE_H
#define DMI_CONTEST_TOURNAMENT_RESULTS_STORE_H

#include "store/store.h"
#include <demesne/results.h>

struct dm_results {
    dmi_store *store;
};

#endif
