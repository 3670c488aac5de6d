/* picture.c - how a position is drawn, for the command line and the server. */
#include "question/questions.h"

dm_picture picture_read(const asking *a, const picture_fields *given)
{
    return (dm_picture){.signs = given->paper ? DM_SIGNS_PAPER : DM_SIGNS_COLOUR,
                        .labels = (dm_labels)given->labels,
                        .hide_numbers = given->no_numbers,
                        .hide_legend = given->no_legend,
                        .caption = given->caption,
                        .seed = a->seed};
}
