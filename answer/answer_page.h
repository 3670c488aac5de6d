/* answer_page.h - pages that need no other file: what they have in common. */
#ifndef ANSWER_PAGE_H
#define ANSWER_PAGE_H

#include <stdio.h>

/* Everything up to the headline, and a line about it, which may be NULL. */
void page_begin(FILE *page, const char *title, const char *about);
/* What the colours of bars mean. */
void page_key(FILE *page);
/* A bar of shares of 0 to 1. */
void page_bar(FILE *page, double white, double tied, double black);
/* The last line; `note` is a sentence before it, or "". */
void page_end(FILE *page, const char *note);

#endif
