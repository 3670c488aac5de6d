/* dot_tokens.h - the words and signs of a DOT file. */
#ifndef DMI_FORMAT_GRAPH_DOT_TOKENS_H
#define DMI_FORMAT_GRAPH_DOT_TOKENS_H

#include "format/input.h"

typedef enum dmi_dot_kind {
    DMI_DOT_END,
    DMI_DOT_ID, /* a word, a number, or a text in quotes or <> */
    DMI_DOT_SIGN /* one of { } [ ] ; , = : */,
    DMI_DOT_EDGE, /* -- */
    DMI_DOT_ARC   /* -> */
} dmi_dot_kind;

typedef struct dmi_dot_tokens {
    dmi_input *in;
    const char *block;
    size_t left;  /* bytes of the block not read yet */
    int64_t at;   /* the line of `next` */
    int64_t line; /* where the token before this one ended */
    int next;     /* the next byte; -1: the end, -2: not read yet */
    dmi_dot_kind kind;
    char sign;
    bool is_quoted; /* an id that is no keyword */
    char *text;     /* of the id */
    size_t size, room;
} dmi_dot_tokens;

/* Reads the next token; in->line is then the line of its end. */
dm_status dmi_dot_next(dmi_dot_tokens *tokens, dm_error *err);
bool dmi_dot_is_sign(const dmi_dot_tokens *tokens, char sign);
/* Whether the token is this keyword, in any case. */
bool dmi_dot_is_word(const dmi_dot_tokens *tokens, const char *word);
/* Fails: "expected ..., found ...". */
dm_status dmi_dot_expected(const dmi_dot_tokens *tokens, const char *what, dm_error *err);
void dmi_dot_clear(dmi_dot_tokens *tokens);

#endif
