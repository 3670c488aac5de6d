/* shapefile.c - streets as the lines of a Shapefile, read with shapelib.
 *
 * roads.shp has the lines, roads.shx where they are, roads.dbf their attributes: those called as
 * tags of OpenStreetMap count, and `fclass` as `highway`.  Coordinates are degrees; a roads.prj
 * that says otherwise is refused.
 *
 * shapelib takes memory by the counts in the files' headers, so these are compared with the files'
 * sizes first.
 */
#include "format/format.h"

#ifndef DEMESNE_SHAPEFILES

dm_status dmi_read_shapefile(dmi_input *in, dm_arena **out, dm_error *err)
{
    (void)out;
    return dmi_fail_at(err, DM_UNSUPPORTED, in->name, 0,
                       "this program was built without shapelib and cannot read Shapefiles; "
                       "ogr2ogr makes .geojson files of them");
}

#else

#include "map/lines.h"
#include <shapefil.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { SHAPES_PER_POLL = 1024, KEY_ROOM = 16 };

typedef struct shapefile {
    dmi_lines lines;
    SHPHandle shapes;
    DBFHandle table; /* NULL: there is none */
    SAHooks hooks;
} shapefile;

static void be_quiet(const char *message)
{
    (void)message;
}

/* The path with another ending. */
static bool path_beside(const dmi_input *in, const char *ending, char *out, size_t room)
{
    size_t size = strlen(in->path) - 4; /* without .shp */
    return snprintf(out, room, "%.*s%s", (int)size, in->path, ending) < (int)room;
}

/* Whether the file's header has the number of a Shapefile and its true size. */
static bool has_true_header(const char *path)
{
    unsigned char header[32] = {0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    bool is_read = fread(header, 1, sizeof header, file) == sizeof header;
    bool is_sought = fseek(file, 0, SEEK_END) == 0;
    long size = ftell(file);
    fclose(file);
    int64_t words = (int64_t)header[24] << 24 | header[25] << 16 | header[26] << 8 | header[27];
    return is_read && is_sought && header[2] == 0x27 && header[3] == 0x0a && size >= 100 &&
           2 * words <= size;
}

/* A projection is refused: its coordinates are not degrees. */
static dm_status check_projection(const dmi_input *in, dm_error *err)
{
    char path[4096], text[7] = "";
    FILE *file = path_beside(in, ".prj", path, sizeof path) ? fopen(path, "rb") : NULL;
    if (!file)
        return DM_OK;
    size_t size = fread(text, 1, 6, file);
    fclose(file);
    return size == 6 && strcmp(text, "PROJCS") == 0
               ? dmi_fail_at(err, DM_BAD_INPUT, path, 1,
                             "the coordinates are projected; expected longitude and latitude "
                             "(EPSG:4326)")
               : DM_OK;
}

static dm_status open_files(shapefile *file, const dmi_input *in, dm_error *err)
{
    char index[4096], table[4096];
    bool fits = path_beside(in, ".shx", index, sizeof index) &&
                path_beside(in, ".dbf", table, sizeof table);
    if (!fits || !has_true_header(in->path))
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "not a Shapefile, or cut");
    if (!has_true_header(index))
        return dmi_fail_at(err, DM_BAD_INPUT, index, 0,
                           "missing or cut; a Shapefile needs its .shx beside the .shp");
    dm_status status = check_projection(in, err);
    if (status != DM_OK)
        return status;
    SASetupDefaultHooks(&file->hooks);
    file->hooks.Error = be_quiet;
    file->shapes = SHPOpenLL(in->path, "rb", &file->hooks);
    if (!file->shapes)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "a damaged Shapefile");
    file->table = DBFOpenLL(table, "rb", &file->hooks);
    return DM_OK;
}

/* Geofabrik writes F (forward), T (backward) and B (both). */
static const char *oneway_text(const char *text)
{
    return strcmp(text, "F") == 0   ? "yes"
           : strcmp(text, "T") == 0 ? "-1"
           : strcmp(text, "B") == 0 ? "no"
                                    : text;
}

static dm_status read_shape(shapefile *file, int record, dm_error *err)
{
    SHPObject *shape = SHPReadObject(file->shapes, record);
    dm_status status = DM_OK;
    if (!shape)
        return dmi_fail(err, DM_BAD_INPUT, "damaged; expected a line");
    bool is_line =
        shape->nSHPType == SHPT_ARC || shape->nSHPType == SHPT_ARCZ || shape->nSHPType == SHPT_ARCM;
    file->lines.others += !is_line && shape->nSHPType != SHPT_NULL;
    dmi_lines_begin(&file->lines);
    if (is_line) {
        int fields = file->table && record < DBFGetRecordCount(file->table)
                         ? DBFGetFieldCount(file->table)
                         : 0;
        for (int i = 0; i < fields && status == DM_OK; i++) {
            char key[KEY_ROOM] = "";
            DBFGetFieldInfo(file->table, i, key, NULL, NULL);
            for (char *c = key; *c; c++)
                *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 32 : *c);
            const char *name = strcmp(key, "fclass") == 0 ? "highway" : key;
            const char *text = DBFReadStringAttribute(file->table, record, i);
            if (text && *text)
                status = dmi_lines_tag(&file->lines, name,
                                       strcmp(name, "oneway") == 0 ? oneway_text(text) : text, err);
        }
    }
    for (int part = 0; is_line && part < shape->nParts && status == DM_OK; part++) {
        int first = shape->panPartStart[part];
        int end = part + 1 < shape->nParts ? shape->panPartStart[part + 1] : shape->nVertices;
        for (int i = first; i < end && status == DM_OK; i++)
            status =
                dmi_lines_point(&file->lines, (dm_point){shape->padfX[i], shape->padfY[i]}, err);
        status = status == DM_OK ? dmi_lines_end_line(&file->lines, err) : status;
    }
    SHPDestroyObject(shape);
    return status == DM_OK ? dmi_lines_end(&file->lines, err) : status;
}

static dm_status read_shapes(shapefile *file, dmi_input *in, dm_error *err)
{
    int count = 0, kind = 0;
    dm_status status = DM_OK;
    SHPGetInfo(file->shapes, &count, &kind, NULL, NULL);
    for (int i = 0; i < count && status == DM_OK; i++) {
        status = read_shape(file, i, err);
        if (status != DM_OK)
            return dmi_input_blame(in, 0, status, err, "shape %d: ", i);
        if (i % SHAPES_PER_POLL == 0 &&
            !dmi_run_report(in->options.run, 0, "shapes", (uint64_t)i, (uint64_t)count, ""))
            return dmi_as_unfinished(dmi_stopped(in->options.run, err), err);
    }
    return status;
}

dm_status dmi_read_shapefile(dmi_input *in, dm_arena **out, dm_error *err)
{
    shapefile file = {0};
    size_t size = in->path ? strlen(in->path) : 0;
    if (size < 5 || strcasecmp(in->path + size - 4, ".shp") != 0)
        return dmi_fail_at(err, DM_BAD_INPUT, in->name, 0,
                           "a Shapefile is read from a file that ends with .shp, with its .shx "
                           "and .dbf beside it");
    dm_status status = dmi_lines_init(&file.lines, in, err);
    if (status == DM_OK)
        status = open_files(&file, in, err);
    if (status == DM_OK)
        status = read_shapes(&file, in, err);
    if (file.table)
        DBFClose(file.table);
    if (file.shapes)
        SHPClose(file.shapes);
    return dmi_lines_board(&file.lines, status, out, err);
}

#endif
