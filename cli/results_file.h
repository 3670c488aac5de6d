/* results_file.h - the tournaments of a database as one JSON file. */
#ifndef CLI_RESULTS_FILE_H
#define CLI_RESULTS_FILE_H

#include "cli.h"

/* Writes all tournaments of a database with their games; "-": standard output. */
dm_status results_write(const char *db, const char *path, dm_error *err);

#endif
