/* folder.h - a folder of a test program's own, and a database in it. */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

extern char folder[];   /* its path, */
extern char database[]; /* ... and that of a file in it, which is not made */

int make_folder(void **state); /* a group's setup */
#endif
