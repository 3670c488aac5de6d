import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A board and the stones on it. */
final class Game {
    static final long FAR = 1L << 62; // the distance where no path leads
    /** Boards up to this size keep their table of distances. */
    private static final int MOST_ROWS = 2000;
    /** To fill the table, of the ten that a program may take to start. */
    private static final double TABLE_SECONDS = 3;

    enum Side {
        WHITE, BLACK;

        static Side of(String name) {
            return valueOf(name.toUpperCase());
        }

        Side other() {
            return this == WHITE ? BLACK : WHITE;
        }
    }

    record Arc(int to, long length) { }

    record Stone(Side side, int vertex) { }

    final long[] values; // by vertex
    final List<List<Arc>> neighbours = new ArrayList<>(); // by vertex
    int rounds;
    int perTurn;
    String ties; // "neutral", "earlier", "white" or "black"
    final List<List<Stone>> turns = new ArrayList<>(); // no stones: the turn was lost
    Side side; // whose turn it is in choose()
    double seconds; // that choose() may take; 0: no limit
    private final long[][] rows;

    Game(int vertices) {
        values = new long[vertices];
        rows = new long[vertices][];
        for (int v = 0; v < vertices; v++)
            neighbours.add(new ArrayList<>());
    }

    static double now() {
        return System.nanoTime() / 1e9;
    }

    /** All stones in the order in which they were placed. */
    List<Stone> stones() {
        return turns.stream().flatMap(List::stream).toList();
    }

    /** How far every vertex is from v. */
    long[] distances(int v) {
        long[] row = rows[v] != null ? rows[v] : search(v);
        if (values.length <= MOST_ROWS)
            rows[v] = row;
        return row;
    }

    void fillTable() {
        double end = now() + TABLE_SECONDS;
        for (int v = 0; v < values.length && values.length <= MOST_ROWS && now() < end; v++)
            distances(v);
    }

    /** A vertex that came nearer waits in a queue, to tell its neighbours. */
    private long[] search(int from) {
        long[] row = new long[values.length];
        boolean[] waits = new boolean[values.length];
        ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(from));
        Arrays.fill(row, FAR);
        row[from] = 0;
        while (!queue.isEmpty()) {
            int v = queue.remove();
            waits[v] = false;
            for (Arc arc : neighbours.get(v)) {
                if (row[v] + arc.length >= row[arc.to])
                    continue;
                row[arc.to] = row[v] + arc.length;
                if (!waits[arc.to])
                    queue.add(arc.to);
                waits[arc.to] = true;
            }
        }
        return row;
    }
}
