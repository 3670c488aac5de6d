/* cut_auto.c - the best cut on any graph. */
#include "base/base.h"
#include "lines/cut_search.h"
#include <stdlib.h>

dm_status dmi_cut_search_auto(dmi_cut_search *s, dm_error *err)
{
    dmi_cut_tree tree = {0};
    dmi_cut_below *below = NULL;
    dmi_cut_lines lines;
    dm_status status = dmi_cut_tree_init(s->scene, &tree, err);
    if (status == DM_OK)
        status = dmi_cut_below_new(s->scene, &tree, &below, err);
    for (int32_t i = 0; status == DM_OK && i < s->scene->net.piece_count; i++) {
        if (!dmi_cut_below_lines(below, i, &lines))
            status = dmi_no_memory(err);
        else
            dmi_cut_consider(s, &lines);
    }
    dmi_cut_below_free(below);
    dmi_cut_tree_clear(&tree);
    return status;
}
