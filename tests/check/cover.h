/* cover.h - maximum coverage by trying every choice. */
#ifndef CHECK_COVER_H
#define CHECK_COVER_H

#include "location/cover/cover.h"

/* The weight of the sets whose bits are set. */
int64_t check_cover_weight(const dmi_cover *cover, uint32_t sets);
/* Whether these sets may be chosen: cover->count of them, or what the budget allows. */
bool check_cover_allows(const dmi_cover *cover, uint32_t sets);
/* The heaviest weight of the choices that are allowed, and how many choices have it. */
int64_t check_cover(const dmi_cover *cover, int64_t *choices);

#endif
