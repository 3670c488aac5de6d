import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes the vertex that wins the most at once; begin your own player here (README.md). */
final class Player {
    private final Game game;
    private final long[][] near; // by side and vertex: how near that side is
    private final Game.Side[] first; // by vertex: the side that was nearest first

    private Player(Game game) {
        this.game = game;
        near = new long[2][game.values.length];
        first = new Game.Side[game.values.length];
        for (long[] row : near)
            Arrays.fill(row, Game.FAR);
        for (Game.Stone stone : game.stones())
            place(stone.side(), stone.vertex());
    }

    private void place(Game.Side side, int v) {
        long[] row = game.distances(v), mine = near[side.ordinal()];
        for (int u = 0; u < row.length; u++) {
            if (row[u] < near[0][u] && row[u] < near[1][u])
                first[u] = side;
            mine[u] = Math.min(mine[u], row[u]);
        }
    }

    /** 1 if our side owns u at these distances, -1 if the other does, 0 if nobody does. */
    private int owner(int u, long mine, long other) {
        if (mine != other)
            return mine < other ? 1 : -1;
        if (mine == Game.FAR || game.ties.equals("neutral"))
            return 0;
        return (game.ties.equals("earlier") ? first[u] : Game.Side.of(game.ties)) == game.side ? 1 : -1;
    }

    /** What a stone on v wins, and how far away that is. */
    private double[] worth(int v) {
        long[] row = game.distances(v);
        long[] mine = near[game.side.ordinal()], other = near[game.side.other().ordinal()];
        long gain = 0;
        double far = 0;
        for (int u = 0; u < row.length; u++)
            if (row[u] < mine[u] && row[u] <= other[u]) {
                gain += (owner(u, row[u], other[u]) - owner(u, mine[u], other[u])) * game.values[u];
                far += (double) game.values[u] * row[u];
            }
        return new double[] {gain, -far};
    }

    /** The free vertex that wins the most; of equal ones, the one nearer to what it wins. */
    private int best(double end) {
        int best = -1;
        double[] most = {0, 0}, worth;
        for (int v = 0; v < game.values.length && (best < 0 || Game.now() < end); v++)
            if (near[0][v] > 0 && near[1][v] > 0
                    && (Arrays.compare(worth = worth(v), most) > 0 || best < 0)) {
                best = v;
                most = worth;
            }
        return best;
    }

    static List<Integer> choose(Game game) {
        double end = Game.now() + (game.seconds > 0 ? game.seconds : 5) / 2;
        Player player = new Player(game);
        List<Integer> move = new ArrayList<>();
        while (move.size() < game.perTurn) {
            move.add(player.best(end));
            player.place(game.side, move.get(move.size() - 1));
        }
        return move;
    }

    public static void main(String[] args) throws java.io.IOException {
        new Protocol("java kit", Player::choose).run();
    }
}
