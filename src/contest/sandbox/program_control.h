/* contest/program_control.h - stops and continues a program with all its processes, and measures
 * their processor time.  We ask through the lifeline, its supervisor does it. */
#ifndef DMI_CONTEST_SANDBOX_PROGRAM_CONTROL_H
#define DMI_CONTEST_SANDBOX_PROGRAM_CONTROL_H

#include "contest/sandbox/control_group.h"
#include "contest/sandbox/sandbox_usage.h"

typedef enum dmi_control { DMI_CONTROL_STOP = 's', DMI_CONTROL_CONTINUE = 'c' } dmi_control;

/* Seconds of the processor that the program has used so far; negative: unknown, since it ended. */
double dmi_control_ask(int lifeline, dmi_control request);
/* The signal of supervisor.h for a limit that the program exceeded, as soon as its supervisor has
 * told; 0: it has not. */
int dmi_control_exceeded(int lifeline);
/* Whether the first process of the program runs and is not about to end. */
bool dmi_control_lives(int lifeline);

/* The supervisor's side: tells that a limit is exceeded. */
void dmi_control_tell(int lifeline, int limit);
/* The supervisor's side of a program.  Its functions allocate no memory. */
typedef struct dmi_controlled {
    pid_t program;
    const dmi_usage *usage; /* NULL: it has no sandbox */
    dmi_control_group group;
    bool is_stopped; /* as was asked */
} dmi_controlled;

/* Does what is asked on the lifeline, and answers.  False if the other end is closed. */
bool dmi_control_answer(int lifeline, dmi_controlled *controlled);
/* Stops again what goes on although it was stopped; for the time between requests. */
void dmi_control_hold(const dmi_controlled *controlled);

#endif
