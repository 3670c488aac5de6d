/* contest/cores.h - the processor cores that we may use. */
#ifndef DMI_CONTEST_SANDBOX_CORES_H
#define DMI_CONTEST_SANDBOX_CORES_H

/* How many there are. */
int dmi_core_count(void);
/* Keeps this thread, and the programs that it starts, on the core with this number, from 0. */
void dmi_core_pin(int number);

#endif
