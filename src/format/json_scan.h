/* json_scan.h - reads JSON value by value, for files too large to hold as a tree.
 *
 * After a call the scan has read one token, and the caller decides what may follow:
 *
 *     dmi_json_scan scan;
 *     dmi_json_scan_init(&scan, in);
 *     dmi_json_next(&scan, err);                             the token is '{'
 *     while (dmi_json_member(&scan, &more, err) == DM_OK && more)
 *         dmi_json_skip(&scan, err);                         scan.key, then the value
 */
#ifndef DMI_JSON_SCAN_H
#define DMI_JSON_SCAN_H

#include "format/input.h"

/* A token: one of the signs { } [ ] : , or one of these. */
enum { DMI_JSON_END = 0, DMI_JSON_STRING = 's', DMI_JSON_NUMBER = 'n', DMI_JSON_WORD = 'w' };

enum { DMI_JSON_KEY_ROOM = 40 };

typedef struct dmi_json_scan {
    dmi_input *in;
    const char *at, *end; /* of the block of bytes */
    char token;
    bool is_first;               /* the next member or item is the first of its object or list */
    int depth;                   /* objects and lists that are open */
    char key[DMI_JSON_KEY_ROOM]; /* of the member; longer ones are cut */
    char *text;                  /* of a string, a number, or true, false, null */
    size_t size, room;
} dmi_json_scan;

void dmi_json_scan_init(dmi_json_scan *scan, dmi_input *in);
void dmi_json_scan_clear(dmi_json_scan *scan);

/* Reads the next token.  in->line is where it ends. */
dm_status dmi_json_next(dmi_json_scan *scan, dm_error *err);
/* After '{' or a member's value: reads the key of the next member and the first token of its value;
 * *more is false at the '}'. */
dm_status dmi_json_member(dmi_json_scan *scan, bool *more, dm_error *err);
/* After '[' or an item: reads the first token of the next item; *more is false at the ']'. */
dm_status dmi_json_item(dmi_json_scan *scan, bool *more, dm_error *err);
/* Reads the rest of the value whose first token was read. */
dm_status dmi_json_skip(dmi_json_scan *scan, dm_error *err);
/* Fails: "expected ..., found ...". */
dm_status dmi_json_expected(const dmi_json_scan *scan, const char *what, dm_error *err);

#endif
