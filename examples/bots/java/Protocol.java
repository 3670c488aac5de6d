import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Talks to the referee, so that a player only has to choose vertices.
 *
 * <pre>new Protocol("my player", MyPlayer::choose).run();</pre>
 *
 * Everything that a program prints goes to standard error: standard output belongs to the referee.
 */
final class Protocol {
    private final String name;
    private final Function<Game, List<Integer>> choose;
    private final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    private Consumer<Game> prepare = game -> { };
    private Game game;

    /** `choose` gives the vertices of this turn. */
    Protocol(String name, Function<Game, List<Integer>> choose) {
        this.name = name;
        this.choose = choose;
    }

    /** Lets `think` think before each game begins: its time counts as the start of the program. */
    Protocol prepare(Consumer<Game> think) {
        prepare = think;
        return this;
    }

    private void readBoard(int n, int edges) throws IOException {
        game = new Game(n);
        for (int v = 0; v < n; v++)
            game.values[v] = Long.parseLong(lines.readLine().trim());
        for (int i = 0; i < edges; i++) {
            String[] words = lines.readLine().trim().split(" ");
            int u = Integer.parseInt(words[0]), v = Integer.parseInt(words[1]);
            long length = Long.parseLong(words[2]);
            game.neighbours.get(u).add(new Game.Arc(v, length));
            game.neighbours.get(v).add(new Game.Arc(u, length));
        }
    }

    private void startGame(String[] words) {
        game.rounds = Integer.parseInt(words[1]);
        game.perTurn = Integer.parseInt(words[2]);
        game.ties = words[3];
        game.turns.clear();
        game.seconds = 0;
        game.fillTable();
        prepare.accept(game);
    }

    private void place(String side, List<Integer> vertices) {
        Game.Side who = Game.Side.of(side);
        game.turns.add(vertices.stream().map(v -> new Game.Stone(who, v)).toList());
    }

    private String chooseMove(String side) {
        game.side = Game.Side.of(side);
        List<Integer> move = choose.apply(game);
        place(side, move);
        game.seconds = 0;
        return String.join(" ", move.stream().map(String::valueOf).toList());
    }

    /** The text of the answer; null: the command is unknown. */
    private String answer(String[] words) throws IOException {
        switch (words[0]) {
            case "protocol_version": return "1";
            case "name": return name;
            case "arena": readBoard(Integer.parseInt(words[1]), Integer.parseInt(words[2])); break;
            case "rules": startGame(words); break;
            case "play": place(words[1], Arrays.stream(words).skip(2).map(Integer::valueOf).toList()); break;
            case "genmove": return chooseMove(words[1]);
            case "undo": game.turns.remove(game.turns.size() - 1); break;
            case "time_left": game.seconds = Integer.parseInt(words[2]) / 1000.0; break;
            case "quit": break;
            default: return null;
        }
        return "";
    }

    /** Answers the referee until the end.  A mistake in choose() ends the program. */
    void run() throws IOException {
        PrintStream referee = System.out;
        System.setOut(System.err);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.trim().split("\\s+");
            if (words[0].isEmpty())
                continue;
            String text = answer(words);
            referee.print(text == null ? "? unknown command\n\n" : "= " + text + "\n\n");
            referee.flush();
            if (words[0].equals("quit"))
                break;
        }
    }
}
