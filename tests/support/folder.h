/* folder.h - a temporary folder for a test program, and a database in it. */
#ifndef TEST_FOLDER_H
#define TEST_FOLDER_H

extern char folder[];   /* path of the folder */
extern char database[]; /* path of a file in it, which is not created */

int make_folder(void **state); /* a group's setup */
#endif
