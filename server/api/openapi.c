/* openapi.c - the OpenAPI description of the server, made from the tables of its questions. */
#include "server/call.h"

#include <stdlib.h>
#include <string.h>

/* The parts that are in no table: files, jobs, and the form of answers. */
static const char FIXED[] =
    "{\"jobs\":{"
    "\"/api/file\":{\"post\":{\"summary\":\"keeps a file for the job `map`\",\"requestBody\":{"
    "\"required\":true,\"content\":{\"application/octet-stream\":{}}},\"responses\":{\"200\":{"
    "\"description\":\"the file's name and size\",\"content\":{\"application/json\":{\"schema\":{"
    "\"type\":\"object\",\"properties\":{\"file\":{\"type\":\"string\"},\"bytes\":{\"type\":"
    "\"integer\"}}}}}},\"default\":{\"$ref\":\"#/components/responses/Error\"}}}},"
    "\"/api/jobs/{id}\":{\"parameters\":[{\"name\":\"id\",\"in\":\"path\",\"required\":true,"
    "\"schema\":{\"type\":\"string\"}}],"
    "\"get\":{\"summary\":\"the state of a job\",\"responses\":{\"200\":{\"description\":\"the "
    "job\",\"content\":{\"application/json\":{\"schema\":{\"$ref\":\"#/components/schemas/"
    "Job\"}}}},\"404\":{\"$ref\":\"#/components/responses/Error\"}}},"
    "\"delete\":{\"summary\":\"cancels a job; forgets one that is over\",\"responses\":{\"200\":{"
    "\"description\":\"an empty object\"},\"404\":{\"$ref\":\"#/components/responses/Error\"}}}},"
    "\"/api/jobs/{id}/events\":{\"parameters\":[{\"name\":\"id\",\"in\":\"path\",\"required\":"
    "true,\"schema\":{\"type\":\"string\"}}],"
    "\"get\":{\"summary\":\"events `progress` and one `end`, each with the job\",\"responses\":{"
    "\"200\":{\"description\":\"server-sent events\",\"content\":{\"text/event-stream\":{}}},"
    "\"404\":{\"$ref\":\"#/components/responses/Error\"}}}}},"
    "\"components\":{"
    "\"responses\":{\"Answer\":{\"description\":\"the object that `--json` prints, and what "
    "docs/API.md adds to it\",\"content\":{\"application/json\":{\"schema\":{\"type\":\"object\"}}}"
    "},\"Error\":{\"description\":\"what is wrong, and what was expected\",\"content\":{"
    "\"application/json\":{\"schema\":{\"type\":\"object\",\"required\":[\"error\"],"
    "\"properties\":{\"error\":{\"type\":\"string\"}}}}}}},"
    "\"schemas\":{\"Job\":{\"type\":\"object\",\"required\":[\"job\",\"call\",\"state\","
    "\"seconds\"],\"properties\":{\"job\":{\"type\":\"string\"},\"call\":{\"type\":\"string\"},"
    "\"state\":{\"enum\":[\"queued\",\"running\",\"done\",\"stopped\",\"failed\",\"cancelled\"]},"
    "\"seconds\":{\"type\":\"number\"},\"progress\":{\"type\":\"object\",\"properties\":{"
    "\"phase\":{\"type\":\"string\"},\"note\":{\"type\":\"string\"},\"done\":{\"type\":"
    "\"integer\"},\"total\":{\"type\":\"integer\"}}},\"result\":{\"type\":\"object\"},"
    "\"error\":{\"type\":\"string\"},\"reason\":{\"type\":\"string\"}}}}}}";

static json_t *choices_of(const question_field *f)
{
    json_t *list = json_array();
    const char *name;
    for (int i = 0; (name = f->choices(i)); i++)
        json_array_append_new(list, json_string(name));
    return json_pack("{s:o}", "enum", list);
}

static json_t *count_of(const question_field *f)
{
    int64_t high = f->most_asked ? f->most_asked : f->high;
    json_t *type = json_pack("{s:s, s:I}", "type", "integer", "minimum", (json_int_t)f->low);
    if (high)
        json_object_set_new(type, "maximum", json_integer(high));
    if (f->standard)
        json_object_set_new(type, "default", json_integer(f->standard));
    return type;
}

static json_t *type_of(const question_field *f)
{
    switch (f->type) {
    case Q_FLAG:
        return json_pack("{s:s}", "type", "boolean");
    case Q_COUNT:
    case Q_SIZE:
    case Q_SEED:
        return count_of(f);
    case Q_SECONDS:
    case Q_REAL:
        return json_pack("{s:s, s:i}", "type", "number", "minimum", 0);
    case Q_METRES:
    case Q_DECIMAL:
        return json_pack("{s:[s, s]}", "type", "number", "string");
    case Q_CHOICE:
        return choices_of(f);
    case Q_VERTICES:
    case Q_TABLE:
        return json_pack("{s:s, s:{s:s, s:i}}", "type", "array", "items", "type", "integer",
                         "minimum", 0);
    case Q_SITES:
    case Q_PLACES:
        return json_pack("{s:s, s:{s:[{s:s, s:i}, {s:s}]}}", "type", "array", "items", "anyOf",
                         "type", "integer", "minimum", 0, "type", "object");
    case Q_LIST:
        return json_pack("{s:s}", "type", "array");
    case Q_OBJECT:
        return json_pack("{s:[s, s]}", "type", "object", "string");
    case Q_ANY:
        return json_object();
    case Q_STREETS:
    case Q_TEXT:
    case Q_PLAYER:
    case Q_FILE:
    case Q_FILES:
    case Q_PICTURE:
        break;
    }
    return json_pack("{s:s}", "type", "string");
}

/* The fields of a question as a schema. */
static json_t *schema_of(const question *about)
{
    const question_field *tables[] = {question_common, about->fields};
    json_t *properties = json_object(), *required = json_array();
    for (int t = 0; t < 2; t++)
        for (const question_field *f = tables[t]; f && f->name; f++) {
            if (!question_in_json(about, f, false))
                continue;
            json_t *type = type_of(f);
            json_object_set_new(type, "description",
                                json_string(f->json_help ? f->json_help : f->help));
            json_object_set_new(properties, f->name, type);
            if (f->required && !(t == 0 && about->common & Q_MAYBE))
                json_array_append_new(required, json_string(f->name));
        }
    json_t *schema = json_pack("{s:s, s:o}", "type", "object", "properties", properties);
    if (json_array_size(required) > 0)
        json_object_set(schema, "required", required);
    json_object_set_new(schema, "additionalProperties", json_false());
    json_decref(required);
    return schema;
}

/* A POST with this schema as its body; NULL: a GET. */
static json_t *path_of(const char *help, json_t *schema)
{
    json_t *operation = json_pack("{s:s}", "summary", help);
    if (schema)
        json_object_set_new(operation, "requestBody",
                            json_pack("{s:b, s:{s:{s:o}}}", "required", 1, "content",
                                      "application/json", "schema", schema));
    json_object_set_new(operation, "responses",
                        json_pack("{s:{s:s}, s:{s:s}}", "200", "$ref",
                                  "#/components/responses/Answer", "default", "$ref",
                                  "#/components/responses/Error"));
    return json_pack("{s:o}", schema ? "post" : "get", operation);
}

/* One schema per job: its name and its fields. */
static json_t *job_schema(const call_endpoint *e)
{
    return json_pack("{s:s, s:s, s:[s, s], s:{s:{s:s}, s:o, s:{s:s, s:s}}, s:b}", "description",
                     e->help, "type", "object", "required", "call", "with", "properties", "call",
                     "const", e->name, "with", schema_of(e->about), "client", "type", "string",
                     "description", "who asks, any text: clients take turns",
                     "additionalProperties", 0);
}

static void print_yaml(const json_t *value, int indent, FILE *to);

/* Whether no element has elements of its own, so that it fits on one line. */
static bool is_flat(const json_t *value)
{
    const char *key;
    json_t *item;
    size_t i;
    bool flat = true;
    json_object_foreach((json_t *)(uintptr_t)value, key, item) flat &= !json_is_object(item);
    json_array_foreach(value, i, item) flat &= !json_is_object(item) && !json_is_array(item);
    return flat;
}

static void print_item(const json_t *value, int indent, FILE *to)
{
    if (!is_flat(value)) {
        fputc('\n', to);
        print_yaml(value, indent + 2, to);
        return;
    }
    char *text = json_dumps(value, JSON_ENCODE_ANY); /* JSON is YAML, too */
    fprintf(to, " %s\n", text ? text : "null");
    free(text);
}

static void print_yaml(const json_t *value, int indent, FILE *to)
{
    const char *key;
    json_t *item;
    size_t i;
    json_object_foreach((json_t *)(uintptr_t)value, key, item)
    {
        bool plain =
            strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == strlen(key);
        fprintf(to, plain ? "%*s%s:" : "%*s\"%s\":", indent, "", key);
        print_item(item, indent, to);
    }
    json_array_foreach(value, i, item)
    {
        fprintf(to, "%*s-", indent, "");
        print_item(item, indent, to);
    }
}

dm_status openapi_print(FILE *to, dm_error *err)
{
    json_t *fixed = json_loads(FIXED, 0, NULL);
    json_t *paths = json_object(), *starts = json_array();
    int count;
    const call_endpoint *endpoints = api_endpoints(&count);
    for (int i = 0; i < count; i++) {
        const call_endpoint *e = &endpoints[i];
        char path[64];
        snprintf(path, sizeof path, "/api/%s", e->name);
        if (e->kind >= CALL_JOB)
            json_array_append_new(starts, job_schema(e));
        else
            json_object_set_new(paths, path,
                                path_of(e->help, e->kind == CALL_GET ? NULL : schema_of(e->about)));
    }
    json_object_set_new(paths, "/api/jobs",
                        path_of("starts a job", json_pack("{s:o}", "oneOf", starts)));
    json_object_update(paths, json_object_get(fixed, "jobs"));
    json_t *document = json_pack(
        "{s:s, s:{s:s, s:s, s:s, s:s, s:{s:s, s:s}}, s:[{s:s}], s:o, s:O}", "openapi", "3.1.0",
        "info", "title", "Demesne", "summary",
        "Voronoi games on networks, answered by `demesne serve`", "description",
        "docs/API.md describes the fields, with examples that are tests.", "version", dm_version(),
        "license", "name", "MIT", "identifier", "MIT", "servers", "url", "http://127.0.0.1:8080",
        "paths", paths, "components", json_object_get(fixed, "components"));
    json_decref(fixed);
    if (!document)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    fputs("# Made by `demesne man --openapi` from the tables of the questions; a test compares.\n",
          to);
    print_yaml(document, 0, to);
    json_decref(document);
    return DM_OK;
}
