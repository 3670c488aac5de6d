/* demo_page.c - index.html: the scenes with their pictures and the commands that made them. */
#include "demo.h"

#include "answer/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#222;--paper:#fdfcf9;--soft:#6b6b6b;"
    "--line:#ddd8cc;--code:#f3f0e8}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e3da;--paper:#1b1c1e;--soft:#a09d94;"
    "--line:#3a3c40;--code:#2b2d31}}\n"
    "body{font:17px/1.55 Georgia,serif;color:var(--ink);background:var(--paper);"
    "max-width:46rem;margin:3rem auto;padding:0 1.2rem}\n"
    "h1{font-size:2.2rem;margin:0}h2{font-size:1.35rem;margin:3rem 0 .4rem}\n"
    "header p,figcaption{color:var(--soft)}\n"
    "pre{font:14px/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--code);"
    "border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;overflow-x:auto}\n"
    "figure{margin:1.2rem 0}figcaption{font-size:.92rem;margin-top:.4rem}\n"
    "img{max-width:100%;display:block;margin:auto;background:#fff;border:1px solid "
    "var(--line);border-radius:6px}\n";

static bool put_command(FILE *page, const char *program, const char *command, const char *folder)
{
    char *line = demo_line(program, command, folder);
    if (!line)
        return false;
    report_html(page, line);
    fputc('\n', page);
    free(line);
    return true;
}

static bool put_scene(FILE *page, const demo_scene *scene, const char *program, const char *folder)
{
    bool whole = true;
    fprintf(page, "<section>\n<h2>%s</h2>\n<p>", scene->title);
    report_html(page, scene->text);
    fputs("</p>\n<pre>", page);
    for (int i = 0; i < SCENE_COMMANDS && scene->commands[i]; i++)
        whole &= put_command(page, program, scene->commands[i], folder);
    fputs("</pre>\n", page);
    if (scene->picture)
        fprintf(page, "<figure><img src=\"%s\" alt=\"%s\"><figcaption>%s</figcaption></figure>\n",
                scene->picture, scene->caption, scene->caption);
    fputs("</section>\n", page);
    return whole;
}

dm_status demo_page(const char *program, const char *folder, dm_error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/index.html", folder);
    FILE *page = fopen(path, "w");
    if (!page)
        return answer_fail(err, DM_IO, "%.300s: %s", path, strerror(errno));
    bool whole = true;
    fprintf(page,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
            "<title>Demesne</title>\n<style>\n%s</style></head>\n<body>\n<header><h1>Demesne</h1>"
            "<p>Players take places on a network, and every point of it goes to the nearest "
            "player.</p></header>\n",
            style);
    for (const demo_scene *scene = demo_scenes; scene->title; scene++)
        whole &= put_scene(page, scene, program, folder);
    fputs("<section>\n<h2>What to try next</h2>\n<pre>", page);
    for (const char *const *next = demo_next; *next; next++)
        whole &= put_command(page, program, *next, folder);
    fputs("</pre>\n</section>\n</body></html>\n", page);
    whole &= !ferror(page);
    if (fclose(page) != 0 || !whole)
        return answer_fail(err, DM_IO, "%.300s: could not be written", path);
    return DM_OK;
}
