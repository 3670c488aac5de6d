/* demo_scenes.c - the scenes of the guided tour, in order. */
#include "demo.h"

const demo_scene demo_scenes[] = {
    {.title = "The game in three lines",
     .text = "Two players, White first, take turns placing stones on the vertices of a network.\n"
             "When all stones are placed, every vertex goes to the player whose stone is nearer.\n"
             "The larger territory wins; a vertex equally near to both is nobody's.",
     .commands = {"score path:7 --white 1 --black 5 --draw",
                  "draw path:7 --white 1 --black 5 -o {}/path.svg"},
     .picture = "path.svg",
     .caption = "Each player has three vertices; the one in the middle is tied."},
    {.title = "Shops in a town",
     .text =
         "A map is a board too: a file of OpenStreetMap, or a town that does not exist.  White's\n"
         "shops stand, every customer goes to the nearest by road, and Black opens two: where?",
     .commands =
         {"reply {town} --largest --white 50,250,650 --count 2 --quiet",
          "reply {town} --largest --white 50,250,650 --count 2 --quiet --report {}/town.html "
          "-o {}/town.png"},
     .picture = "town.png",
     .caption = "Streets in the colour of the nearest shop, and the area of each."},
    {.title = "Who gets a tie is part of the rules",
     .text =
         "It can be nobody (neutral), the stone placed first (earlier), or one of the players.\n"
         "With earlier, the middle goes to White, whose stone was placed first.",
     .commands = {"score path:7 --white 1 --black 5 --ties earlier --draw",
                  "draw path:7 --white 1 --black 5 --ties earlier -o {}/ties.svg"},
     .picture = "ties.svg",
     .caption = "The same stones: White's came first, so the middle is White's."},
    {.title = "A game on a 15 x 15 grid",
     .text = "Two computer players, five stones each.  White takes the most land at once; Black\n"
             "also considers White's reply.  The game is recorded, checked and drawn.",
     .commands = {"play grid:15x15 --rounds 5 --white minimax --black minimax:depth=2 --draw "
                  "--record {}/game.json",
                  "replay {}/game.json -o {}/game.svg"},
     .picture = "game.svg",
     .caption = "Stones show their move numbers; edges change colour where the territories meet."},
    {.title = "Nearer by road",
     .text = "On a road network, distance is measured along the roads, in exact whole numbers.\n"
             "Here are four stones each on 3000 crossroads:",
     .commands = {"draw road:3000 --white 2557,235,2029,51 --black 1800,2431,1220,1515",
                  "draw road:3000 --white 2557,235,2029,51 --black 1800,2431,1220,1515 "
                  "-o {}/roads.png"},
     .picture = "roads.png",
     .caption = "Territories on a random road map."},
    {.title = "White, Black, tied, out of reach",
     .text =
         "Towns that are close to each other are joined.  If the only way into a region is tied,\n"
         "all of it is tied; and no stone reaches an island.",
     .commands = {"draw geometric:500,6 --white 3 --black 44 -o {}/towns.svg"},
     .picture = "towns.svg",
     .caption = "Grey is tied, dashed is out of reach."},
    {.title = "Trees, drawn as in the literature",
     .text = "Teramoto, Demaine and Uehara, who brought the game to graphs, draw circles and\n"
             "squares: large ones are stones, small ones are the vertices they own.",
     .commands = {"draw tree:3,3 --white 1,5 --black 0,3 --paper -o {}/tree.svg"},
     .picture = "tree.svg",
     .caption = "White took a branch first; Black took the root, and with it the rest."},
    {.title = "Perfect play",
     .text = "What if both players make no mistake?  An exact search of three stones each on an\n"
             "8 x 8 grid: moving first does not help, Black wins by two.",
     .commands = {"solve grid:8x8 --rounds 3 --draw"}},
    {.title = "Where do my shops go?",
     .text = "White's shops are fixed, and Black opens three: the best places, with a proof.\n"
             "Every customer goes to the nearest shop.",
     .commands = {"reply road:400 --white 10,200,300 --count 3",
                  "reply road:400 --white 10,200,300 --count 3 -o {}/reply.png"},
     .picture = "reply.png",
     .caption = "Three shops against three: each of Black's cuts off one of White's."},
    {.title = "And where to open, if the rival follows?",
     .text =
         "White opens three shops among fifty points, ties go to White, and Black replies with\n"
         "three.  An exact search: the best White can do is to lose by four.",
     .commands = {"lead euclid:50 --count 3 --ties white",
                  "lead euclid:50 --count 3 --ties white -o {}/lead.png"},
     .picture = "lead.png",
     .caption = "Every customer is joined to its shop."},
    {.title = "Who plays better?",
     .text = "A small contest: every board is new and played twice, with the sides swapped.\n"
             "Ratings follow from the wins; 400 points more mean odds of ten to one.",
     .commands = {"tournament --preset colby --players monte-carlo,enhanced,greedy --games 20 "
                  "--threads 2 --quiet"}},
    {.title = "A puzzle solved",
     .text =
         "The game on edges: every point of a line belongs to the nearest site.  Red is losing,\n"
         "but may cut one edge anywhere.  First a puzzle is made in which only cuts in one\n"
         "region win; then it is solved.",
     .commands = {"lines generate gabriel:16 --share 0.01-0.1 --unique --to {}/puzzle.json",
                  "lines best {}/puzzle.json --op cut -o {}/puzzle.svg --animate {}/expansion.svg"},
     .picture = "puzzle.svg",
     .caption = "Without its short way blue comes too late; expansion.svg shows the race."},
    {.title = "On a circle the second player wins",
     .text =
         "Only by a tiny margin, which Blue can choose, but always: the arithmetic is exact.  Red\n"
         "takes key points, breaks Blue's intervals, and ends with a slightly longer one.",
     .commands = {"interval play circle --stones 4 --blue greedy --red keypoint --draw "
                  "{}/circle.svg --animate {}/circle-game.svg",
                  "interval attack circle --stones 4 --red keypoint --quiet"},
     .picture = "circle.svg",
     .caption = "Strong colours are won, pale ones shared; circle-game.svg animates the game."},
    {.title = "Boards come from files, and go to files",
     .text = "The ending gives the format: DIMACS, METIS, graph6, GraphML, GML, Pajek, JSON, ...",
     .commands = {"arena petersen --to {}/petersen.graphml",
                  "score {}/petersen.graphml --white 0 --black 7"}},
    {0}};

const char *const demo_next[] = {
    "serve",
    "play grid:7x7 --rounds 3 --white human --black minimax:depth=2",
    "draw geometric:300,7 --seed 2 --white 3,250 --black 44,100 -o {}/mine.svg",
    "solve path:9 --rounds 1 --moves",
    "score tree:2,4 --white 1 --black 0 --json",
    "lines odds {}/puzzle.json --op add -o {}/winning.svg",
    "tournament --players minimax,expectation --arena geometric:60,5 --rounds 4 --games 20",
    "--help",
    NULL};
