/* xml.c - feeds a file to expat, block by block.
 *
 * Entity declarations are refused: no graph or map needs them, and they can expand without limit.
 */
#include "format/xml.h"

enum { DEEPEST = 64 };

void dmi_xml_fail(dmi_xml *xml, dm_status status)
{
    if (xml->status == DM_OK)
        xml->status = status;
    XML_StopParser(xml->parser, XML_FALSE);
}

void dmi_xml_note_line(dmi_xml *xml)
{
    xml->in->line = (int64_t)XML_GetCurrentLineNumber(xml->parser);
}

const char *dmi_xml_attribute(const char **pairs, const char *name)
{
    for (; *pairs; pairs += 2)
        if (strcmp(pairs[0], name) == 0)
            return pairs[1];
    return NULL;
}

static void on_start(void *data, const char *name, const char **pairs)
{
    dmi_xml *xml = data;
    if (xml->status != DM_OK)
        return;
    if (++xml->depth > DEEPEST)
        dmi_xml_bad(xml, "elements more than %d deep", DEEPEST);
    else
        xml->handlers->start(xml->context, name, pairs);
}

static void on_end(void *data, const char *name)
{
    dmi_xml *xml = data;
    if (xml->status != DM_OK)
        return;
    xml->depth--;
    xml->handlers->end(xml->context, name);
}

static void on_text(void *data, const char *bytes, int count)
{
    dmi_xml *xml = data;
    if (xml->status == DM_OK)
        xml->handlers->text(xml->context, bytes, (size_t)count);
}

static void on_entity(void *data, const char *name, int is_parameter, const char *value,
                      int value_size, const char *base, const char *system, const char *public,
                      const char *notation)
{
    (void)name, (void)is_parameter, (void)value, (void)value_size;
    (void)base, (void)system, (void)public, (void)notation;
    dmi_xml *xml = data;
    dmi_xml_bad(xml, "entity declarations are not supported");
}

static dm_status parse_block(dmi_xml *xml, const char *block, size_t size)
{
    if (XML_Parse(xml->parser, block, (int)size, size == 0) == XML_STATUS_OK)
        return DM_OK;
    if (xml->status != DM_OK)
        return xml->status;
    dmi_xml_note_line(xml);
    enum XML_Error code = XML_GetErrorCode(xml->parser);
    return code == XML_ERROR_NO_MEMORY
               ? dmi_no_memory(xml->err)
               : dmi_bad(xml->in, xml->err, "not well-formed XML: %s", XML_ErrorString(code));
}

dm_status dmi_xml_read(dmi_xml *xml, dmi_input *in, const dmi_xml_handlers *handlers, void *context,
                       dm_error *err)
{
    *xml = (dmi_xml){.in = in,
                     .handlers = handlers,
                     .context = context,
                     .parser = XML_ParserCreate(NULL),
                     .err = err};
    if (!xml->parser)
        return dmi_no_memory(err);
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_start, on_end);
    if (handlers->text)
        XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetEntityDeclHandler(xml->parser, on_entity);
    const char *block;
    size_t size = 1;
    dm_status status = DM_OK;
    while (size > 0 && status == DM_OK) {
        status = dmi_input_block(xml->in, &block, &size, xml->err);
        if (status == DM_OK)
            status = parse_block(xml, block, size);
    }
    XML_ParserFree(xml->parser);
    xml->parser = NULL;
    return status;
}
