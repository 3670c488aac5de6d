/* fuzz_board.c - the reader of .board files, as the bytes are and with the checksums made right, so
 * that the checks behind them are reached. */
#include "reader.h"

#include "base/checksum.h"
#include "format/board/board_file.h"
#include <string.h>

static void repair(uint8_t *bytes, size_t size)
{
    dmi_board_header header;
    memcpy(&header, bytes, sizeof header);
    for (int i = 0; i < DMI_BOARD_SECTIONS; i++) {
        dmi_checksum sum;
        if (header.section[i].at > size || header.section[i].size > size - header.section[i].at)
            continue;
        dmi_checksum_start(&sum);
        dmi_checksum_add(&sum, bytes + header.section[i].at, header.section[i].size);
        header.section[i].sum = dmi_checksum_end(&sum);
    }
    header.sum = dmi_board_header_sum(&header);
    memcpy(bytes, &header, sizeof header);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_reader("board", bytes, size);
    uint8_t *copy = size >= sizeof(dmi_board_header) ? malloc(size) : NULL;
    if (!copy)
        return 0;
    memcpy(copy, bytes, size);
    repair(copy, size);
    fuzz_reader("board", copy, size);
    free(copy);
    return 0;
}
