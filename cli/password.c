/* password.c - keeps the password of a database out of messages and of the list of processes.
 *
 *     postgresql://user:password@host/name?password=password   is shown as
 *     postgresql://user@host/name?password=
 */
#include "cli.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Removes the bytes from `from` up to `to`, and fills the end with zeros. */
static void cut_bytes(char *from, char *to)
{
    assert(from <= to);
    while (*to)
        *from++ = *to++;
    memset(from, 0, (size_t)(to - from));
}

/* The password ends at the last @, as it may contain others by mistake; if there is none, only a
 * port may follow the colon, or the message was cut within the password. */
static void hide_in_user(char *user)
{
    char *colon = strpbrk(user, ":@/");
    if (!colon || *colon != ':')
        return;
    char *at = strrchr(colon, '@'), *digits_end = colon + 1 + strspn(colon + 1, "0123456789,");
    if (at)
        cut_bytes(colon, at);
    else if (*digits_end && !strchr("/?'\" ", *digits_end))
        cut_bytes(colon, colon + strlen(colon));
}

void cli_hide_password(char *text)
{
    static const char *const begin[] = {"postgresql://", "postgres://"};
    for (int i = 0; i < 2; i++) {
        char *address = strstr(text, begin[i]);
        if (!address)
            continue;
        hide_in_user(address + strlen(begin[i]));
        static const char key[] = "password=";
        for (char *at = address; (at = strstr(at, key));) {
            at += sizeof key - 1;
            cut_bytes(at, at + strcspn(at, "&'\" "));
        }
    }
}

char **cli_take_words(int argc, char **argv)
{
    char **words = calloc((size_t)argc + 1, sizeof *words);
    for (int i = 0; words && i < argc; i++) {
        words[i] = strdup(argv[i]);
        if (!words[i]) {
            cli_free_words(words);
            return NULL;
        }
    }
    for (int i = 0; words && i < argc; i++)
        cli_hide_password(argv[i]);
    return words;
}

void cli_free_words(char **words)
{
    for (int i = 0; words && words[i]; i++)
        free(words[i]);
    free(words);
}
