/* demesne/plane_file.h - boards of the plane by name and from files. */
#ifndef DEMESNE_PLANE_FILE_H
#define DEMESNE_PLANE_FILE_H

#include <demesne/plane.h>
#include <demesne/plane_customers.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A board by name (dm_plane_board_named), or polygon:FILE:
 *
 *     FILE.csv       columns x,y: the corners in order, one polygon without holes
 *     otherwise      GeoJSON with one Polygon (or a MultiPolygon of one), a geometry, a feature or
 * a collection of one feature; its coordinates are taken as x and y
 *
 * DM_IO: no such file; DM_BAD_INPUT: not such a polygon; the message names file and line. */
dm_status dm_plane_board_open(const char *spec, dm_plane_board **out, dm_error *err);
/* The same polygon from a text in memory; `name` is for messages. */
dm_status dm_plane_board_read_memory(const char *name, const void *text, size_t size, bool is_csv,
                                     dm_plane_board **out, dm_error *err);

/* Adds the sites of a CSV with columns x,y to a plane; "-" is standard input.  The message of a bad
 * row names file and line; the sites before it remain. */
dm_status dm_plane_read_file(dm_plane *plane, int32_t side, const char *path, dm_error *err);

/* Adds the customers of a CSV with columns x,y and perhaps demand; without it each counts 1. */
dm_status dm_plane_customers_read(dm_plane_customers *customers, const char *path, dm_error *err);

#ifdef __cplusplus
}
#endif
#endif
