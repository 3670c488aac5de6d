/* web.h - the files of the page, packed at build time (cmake/web.cmake). */
#ifndef SERVER_WEB_H
#define SERVER_WEB_H

#include "server/http.h"

extern const http_file web_files[];
extern const int web_file_count;

#endif
