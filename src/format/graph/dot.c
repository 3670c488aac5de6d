/* dot.c - DOT, the language of Graphviz.
 *
 *     graph town {
 *       edge [len=2];
 *       a [pos="0,0"]; b [lon=11.97, lat=57.7];
 *       a -- b -- c [len=2.5];  a -- {d e};
 *     }
 *
 * An edge's length is its `length`, `len`, `weight`, or its `label` if that is a number.  Ids are
 * the names of vertices, which are numbered in the order in which they are first mentioned.
 * Clusters and other subgraphs only group nodes.
 */
#include "format/format.h"
#include "format/graph/dot_tokens.h"
#include "format/graph/id_graph.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST = 64, MOST_IN_GROUPS = 100000, ID_ROOM = 256 };

/* What a list of attributes is about: one node or edge, all that follow, or the graph. */
typedef enum about { A_NODE, AN_EDGE, ALL_NODES, ALL_EDGES, THE_GRAPH } about;

typedef struct setting { /* `node [key=text]` or `edge [key=text]` */
    about about;
    dmi_attribute attribute;
    char text[80];
} setting;

typedef struct dot {
    dmi_id_graph graph;
    dmi_dot_tokens tokens;
    bool is_directed;
    int depth;
    int64_t in_groups; /* edges between groups so far */
    setting *setting;  /* those that count here, the last first */
    size_t settings, setting_room;
    dm_vertex *member; /* the nodes of the groups that are open */
    size_t members, member_room;
} dot;

static dm_status read_statements(dot *file, dm_error *err);

static dm_status expect_sign(dot *file, char sign, const char *what, dm_error *err)
{
    return dmi_dot_is_sign(&file->tokens, sign) ? dmi_dot_next(&file->tokens, err)
                                                : dmi_dot_expected(&file->tokens, what, err);
}

static void apply_settings(dot *file, about of)
{
    dmi_attributes *attributes = &file->graph.attributes;
    for (size_t i = file->settings; i-- > 0;) {
        const setting *s = &file->setting[i];
        if (s->about == of && !attributes->is_given[s->attribute])
            dmi_attributes_append(attributes, s->attribute, s->text, strlen(s->text));
    }
}

static dm_status use_attribute(dot *file, about of, const char *key, dm_error *err)
{
    dmi_attribute attribute = dmi_attribute_named(key);
    const dmi_dot_tokens *t = &file->tokens;
    if (attribute == DMI_ATTR_NONE && of <= AN_EDGE)
        dmi_unused_add(&file->graph.unused, of == A_NODE ? DMI_UNUSED_NODES : DMI_UNUSED_EDGES,
                       key);
    if (attribute == DMI_ATTR_NONE || of == THE_GRAPH)
        return DM_OK;
    if (of <= AN_EDGE) {
        dmi_attributes_append(&file->graph.attributes, attribute, t->text, t->size);
        return DM_OK;
    }
    if (!dmi_reserve(&file->setting, &file->setting_room, file->settings + 1,
                     sizeof *file->setting))
        return dmi_no_memory(err);
    setting *made = &file->setting[file->settings++];
    *made = (setting){of, attribute, ""};
    snprintf(made->text, sizeof made->text, "%s", t->text);
    return DM_OK;
}

/* `key = value`, or a key alone, which says nothing; the token is the key. */
static dm_status read_attribute(dot *file, about of, dm_error *err)
{
    char key[DMI_UNUSED_ROOM];
    snprintf(key, sizeof key, "%s", file->tokens.text);
    dm_status status = dmi_dot_next(&file->tokens, err);
    if (status != DM_OK || !dmi_dot_is_sign(&file->tokens, '='))
        return status;
    status = dmi_dot_next(&file->tokens, err);
    if (status == DM_OK && file->tokens.kind != DMI_DOT_ID)
        status = dmi_dot_expected(&file->tokens, "the value of an attribute", err);
    if (status == DM_OK)
        status = use_attribute(file, of, key, err);
    return status == DM_OK ? dmi_dot_next(&file->tokens, err) : status;
}

/* Any number of lists in brackets. */
static dm_status read_attributes(dot *file, about of, dm_error *err)
{
    dm_status status = DM_OK;
    while (status == DM_OK && dmi_dot_is_sign(&file->tokens, '[')) {
        status = dmi_dot_next(&file->tokens, err);
        while (status == DM_OK && !dmi_dot_is_sign(&file->tokens, ']')) {
            if (file->tokens.kind == DMI_DOT_ID)
                status = read_attribute(file, of, err);
            else if (dmi_dot_is_sign(&file->tokens, ',') || dmi_dot_is_sign(&file->tokens, ';'))
                status = dmi_dot_next(&file->tokens, err);
            else
                status = dmi_dot_expected(&file->tokens, "an attribute or ]", err);
        }
        if (status == DM_OK)
            status = dmi_dot_next(&file->tokens, err);
    }
    return status;
}

/* The node of this id becomes a member of the group; a new one gets the attributes set for all. */
static dm_status mention_node(dot *file, const char *id, dm_error *err)
{
    size_t before = file->graph.ids.count;
    dm_vertex v = 0;
    dm_status status = dmi_node_ids_find(&file->graph.ids, &file->graph.board, id, false, &v, err);
    if (status != DM_OK)
        return status;
    if (!dmi_reserve(&file->member, &file->member_room, file->members + 1, sizeof *file->member))
        return dmi_no_memory(err);
    file->member[file->members++] = v;
    if (file->graph.ids.count == before)
        return DM_OK;
    dmi_attributes_reset(&file->graph.attributes);
    apply_settings(file, ALL_NODES);
    return dmi_id_graph_node(&file->graph, id, err);
}

static dm_status skip_value(dot *file, dm_error *err)
{
    dm_status status = dmi_dot_next(&file->tokens, err);
    if (status == DM_OK && file->tokens.kind != DMI_DOT_ID)
        status = dmi_dot_expected(&file->tokens, "a name", err);
    return status == DM_OK ? dmi_dot_next(&file->tokens, err) : status;
}

static dm_status read_group(dot *file, bool may_assign, dm_error *err)
{
    if (dmi_dot_is_word(&file->tokens, "subgraph") || dmi_dot_is_sign(&file->tokens, '{')) {
        /* `subgraph name { .. }` or `{ .. }`: all nodes mentioned in it are members. */
        dmi_dot_tokens *t = &file->tokens;
        size_t settings = file->settings;
        dm_status status = DM_OK;
        if (++file->depth > DEEPEST)
            return dmi_bad(t->in, err, "subgraphs more than %d deep", DEEPEST);
        if (dmi_dot_is_word(t, "subgraph")) {
            status = dmi_dot_next(t, err);
            if (status == DM_OK && t->kind == DMI_DOT_ID)
                status = dmi_dot_next(t, err);
        }
        if (status == DM_OK)
            status = expect_sign(file, '{', "{ after `subgraph`", err);
        if (status == DM_OK)
            status = read_statements(file, err);
        file->settings = settings;
        file->depth--;
        return status;
    }
    if (file->tokens.kind != DMI_DOT_ID)
        return dmi_dot_expected(&file->tokens, "a node or a subgraph", err);
    /* A node's name, with the port after it, which does not count.  `key = value` is no node but an
     * attribute of the graph, if `may_assign`. */
    dmi_dot_tokens *t = &file->tokens;
    char id[ID_ROOM];
    if (t->size >= ID_ROOM)
        return dmi_bad(t->in, err, "the id of a node has more than %d bytes", ID_ROOM - 1);
    memcpy(id, t->text ? t->text : "", t->size + 1);
    dm_status status = dmi_dot_next(t, err);
    if (status == DM_OK && may_assign && dmi_dot_is_sign(t, '='))
        return skip_value(file, err);
    if (status == DM_OK)
        status = mention_node(file, id, err);
    while (status == DM_OK && dmi_dot_is_sign(t, ':'))
        status = skip_value(file, err);
    return status;
}

/* The rest of `a -- b -- c [..]`; the members from `first` on are those of a.  `ends` are where the
 * groups end. */
static dm_status read_chain(dot *file, size_t first, size_t **ends, size_t *room, dm_error *err)
{
    dmi_dot_tokens *t = &file->tokens;
    size_t groups = 0;
    dm_status status = DM_OK;
    dmi_dot_kind link = file->is_directed ? DMI_DOT_ARC : DMI_DOT_EDGE;
    for (bool is_more = true; is_more && status == DM_OK;) {
        if (!dmi_reserve(ends, room, groups + 1, sizeof **ends))
            return dmi_no_memory(err);
        (*ends)[groups++] = file->members;
        if (t->kind != DMI_DOT_EDGE && t->kind != DMI_DOT_ARC)
            break;
        if (t->kind != link)
            return dmi_dot_expected(t, file->is_directed ? "-> in a digraph" : "-- in a graph",
                                    err);
        status = dmi_dot_next(t, err);
        if (status == DM_OK)
            status = read_group(file, false, err);
    }
    dmi_attributes_reset(&file->graph.attributes);
    if (status == DM_OK)
        status = read_attributes(file, AN_EDGE, err);
    apply_settings(file, ALL_EDGES);
    for (size_t i = 1; status == DM_OK && i < groups; i++) {
        /* Edges between all members a..b and all members b..c. */
        size_t a = i > 1 ? (*ends)[i - 2] : first;
        size_t b = (*ends)[i - 1];
        size_t c = (*ends)[i];
        file->tokens.in->line = file->tokens.line;
        if (b - a > 1 || c - b > 1)
            file->in_groups += (int64_t)((b - a) * (c - b));
        int64_t most = file->tokens.in->options.most_edges;
        if (file->in_groups > MOST_IN_GROUPS || (most && file->in_groups > most))
            return dmi_bad(file->tokens.in, err, "more than %" PRId64 " edges between subgraphs",
                           most && most < MOST_IN_GROUPS ? most : MOST_IN_GROUPS);
        for (size_t k = a; k < b; k++)
            for (size_t j = b; j < c && status == DM_OK; j++)
                status = dmi_id_graph_edge(&file->graph, file->is_directed,
                                           dmi_node_ids_of(&file->graph.ids, file->member[k]),
                                           dmi_node_ids_of(&file->graph.ids, file->member[j]), err);
    }
    return status;
}

/* A node, or an edge between nodes and subgraphs. */
static dm_status read_element(dot *file, dm_error *err)
{
    dmi_dot_tokens *t = &file->tokens;
    size_t first = file->members, room = 0, *ends = NULL;
    bool is_node = t->kind == DMI_DOT_ID && !dmi_dot_is_word(t, "subgraph");
    dm_status status = read_group(file, true, err);
    if (status == DM_OK && (t->kind == DMI_DOT_EDGE || t->kind == DMI_DOT_ARC)) {
        status = read_chain(file, first, &ends, &room, err);
    } else if (status == DM_OK && is_node && file->members > first) {
        dmi_attributes_reset(&file->graph.attributes);
        status = read_attributes(file, A_NODE, err);
        if (status == DM_OK)
            t->in->line = t->line;
        if (status == DM_OK)
            status = dmi_id_graph_node(&file->graph,
                                       dmi_node_ids_of(&file->graph.ids, file->member[first]), err);
    }
    free(ends);
    return status;
}

/* Attributes of the graph, or of all nodes or edges that follow. */
static dm_status read_settings(dot *file, about of, dm_error *err)
{
    dm_status status = dmi_dot_next(&file->tokens, err);
    return status == DM_OK ? read_attributes(file, of, err) : status;
}

static dm_status read_statement(dot *file, dm_error *err)
{
    const dmi_dot_tokens *t = &file->tokens;
    if (dmi_dot_is_word(t, "graph"))
        return read_settings(file, THE_GRAPH, err);
    if (dmi_dot_is_word(t, "node"))
        return read_settings(file, ALL_NODES, err);
    if (dmi_dot_is_word(t, "edge"))
        return read_settings(file, ALL_EDGES, err);
    dm_status status = read_element(file, err);
    if (file->depth == 0)
        file->members = 0; /* no group is open */
    return status;
}

/* Up to the closing brace, and past it. */
static dm_status read_statements(dot *file, dm_error *err)
{
    dmi_dot_tokens *t = &file->tokens;
    dm_status status = DM_OK;
    while (status == DM_OK && !dmi_dot_is_sign(t, '}')) {
        if (dmi_dot_is_sign(t, ';'))
            status = dmi_dot_next(t, err);
        else
            status = read_statement(file, err);
    }
    return status == DM_OK ? dmi_dot_next(t, err) : status;
}

static dm_status read_file(dot *file, dm_error *err)
{
    dmi_dot_tokens *t = &file->tokens;
    dm_status status = dmi_dot_next(t, err);
    if (status == DM_OK && dmi_dot_is_word(t, "strict"))
        status = dmi_dot_next(t, err);
    if (status != DM_OK)
        return status;
    file->is_directed = dmi_dot_is_word(t, "digraph");
    if (!file->is_directed && !dmi_dot_is_word(t, "graph"))
        return dmi_dot_expected(t, "`graph` or `digraph`", err);
    status = dmi_dot_next(t, err);
    if (status == DM_OK && t->kind == DMI_DOT_ID) {
        snprintf(file->graph.title, sizeof file->graph.title, "%s", t->text);
        status = dmi_dot_next(t, err);
    }
    if (status == DM_OK)
        status = expect_sign(file, '{', "{", err);
    if (status == DM_OK)
        status = read_statements(file, err);
    if (status == DM_OK && t->kind != DMI_DOT_END)
        status = dmi_dot_expected(t, "the end of the file (a file has one board)", err);
    return status;
}

dm_status dmi_read_dot(dmi_input *in, dm_arena **out, dm_error *err)
{
    dot *file = dmi_calloc(1, sizeof *file);
    if (!file)
        return dmi_no_memory(err);
    dm_status status = dmi_id_graph_init(&file->graph, in, err);
    file->graph.ids.by_mention = true;
    file->graph.labels_are_lengths = file->graph.ids_are_names = true;
    file->tokens = (dmi_dot_tokens){.in = in, .next = -2, .at = 1};
    in->line = 1;
    if (status == DM_OK)
        status = read_file(file, err);
    dmi_dot_clear(&file->tokens);
    free(file->setting);
    free(file->member);
    status = dmi_id_graph_finish(&file->graph, status, out, err);
    free(file);
    return status;
}
