/* demesne/param.h - the parameters of players: `name:key=value:key=value`. */
#ifndef DEMESNE_PARAM_H
#define DEMESNE_PARAM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A parameter counts units of 10^-decimals: threshold=1.1 with 9 decimals is 1100000000; or it is a
 * word of `choices` ("code|text"), whose index is the value. */
typedef struct dm_player_param {
    const char *key;
    int64_t value; /* the default */
    int64_t least, most;
    int decimals;
    const char *help;
    const char *choices; /* NULL: a number */
} dm_player_param;

#ifdef __cplusplus
}
#endif
#endif
