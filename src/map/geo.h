/* geo.h - distances on the Earth: see arena/geo.h. */
#include "arena/geo.h"
