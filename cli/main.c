/* main.c - the program `demesne`: its table of commands. */
#include "cli.h"

#include <locale.h>

/* clang-format off */
#define X(name, synopsis, help, example) extern const cli_spec spec_##name;
#include "commands.def"
#undef X
/* clang-format on */

const char cli_tool[] = "demesne";
const bool cli_has_terminal = true;

const cli_command cli_commands[] = {
#define X(name, synopsis, help, example) {#name, synopsis, help, example, &spec_##name},
#include "commands.def"
#undef X
    {0}};

int main(int argc, char **argv)
{
    cli_open_standard_files();
    setlocale(LC_CTYPE, "");
    cli_catch_signals();
    char **words = cli_take_words(argc, argv);
    if (!words) {
        cli_error("out of memory");
        return CLI_SYSTEM;
    }
    int status = cli_dispatch(argc, words);
    cli_clear_bar();
    cli_free_words(words);
    return cli_finish(status);
}
