/* main.c - the way in: finds the command and hands over. */
#include <demesne/demesne.h>
#include <stdio.h>

int main(void)
{
    printf("demesne %s\n", dm_version());
    return 0;
}
