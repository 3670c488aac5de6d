/* xml.h - what the readers of XML files share: the parser, its limits and its messages. */
#ifndef DMI_XML_H
#define DMI_XML_H

#include "format/input.h"
#include <expat.h>

/* Nothing is called after the first failure.  `text` may be NULL. */
typedef struct dmi_xml_handlers {
    void (*start)(void *context, const char *name, const char **pairs);
    void (*end)(void *context, const char *name);
    void (*text)(void *context, const char *bytes, size_t size);
} dmi_xml_handlers;

typedef struct dmi_xml {
    dmi_input *in;
    const dmi_xml_handlers *handlers;
    void *context;
    XML_Parser parser;
    int depth;        /* elements that are open */
    dm_status status; /* the first failure */
    dm_error *err;
} dmi_xml;

/* Reads `in` to its end.  `xml` lives in the reader, so that its handlers can fail. */
dm_status dmi_xml_read(dmi_xml *xml, dmi_input *in, const dmi_xml_handlers *handlers, void *context,
                       dm_error *err);

/* Ends the reading with `status`; only the first failure counts. */
void dmi_xml_fail(dmi_xml *xml, dm_status status);

/* Sets in->line.  Not done for every element, because expat then counts all lines. */
void dmi_xml_note_line(dmi_xml *xml);

#define dmi_xml_bad(xml, ...)                                                                      \
    (dmi_xml_note_line(xml), dmi_xml_fail(xml, dmi_bad((xml)->in, (xml)->err, __VA_ARGS__)))

/* The value of an attribute, or NULL. */
const char *dmi_xml_attribute(const char **pairs, const char *name);

#endif
