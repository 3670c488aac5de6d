/* fuzz_plane.c - the readers of polygons, and areas on them: two sites share what they do not tie.
 */
#include <demesne/plane_file.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Sites at the first two corners. */
static void check_areas(const dm_plane_board *board)
{
    enum { FEW = 40 };
    const int32_t *end;
    const dm_point *corner;
    int32_t rings = dm_plane_board_rings(board, &end, &corner);
    if (end[rings - 1] > FEW)
        return;
    for (int metric = DM_EUCLID; metric <= DM_MANHATTAN; metric++) {
        dm_plane *plane = NULL;
        dm_plane_score *score = NULL;
        const dm_plane_rules rules = {.metric = (dm_line_metric)metric};
        if (dm_plane_new(board, &rules, &plane, NULL) != DM_OK)
            return;
        for (int32_t i = 0; i < 2; i++) {
            char *x = NULL, *y = NULL;
            if (dm_plane_board_corner(board, i, &x, &y, NULL) == DM_OK)
                dm_plane_place(plane, i, x, y, NULL);
            dm_free(x);
            dm_free(y);
        }
        if (dm_plane_count(plane) != 2)
            abort(); /* corners are on the board */
        if (dm_plane_score_new(plane, &(dm_plane_measure){.cells = true}, NULL, &score, NULL) ==
                DM_OK &&
            (*score->area[0] == '-' || *score->area[1] == '-' || *score->tied == '-'))
            abort();
        dm_plane_score_free(score);
        dm_plane_free(plane);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    for (int is_csv = 0; is_csv < 2; is_csv++) {
        dm_plane_board *board = NULL;
        if (dm_plane_board_read_memory("fuzz", bytes, size, is_csv, &board, NULL) == DM_OK)
            check_areas(board);
        dm_plane_board_free(board);
    }
    return 0;
}
