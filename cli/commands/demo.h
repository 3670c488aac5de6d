/* demo.h - the scenes of the guided tour, and its web page. */
#ifndef CLI_COMMANDS_DEMO_H
#define CLI_COMMANDS_DEMO_H

#include "cli.h"

enum { SCENE_COMMANDS = 2 };

typedef struct demo_scene {
    const char *title;
    const char *text; /* a few short lines */
    const char
        *commands[SCENE_COMMANDS]; /* without the tool's name; {} is the folder, {town} a map */
    const char *picture;           /* a file in the folder, or NULL */
    const char *caption;
} demo_scene;

extern const demo_scene demo_scenes[]; /* ends with a scene without title */
extern const char *const demo_next[];  /* what to try next, NULL-ended */

/* A command as the user would type it; freed with free(), NULL without memory. */
char *demo_line(const char *program, const char *command, const char *folder);

/* Writes folder/index.html. */
dm_status demo_page(const char *program, const char *folder, dm_error *err);

#endif
