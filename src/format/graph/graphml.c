/* graphml.c - GraphML, read with expat.
 *
 *     <graphml>
 *       <key id="k" for="edge" attr.name="length" attr.type="double"/>
 *       <graph edgedefault="undirected">
 *         <node id="a"/> <node id="b"/>
 *         <edge source="a" target="b"><data key="k">2.5</data></edge>
 *       </graph>
 *     </graphml>
 *
 * Keys whose attr.name is in id_graph.h count; a remark names the others.  Vertices are numbered
 * in the order in which their ids first occur.
 */
#include "format/format.h"
#include "format/graph/id_graph.h"
#include "format/xml.h"
#include <stdio.h>
#include <stdlib.h>

enum { ID_ROOM = 256, MOST_KEYS = 1000 };

typedef struct key {
    char id[ID_ROOM];
    char domain[12]; /* node, edge, graph or all */
    dmi_attribute attribute;
    char name[DMI_UNUSED_ROOM];        /* for the remark if it is not used */
    char fallback[DMI_ATTRIBUTE_ROOM]; /* its <default>, or "" */
} key;

typedef struct graphml {
    dmi_id_graph graph;
    dmi_xml xml;
    key *keys;
    size_t key_count, key_capacity;
    enum { OUTSIDE, IN_GRAPH, IN_NODE, IN_EDGE } where;
    bool is_directed, is_arc, has_graph;
    key *open_key;         /* inside <key> */
    dmi_attribute filling; /* inside <data> */
    bool in_default;
    char source[ID_ROOM], target[ID_ROOM]; /* of the node (source) or edge */
} graphml;

/* Copies a required attribute, if it is short enough. */
static bool copy_attribute(graphml *file, const char **pairs, const char *element, const char *name,
                           char out[ID_ROOM])
{
    const char *text = dmi_xml_attribute(pairs, name);
    size_t size = text ? strlen(text) : ID_ROOM;
    if (!text)
        dmi_xml_bad(&file->xml, "<%s> has no %s", element, name);
    else if (size >= ID_ROOM)
        dmi_xml_bad(&file->xml, "the %s of <%s> has more than %d bytes", name, element,
                    ID_ROOM - 1);
    else
        memcpy(out, text, size + 1);
    return size < ID_ROOM;
}

static void open_key(graphml *file, const char **pairs)
{
    const char *name = dmi_xml_attribute(pairs, "attr.name"),
               *domain = dmi_xml_attribute(pairs, "for");
    if (file->key_count == MOST_KEYS) { /* each is checked for every node */
        dmi_xml_bad(&file->xml, "more than %d keys", MOST_KEYS);
        return;
    }
    if (!dmi_reserve(&file->keys, &file->key_capacity, file->key_count + 1, sizeof *file->keys)) {
        dmi_xml_fail(&file->xml, dmi_no_memory(file->xml.err));
        return;
    }
    key *made = &file->keys[file->key_count];
    *made = (key){.attribute = name ? dmi_attribute_named(name) : DMI_ATTR_NONE};
    snprintf(made->name, sizeof made->name, "%s", name ? name : "");
    strncpy(made->domain, domain ? domain : "all", sizeof made->domain - 1);
    if (!copy_attribute(file, pairs, "key", "id", made->id))
        return;
    file->key_count++;
    file->open_key = made;
}

static bool is_for(const key *item, const char *domain)
{
    return strcmp(item->domain, domain) == 0 || strcmp(item->domain, "all") == 0;
}

static dmi_attribute field_of_key(graphml *file, const char *id)
{
    static const char *const domains[] = {"", "graph", "node", "edge"};
    for (size_t i = 0; id && i < file->key_count; i++) {
        const key *item = &file->keys[i];
        if (strcmp(item->id, id) != 0 || !is_for(item, domains[file->where]))
            continue;
        if (item->attribute == DMI_ATTR_NONE && file->where > IN_GRAPH)
            dmi_unused_add(&file->graph.unused,
                           file->where == IN_NODE ? DMI_UNUSED_NODES : DMI_UNUSED_EDGES,
                           item->name);
        return item->attribute;
    }
    return DMI_ATTR_NONE;
}

static void apply_defaults(graphml *file, const char *domain)
{
    for (size_t i = 0; i < file->key_count; i++) {
        const key *item = &file->keys[i];
        if (*item->fallback && item->attribute != DMI_ATTR_NONE && is_for(item, domain) &&
            !file->graph.attributes.is_given[item->attribute])
            dmi_attributes_append(&file->graph.attributes, item->attribute, item->fallback,
                                  strlen(item->fallback));
    }
}

static void open_graph(graphml *file, const char **pairs)
{
    const char *directed = dmi_xml_attribute(pairs, "edgedefault");
    if (file->where != OUTSIDE || file->has_graph) {
        dmi_xml_bad(&file->xml, "a second <graph>; a file has one board");
        return;
    }
    file->where = IN_GRAPH;
    file->has_graph = true;
    file->is_directed = directed && strcmp(directed, "directed") == 0;
    dmi_attributes_reset(&file->graph.attributes);
}

static void open_node(graphml *file, const char **pairs)
{
    if (file->where != IN_GRAPH) {
        dmi_xml_bad(&file->xml, "<node> outside of <graph>");
        return;
    }
    file->where = IN_NODE;
    dmi_attributes_reset(&file->graph.attributes);
    copy_attribute(file, pairs, "node", "id", file->source);
}

static void open_edge(graphml *file, const char **pairs)
{
    const char *directed = dmi_xml_attribute(pairs, "directed");
    if (file->where != IN_GRAPH) {
        dmi_xml_bad(&file->xml, "<edge> outside of <graph>");
        return;
    }
    file->where = IN_EDGE;
    file->is_arc = directed ? strcmp(directed, "true") == 0 : file->is_directed;
    dmi_attributes_reset(&file->graph.attributes);
    if (copy_attribute(file, pairs, "edge", "source", file->source))
        copy_attribute(file, pairs, "edge", "target", file->target);
}

static const char *without_prefix(const char *name)
{
    const char *colon = strchr(name, ':');
    return colon ? colon + 1 : name;
}

static void open_element(void *context, const char *element, const char **pairs)
{
    graphml *file = context;
    const char *name = without_prefix(element);
    if (strcmp(name, "key") == 0)
        open_key(file, pairs);
    else if (strcmp(name, "default") == 0)
        file->in_default = file->open_key;
    else if (strcmp(name, "graph") == 0)
        open_graph(file, pairs);
    else if (strcmp(name, "node") == 0)
        open_node(file, pairs);
    else if (strcmp(name, "edge") == 0)
        open_edge(file, pairs);
    else if (strcmp(name, "hyperedge") == 0)
        dmi_xml_bad(&file->xml, "<hyperedge> is not supported; edges have two ends");
    else if (strcmp(name, "data") == 0)
        file->filling = field_of_key(file, dmi_xml_attribute(pairs, "key"));
}

static void close_element(void *context, const char *element)
{
    graphml *file = context;
    const char *name = without_prefix(element);
    dm_status status = DM_OK;
    dmi_xml_note_line(&file->xml); /* for the messages of id_graph */
    if (strcmp(name, "key") == 0)
        file->open_key = NULL;
    else if (strcmp(name, "default") == 0)
        file->in_default = false;
    else if (strcmp(name, "data") == 0)
        file->filling = DMI_ATTR_NONE;
    else if (strcmp(name, "graph") == 0)
        file->where = OUTSIDE;
    else if (strcmp(name, "node") == 0) {
        apply_defaults(file, "node");
        status = dmi_id_graph_node(&file->graph, file->source, file->xml.err);
    } else if (strcmp(name, "edge") == 0) {
        apply_defaults(file, "edge");
        status = dmi_id_graph_edge(&file->graph, file->is_arc, file->source, file->target,
                                   file->xml.err);
    }
    if (file->where > IN_GRAPH && (strcmp(name, "node") == 0 || strcmp(name, "edge") == 0))
        file->where = IN_GRAPH;
    if (status != DM_OK)
        dmi_xml_fail(&file->xml, status);
}

/* Appends to a text of DMI_ATTRIBUTE_ROOM bytes; false if it is full. */
static bool append_text(char *text, const char *bytes, size_t size)
{
    size_t used = strlen(text);
    if (used + size >= DMI_ATTRIBUTE_ROOM)
        return false;
    memcpy(text + used, bytes, size);
    text[used + size] = '\0';
    return true;
}

static void add_text(void *context, const char *bytes, size_t size)
{
    graphml *file = context;
    bool fits = true;
    if (file->in_default && file->open_key)
        fits = append_text(file->open_key->fallback, bytes, size);
    else if (file->where == IN_GRAPH && file->filling == DMI_ATTR_TITLE)
        fits = append_text(file->graph.title, bytes, size);
    else if (file->where == IN_GRAPH && file->filling == DMI_ATTR_CRS)
        append_text(file->graph.crs, bytes, size);
    else if (file->where > IN_GRAPH)
        dmi_attributes_append(&file->graph.attributes, file->filling, bytes, size);
    if (!fits)
        dmi_xml_bad(&file->xml, "a text has more than %d bytes", DMI_ATTRIBUTE_ROOM - 1);
}

static dm_status read_file(graphml *file, dm_error *err)
{
    static const dmi_xml_handlers handlers = {open_element, close_element, add_text};
    dmi_input *in = file->graph.board.in;
    file->filling = DMI_ATTR_NONE;
    dm_status status = dmi_xml_read(&file->xml, in, &handlers, file, err);
    if (status == DM_OK && !file->has_graph)
        status = dmi_fail_at(err, DM_BAD_INPUT, in->name, 0, "no <graph> found");
    return status;
}

dm_status dmi_read_graphml(dmi_input *in, dm_arena **out, dm_error *err)
{
    graphml *file = dmi_calloc(1, sizeof *file);
    if (!file)
        return dmi_no_memory(err);
    dm_status status = dmi_id_graph_init(&file->graph, in, err);
    if (status == DM_OK)
        status = read_file(file, err);
    status = dmi_id_graph_finish(&file->graph, status, out, err);
    free(file->keys);
    free(file);
    return status;
}

static void put_escaped(dmi_output *out, const char *text)
{
    for (; *text; text++) {
        char plain[2] = {*text, 0};
        dmi_put(out, *text == '<'   ? "&lt;"
                     : *text == '>' ? "&gt;"
                     : *text == '&' ? "&amp;"
                     : *text == '"' ? "&quot;"
                                    : plain);
    }
}

void dmi_write_graphml(const dm_arena *arena, dmi_output *out)
{
    unsigned has = dm_arena_has(arena);
    dmi_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    static const struct {
        unsigned bit;
        const char *text;
    } keys[] = {
        {DM_HOLDS_TITLE, "id=\"title\" for=\"graph\" attr.name=\"title\" attr.type=\"string\""},
        {DM_HOLDS_NAMES, "id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\""},
        {DM_HOLDS_VALUES, "id=\"value\" for=\"node\" attr.name=\"value\" attr.type=\"long\""},
        {DM_HOLDS_PLACES, "id=\"x\" for=\"node\" attr.name=\"x\" attr.type=\"double\""},
        {DM_HOLDS_PLACES, "id=\"y\" for=\"node\" attr.name=\"y\" attr.type=\"double\""},
        {DM_HOLDS_LENGTHS, "id=\"length\" for=\"edge\" attr.name=\"length\" attr.type=\"double\""},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (has & keys[i].bit)
            dmi_print(out, "  <key %s/>\n", keys[i].text);
    dmi_put(out, "  <graph edgedefault=\"undirected\">\n");
    if (has & DM_HOLDS_TITLE) {
        dmi_put(out, "    <data key=\"title\">");
        put_escaped(out, dm_arena_title(arena));
        dmi_put(out, "</data>\n");
    }
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++) {
        const dm_point *places = dm_arena_places(arena);
        dmi_print(out, "    <node id=\"n%d\">", v);
        if (dm_arena_name(arena, v)) {
            dmi_put(out, "<data key=\"name\">");
            put_escaped(out, dm_arena_name(arena, v));
            dmi_put(out, "</data>");
        }
        if (dm_arena_values(arena))
            dmi_print(out, "<data key=\"value\">%lld</data>", (long long)dm_arena_values(arena)[v]);
        if (places)
            dmi_print(out, "<data key=\"x\">%g</data><data key=\"y\">%g</data>", places[v].x,
                      places[v].y);
        dmi_put(out, "</node>\n");
    }
    bool has_lengths = has & DM_HOLDS_LENGTHS;
    const dm_graph *graph = dm_arena_graph(arena);
    DMI_FOR_EDGES(arena, graph, u, arc)
    {
        dmi_print(out, "    <edge source=\"n%d\" target=\"n%d\"%s>", u, graph->target[arc],
                  dm_arc_is_oneway(arena, u, arc) ? " directed=\"true\"" : "");
        if (has_lengths) {
            dmi_put(out, "<data key=\"length\">");
            dmi_put_length(out, arena, arc);
            dmi_put(out, "</data>");
        }
        dmi_put(out, "</edge>\n");
    }
    dmi_put(out, "  </graph>\n</graphml>\n");
}
