/* node_link.c - graphs as networkx writes them in JSON (node_link_data).
 *
 *     {"directed": false, "graph": {"crs": "epsg:4326"},
 *      "nodes": [{"id": 7, "x": 11.97, "y": 57.7}, {"id": "b", "x": 11.98, "y": 57.7}],
 *      "links": [{"source": 7, "target": "b", "length": 12.5}]}
 *
 * The edges are called `links` or `edges`.  An id is a string, a number or a list.
 */

#include "format/graph/id_graph.h"
#include "format/json.h"
#include <stdio.h>
#include <stdlib.h>

enum { ID_ROOM = 256 };

bool dmi_is_node_link(const json_t *root)
{
    return json_object_get(root, "nodes") && !json_object_get(root, "vertices");
}

static bool is_plain(const json_t *item)
{
    return json_is_string(item) || json_is_number(item) || json_is_boolean(item);
}

static void put_plain(dmi_output *text, const json_t *item)
{
    if (json_is_string(item))
        dmi_put(text, json_string_value(item));
    else if (json_is_integer(item))
        dmi_put_number(text, json_integer_value(item));
    else if (json_is_real(item))
        dmi_put_real(text, json_real_value(item));
    else
        dmi_put(text, json_is_true(item) ? "true" : "false");
}

/* A list becomes "(0, 'a')", as Python prints the tuple that it was. */
static void put_list(dmi_output *text, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const char *quote = json_is_string(item) ? "'" : "";
        dmi_put(text, i ? ", " : "(");
        dmi_put(text, quote);
        put_plain(text, item);
        dmi_put(text, quote);
    }
    dmi_put(text, ")");
}

/* The id of a node as text; `key` is where it stands. */
static dm_status read_id(dmi_id_graph *graph, const json_t *item, const char *list, size_t index,
                         const char *key, char out[ID_ROOM], dm_error *err)
{
    const json_t *id = json_object_get(item, key);
    dmi_output text = {0};
    char *written = NULL;
    bool is_good = is_plain(id) || json_array_size(id) > 0;
    for (size_t i = 0; i < json_array_size(id); i++)
        is_good = is_good && is_plain(json_array_get(id, i));
    bool is_id = is_good;
    if (!is_id)
        return dmi_bad(graph->board.in, err, "%s[%zu]: expected \"%s\": a node's id", list, index,
                       key);
    json_is_array(id) ? put_list(&text, id) : put_plain(&text, id);
    dm_status status = dmi_output_take(&text, &written, err);
    if (status != DM_OK)
        return status;
    size_t size = strlen(written);
    if (size >= ID_ROOM)
        status = dmi_bad(graph->board.in, err, "%s[%zu]: \"%s\" has more than %d bytes", list,
                         index, key, ID_ROOM - 1);
    else
        memcpy(out, written, size + 1);
    free(written);
    return status;
}

static dm_status read_attributes(dmi_id_graph *graph, const json_t *item, dmi_unused_of of,
                                 dm_error *err)
{
    const char *key;
    json_t *value;
    dm_status status = DM_OK;
    dmi_attributes_reset(&graph->attributes);
    json_object_foreach((json_t *)item, key, value)
    {
        dmi_attribute attribute = dmi_attribute_named(key);
        bool is_own = strcmp(key, "id") == 0 || strcmp(key, "source") == 0 ||
                      strcmp(key, "target") == 0 || strcmp(key, "key") == 0;
        if (attribute == DMI_ATTR_NONE && !is_own)
            dmi_unused_add(&graph->unused, of, key);
        if (attribute != DMI_ATTR_NONE && is_plain(value) && status == DM_OK) {
            dmi_output text = {0};
            char *written = NULL;
            put_plain(&text, value);
            status = dmi_output_take(&text, &written, err);
            if (status == DM_OK)
                dmi_attributes_append(&graph->attributes, attribute, written, strlen(written));
            free(written);
        }
    }
    return status;
}

static dm_status read_link(dmi_id_graph *graph, bool is_arc, const json_t *item, const char *list,
                           size_t index, dm_error *err)
{
    char from[ID_ROOM], to[ID_ROOM];
    dm_status status = read_id(graph, item, list, index, "source", from, err);
    if (status == DM_OK)
        status = read_id(graph, item, list, index, "target", to, err);
    if (status == DM_OK)
        status = read_attributes(graph, item, DMI_UNUSED_EDGES, err);
    return status == DM_OK ? dmi_id_graph_edge(graph, is_arc, from, to, err) : status;
}

static dm_status read_graph(dmi_id_graph *graph, const json_t *root, dm_error *err)
{
    const json_t *nodes = json_object_get(root, "nodes"), *links = json_object_get(root, "links");
    const char *list = links ? "links" : "edges";
    bool is_arc = json_is_true(json_object_get(root, "directed"));
    dm_status status = DM_OK;
    links = json_object_get(root, list);
    if (!json_is_array(nodes))
        return dmi_bad(graph->board.in, err, "expected \"nodes\": a list of {\"id\": ..}");
    if (!json_is_array(links))
        return dmi_bad(graph->board.in, err,
                       "expected \"links\" or \"edges\": a list of {\"source\": .., \"target\": "
                       "..}");
    const json_t *about = json_object_get(root, "graph");
    const char *crs = json_string_value(json_object_get(about, "crs"));
    const char *name = json_string_value(json_object_get(about, "name"));
    if (crs)
        snprintf(graph->crs, sizeof graph->crs, "%s", crs);
    if (name)
        snprintf(graph->title, sizeof graph->title, "%s", name);
    for (size_t i = 0; status == DM_OK && i < json_array_size(nodes); i++) {
        const json_t *item = json_array_get(nodes, i);
        char id[ID_ROOM];
        status = read_id(graph, item, "nodes", i, "id", id, err);
        if (status == DM_OK)
            status = read_attributes(graph, item, DMI_UNUSED_NODES, err);
        status = status == DM_OK ? dmi_id_graph_node(graph, id, err) : status;
    }
    for (size_t i = 0; status == DM_OK && i < json_array_size(links); i++)
        status = read_link(graph, is_arc, json_array_get(links, i), list, i, err);
    return status;
}

dm_status dmi_node_link_board(const json_t *root, const dmi_input *from, dm_arena **out,
                              dm_error *err)
{
    dmi_id_graph *graph = dmi_alloc(1, sizeof *graph);
    dmi_input in = *from;
    if (!graph)
        return dmi_no_memory(err);
    in.line = 0; /* not known for an object */
    dm_status status = dmi_id_graph_init(graph, &in, err);
    if (status == DM_OK)
        status = read_graph(graph, root, err);
    status = dmi_id_graph_finish(graph, status, out, err);
    free(graph);
    return status;
}
