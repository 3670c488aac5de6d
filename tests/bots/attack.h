/* attack.h - what bots do to the machine that runs them. */
#ifndef TEST_ATTACK_H
#define TEST_ATTACK_H

#include <stdbool.h>

/* Does what `way` names, before a move.  False if it names no attack.  May not return. */
bool attack(const char *way);

#endif
