/* evaluator_widths_impl.h - the evaluator's loops for one instruction set and distances of 8, 16
 * and 32 bits.
 *
 * The including file defines TARGET and perhaps HAS_LINES (evaluator_impl.h).
 */
#define FORM(name) name##_8
#define CELL       uint8_t
#include "game/evaluator_impl.h"

#define FORM(name) name##_16
#define CELL       uint16_t
#include "game/evaluator_impl.h"

#define FORM(name) name##_32
#define CELL       uint32_t
#include "game/evaluator_impl.h"
