# columns.awk - a CSV table by columns: one cell per line, a form feed after each column, no quotes.
#
#     awk -v to=FILE -f columns.awk TABLE
#
# Neighbours in a column are alike, so that it compresses to a third: the page without a server has such tables.
{
    line = $0
    for (column = 1; ; column++) {
        if (substr(line, 1, 1) == "\"") {
            size = index(substr(line, 2), "\"") - 1
            cell[column, NR] = substr(line, 2, size)
            line = substr(line, size + 3)
        } else {
            size = index(line, ",") ? index(line, ",") - 1 : length(line)
            cell[column, NR] = substr(line, 1, size)
            line = substr(line, size + 1)
        }
        if (column > columns)
            columns = column
        if (line == "")
            break
        line = substr(line, 2)
    }
}
END {
    for (column = 1; column <= columns; column++) {
        for (row = 1; row <= NR; row++)
            print cell[column, row] >to
        printf "\f" >to
    }
}
