/* playout_impl.h - the loops of playouts in plain C, for one width of cell.
 *
 * The including file defines CELL and FORM(name); both are undefined again at the end.
 * It is included once per form, so without the usual guard.
 */
#include "game/playout_forms.h"
#include <string.h>

#if !defined FORM || !defined CELL
#error "define FORM and CELL first"
#endif

static void FORM(merge)(const dmi_rows *rows, const uint16_t *vertices, int32_t count,
                        const char *base, char *out)
{
    int64_t cells = rows->bytes / (int64_t)sizeof(CELL);
    CELL *least = (CELL *)out;
    memcpy(out, base, (size_t)rows->bytes);
    for (int32_t i = 0; i < count; i++) {
        const CELL *row = (const CELL *)(rows->cells + vertices[i] * rows->bytes);
        for (int64_t u = 0; u < cells; u++)
            least[u] = row[u] < least[u] ? row[u] : least[u];
    }
}

static void FORM(count_pair)(const CELL *restrict white, const CELL *restrict black, int64_t cells,
                             const dmi_counts *counts)
{
    uint8_t *restrict whites = counts->reach[DM_WHITE];
    uint8_t *restrict blacks = counts->reach[DM_BLACK];
    uint8_t *restrict nobodys = counts->unreached;
    for (int64_t u = 0; u < cells; u++) {
        CELL nearest = white[u] < black[u] ? white[u] : black[u];
        whites[u] = (uint8_t)(whites[u] + (nearest == white[u]));
        blacks[u] = (uint8_t)(blacks[u] + (nearest == black[u]));
        nobodys[u] = (uint8_t)(nobodys[u] + (nearest == (CELL)-1));
    }
}

static void FORM(count)(const char *white, const char *black, int64_t bytes, int32_t blocks,
                        int32_t pairs, const dmi_counts *counts)
{
    for (int32_t done = 0, i = 0; done < pairs; i++)
        for (int32_t j = 0; j < blocks && done < pairs; j++) {
            if (j == i)
                continue;
            FORM(count_pair)
            ((const CELL *)(white + i * bytes), (const CELL *)(black + j * bytes),
             bytes / (int64_t)sizeof(CELL), counts);
            done++;
        }
}

static void FORM(take)(const char *stone, char *vector, const char *rival, int64_t bytes)
{
    const CELL *row = (const CELL *)stone, *other = (const CELL *)rival;
    CELL *own = (CELL *)vector;
    for (int64_t u = 0; u < bytes / (int64_t)sizeof(CELL); u++) {
        CELL held = own[u] < other[u] ? own[u] : other[u];
        own[u] = row[u] < held ? row[u] : own[u];
    }
}

#undef FORM
#undef CELL
