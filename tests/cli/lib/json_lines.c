/* json_lines.c - for the command-line tests: checks that every line of standard input is one JSON
 * object and prints the named fields of each, blank-separated, as compact JSON ("absent" where
 * there is none).  Without names it prints the keys in their order.  Status 1 on bad JSON. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

static void print_value(json_t *value)
{
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
    fputs(value ? text : "absent", stdout);
    free(text);
}

static void print_fields(json_t *object, int count, char **names)
{
    for (int i = 0; i < count; i++) {
        fputs(i ? " " : "", stdout);
        print_value(json_object_get(object, names[i]));
    }
    putchar('\n');
}

static void print_keys(json_t *object)
{
    const char *key;
    json_t *value;
    int shown = 0;
    json_object_foreach(object, key, value) printf("%s%s", shown++ ? " " : "", key);
    putchar('\n');
}

int main(int argc, char **argv)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        json_error_t error;
        json_t *object = json_loads(line, JSON_REJECT_DUPLICATES, &error);
        if (!json_is_object(object)) {
            printf("not a JSON object: %s", line);
            json_decref(object);
            free(line);
            return 1;
        }
        if (argc > 1)
            print_fields(object, argc - 1, argv + 1);
        else
            print_keys(object);
        json_decref(object);
    }
    free(line);
    return 0;
}
