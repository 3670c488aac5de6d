/* web.h - the files of the page, the levels of examples/levels, the tables of data/ and the files
 * of tournament_pages/, packed at build time (cmake/web.cmake). */
#ifndef SERVER_WEB_H
#define SERVER_WEB_H

#include "server/http/http.h"

extern const http_file web_files[];
extern const int web_file_count;

extern const http_file level_files[];
extern const int level_file_count;

extern const http_file atlas_files[];
extern const int atlas_file_count;

extern const http_file site_files[];
extern const int site_file_count;

#endif
