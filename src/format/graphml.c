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
 * Keys whose attr.name is in attributes.h count; a remark names the others.  Vertices are numbered
 * in the order in which their ids first occur.  Entity declarations are refused: no graph needs
 * them, and they can expand without limit.
 */
#include "format/format.h"
#include "format/id_graph.h"
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>

enum { ID_ROOM = 256, MOST_KEYS = 1000, DEEPEST = 64 };

typedef struct key {
    char id[ID_ROOM];
    char domain[12]; /* node, edge, graph or all */
    dmi_attribute attribute;
    char name[DMI_UNUSED_ROOM];        /* for the remark if it is not used */
    char fallback[DMI_ATTRIBUTE_ROOM]; /* its <default>, or "" */
} key;

typedef struct graphml {
    dmi_id_graph graph;
    XML_Parser parser;
    int depth;        /* elements that are open */
    dm_status status; /* the first failure */
    dm_error *err;
    key *keys;
    size_t key_count, key_capacity;
    enum { OUTSIDE, IN_GRAPH, IN_NODE, IN_EDGE } where;
    bool is_directed, is_arc, has_graph;
    key *open_key;         /* inside <key> */
    dmi_attribute filling; /* inside <data> */
    bool in_default;
    char source[ID_ROOM], target[ID_ROOM]; /* of the node (source) or edge */
} graphml;

static void fail(graphml *file, dm_status status)
{
    if (file->status == DM_OK)
        file->status = status;
    XML_StopParser(file->parser, XML_FALSE);
}

static void note_line(graphml *file)
{
    file->graph.board.in->line = (int64_t)XML_GetCurrentLineNumber(file->parser);
}

static const char *attribute(const char **pairs, const char *name)
{
    for (; *pairs; pairs += 2)
        if (strcmp(pairs[0], name) == 0)
            return pairs[1];
    return NULL;
}

/* Copies a required attribute, if it is short enough. */
static bool copy_attribute(graphml *file, const char **pairs, const char *element, const char *name,
                           char out[ID_ROOM])
{
    const char *text = attribute(pairs, name);
    size_t size = text ? strlen(text) : ID_ROOM;
    if (!text)
        fail(file, dmi_bad(file->graph.board.in, file->err, "<%s> has no %s", element, name));
    else if (size >= ID_ROOM)
        fail(file, dmi_bad(file->graph.board.in, file->err, "the %s of <%s> has more than %d bytes",
                           name, element, ID_ROOM - 1));
    else
        memcpy(out, text, size + 1);
    return size < ID_ROOM;
}

static void open_key(graphml *file, const char **pairs)
{
    const char *name = attribute(pairs, "attr.name"), *domain = attribute(pairs, "for");
    if (file->key_count == MOST_KEYS) { /* each is checked for every node */
        fail(file, dmi_bad(file->graph.board.in, file->err, "more than %d keys", MOST_KEYS));
        return;
    }
    if (!dmi_reserve(&file->keys, &file->key_capacity, file->key_count + 1, sizeof *file->keys)) {
        fail(file, dmi_no_memory(file->err));
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
    const char *directed = attribute(pairs, "edgedefault");
    if (file->where != OUTSIDE || file->has_graph) {
        fail(file,
             dmi_bad(file->graph.board.in, file->err, "a second <graph>; a file has one board"));
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
        fail(file, dmi_bad(file->graph.board.in, file->err, "<node> outside of <graph>"));
        return;
    }
    file->where = IN_NODE;
    dmi_attributes_reset(&file->graph.attributes);
    copy_attribute(file, pairs, "node", "id", file->source);
}

static void open_edge(graphml *file, const char **pairs)
{
    const char *directed = attribute(pairs, "directed");
    if (file->where != IN_GRAPH) {
        fail(file, dmi_bad(file->graph.board.in, file->err, "<edge> outside of <graph>"));
        return;
    }
    file->where = IN_EDGE;
    file->is_arc = directed ? strcmp(directed, "true") == 0 : file->is_directed;
    dmi_attributes_reset(&file->graph.attributes);
    if (copy_attribute(file, pairs, "edge", "source", file->source))
        copy_attribute(file, pairs, "edge", "target", file->target);
}

static dm_status close_node(graphml *file)
{
    apply_defaults(file, "node");
    return dmi_id_graph_node(&file->graph, file->source, file->err);
}

static dm_status close_edge(graphml *file)
{
    apply_defaults(file, "edge");
    return dmi_id_graph_edge(&file->graph, file->is_arc, file->source, file->target, file->err);
}

static const char *without_prefix(const char *name)
{
    const char *colon = strchr(name, ':');
    return colon ? colon + 1 : name;
}

static void on_start(void *data, const char *element, const char **pairs)
{
    graphml *file = data;
    const char *name = without_prefix(element);
    if (file->status != DM_OK)
        return;
    note_line(file);
    if (++file->depth > DEEPEST)
        fail(file, dmi_bad(file->graph.board.in, file->err, "elements more than %d deep", DEEPEST));
    else if (strcmp(name, "key") == 0)
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
        fail(file, dmi_bad(file->graph.board.in, file->err,
                           "<hyperedge> is not supported; edges have two ends"));
    else if (strcmp(name, "data") == 0)
        file->filling = field_of_key(file, attribute(pairs, "key"));
}

static void on_end(void *data, const char *element)
{
    graphml *file = data;
    const char *name = without_prefix(element);
    dm_status status = DM_OK;
    if (file->status != DM_OK)
        return;
    note_line(file);
    file->depth--;
    if (strcmp(name, "key") == 0)
        file->open_key = NULL;
    else if (strcmp(name, "default") == 0)
        file->in_default = false;
    else if (strcmp(name, "data") == 0)
        file->filling = DMI_ATTR_NONE;
    else if (strcmp(name, "graph") == 0)
        file->where = OUTSIDE;
    else if (strcmp(name, "node") == 0)
        status = close_node(file);
    else if (strcmp(name, "edge") == 0)
        status = close_edge(file);
    if (file->where > IN_GRAPH && (strcmp(name, "node") == 0 || strcmp(name, "edge") == 0))
        file->where = IN_GRAPH;
    if (status != DM_OK)
        fail(file, status);
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

static void on_text(void *data, const char *bytes, int count)
{
    graphml *file = data;
    size_t size = (size_t)count;
    bool fits = true;
    if (file->in_default && file->open_key)
        fits = append_text(file->open_key->fallback, bytes, size);
    else if (file->where == IN_GRAPH && file->filling == DMI_ATTR_TITLE)
        fits = append_text(file->graph.title, bytes, size);
    else if (file->where == IN_GRAPH && file->filling == DMI_ATTR_CRS)
        append_text(file->graph.crs, bytes, size);
    else if (file->where > IN_GRAPH)
        dmi_attributes_append(&file->graph.attributes, file->filling, bytes, size);
    if (!fits) {
        note_line(file);
        fail(file, dmi_bad(file->graph.board.in, file->err, "a text has more than %d bytes",
                           DMI_ATTRIBUTE_ROOM - 1));
    }
}

static void on_entity(void *data, const char *name, int is_parameter, const char *value,
                      int value_size, const char *base, const char *system, const char *public,
                      const char *notation)
{
    (void)name, (void)is_parameter, (void)value, (void)value_size;
    (void)base, (void)system, (void)public, (void)notation;
    graphml *file = data;
    note_line(file);
    fail(file, dmi_bad(file->graph.board.in, file->err, "entity declarations are not supported"));
}

static dm_status feed(graphml *file)
{
    dmi_input *in = file->graph.board.in;
    const char *block;
    size_t size = 1;
    while (size > 0) {
        dm_status status = dmi_input_block(in, &block, &size, file->err);
        if (status != DM_OK)
            return status;
        if (XML_Parse(file->parser, block, (int)size, size == 0) == XML_STATUS_OK)
            continue;
        if (file->status != DM_OK)
            return file->status;
        note_line(file);
        enum XML_Error code = XML_GetErrorCode(file->parser);
        return code == XML_ERROR_NO_MEMORY
                   ? dmi_no_memory(file->err)
                   : dmi_bad(in, file->err, "not well-formed XML: %s", XML_ErrorString(code));
    }
    if (!file->has_graph)
        return dmi_fail_at(file->err, DM_BAD_INPUT, in->name, 0, "no <graph> found");
    return DM_OK;
}

static dm_status read_file(graphml *file, dm_error *err)
{
    file->parser = XML_ParserCreate(NULL);
    if (!file->parser)
        return dmi_no_memory(err);
    file->err = err;
    file->filling = DMI_ATTR_NONE;
    XML_SetUserData(file->parser, file);
    XML_SetElementHandler(file->parser, on_start, on_end);
    XML_SetCharacterDataHandler(file->parser, on_text);
    XML_SetEntityDeclHandler(file->parser, on_entity);
    return feed(file);
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
    XML_ParserFree(file->parser);
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

static void put_keys(dmi_output *out, unsigned has)
{
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
}

static void put_node(dmi_output *out, const dm_arena *arena, dm_vertex v)
{
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

static void put_edges(dmi_output *out, const dm_arena *arena, bool has_lengths)
{
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
}

void dmi_write_graphml(const dm_arena *arena, dmi_output *out)
{
    unsigned has = dm_arena_has(arena);
    dmi_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    put_keys(out, has);
    dmi_put(out, "  <graph edgedefault=\"undirected\">\n");
    if (has & DM_HOLDS_TITLE) {
        dmi_put(out, "    <data key=\"title\">");
        put_escaped(out, dm_arena_title(arena));
        dmi_put(out, "</data>\n");
    }
    for (dm_vertex v = 0; v < dm_arena_vertices(arena); v++)
        put_node(out, arena, v);
    put_edges(out, arena, has & DM_HOLDS_LENGTHS);
    dmi_put(out, "  </graph>\n</graphml>\n");
}
