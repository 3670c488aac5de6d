/* sandbox_fields.h - how outside programs run, as fields of questions. */
#ifndef QUESTION_SANDBOX_FIELDS_H
#define QUESTION_SANDBOX_FIELDS_H

#include "question/question.h"

/* Where outside programs run. */
typedef struct sandbox_fields {
    int kind; /* a dm_sandbox_kind */
    int64_t memory, processes;
} sandbox_fields;

/* Their rows in the table of a question whose struct has a member `sandbox`. */
/* clang-format off */
#define QUESTION_SANDBOX(own) QUESTION_SANDBOX_IN(own, Q_EVERYWHERE)
#define QUESTION_SANDBOX_IN(own, where)                                                                      \
    {.name = "sandbox", .in = (where), .argument = "KIND", .type = Q_CHOICE, .choices = choice_sandbox,             \
     .at = offsetof(own, sandbox.kind),                                                            \
     .help = "how outside programs run: bwrap (with bubblewrap, apart from your files and the "    \
             "network) or none (with all your rights and no limits)"},                             \
    {.name = "memory_limit", .in = (where), .argument = "SIZE", .type = Q_SIZE, .low = 1 << 24,                   \
     .high = INT64_C(1) << 44, .standard = 1 << 30, .at = offsetof(own, sandbox.memory),           \
     .help = "memory of an outside program with all its processes"},                               \
    {.name = "processes", .in = (where), .argument = "N", .type = Q_COUNT, .low = 1, .high = 1 << 16,             \
     .standard = 32, .at = offsetof(own, sandbox.processes),                                       \
     .help = "processes that an outside program may have at a time"}
/* clang-format on */

static inline dm_sandbox sandbox_of(const sandbox_fields *fields)
{
    return (dm_sandbox){.kind = (dm_sandbox_kind)fields->kind,
                        .memory = fields->memory,
                        .processes = (int32_t)fields->processes};
}

#endif
