/* cmd_plane.c - `demesne plane`: the game in the plane. */
#include "cli.h"
#include "question/plane/plane_questions.h"

#define PLACES                                                                                     \
    "Coordinates are decimals or fractions, and areas are exact fractions.  Distances are "        \
    "straight\n"                                                                                   \
    "lines: walls of a polygon do not bend them."

static const cli_spec spec_score = {
    .question = &question_plane_score,
    .operands = {1, 1},
    .more =
        (const char *const[]){
            "demesne plane score rect:2x1 --white '1/2,1/2' --black '3/2,1/2' --metric manhattan",
            "demesne plane score triangle --sides 'red:0,0|blue:1,0|green:0,1' --cells", NULL},
    .about = "Every point of the board goes to the side whose nearest site is nearer.  " PLACES "\n"
             "With --customers their demand counts in place of land, under both metrics."};

static dm_status print_picture(cli_call *cli, const ask_board *board, void *found, report *r,
                               dm_error *err)
{
    const plane_draw_fields *own = cli->ask.own;
    const plane_draw_found *f = found;
    const char *names[DM_PLANE_SIDES];
    const dm_plane_picture picture = plane_picture(&f->on, f->lattice, names);
    dm_text form;
    char *text = NULL;
    dm_status status = DM_OK;
    (void)board;
    cli_text_form(stdout, &form);
    if (cli->json)
        form.colour = form.unicode = false;
    if (!own->output && !own->animate)
        status = dm_draw_plane_text(f->on.plane, &picture, &form, &text, err);
    if (text && cli->json)
        report_string(r, "text", text);
    else if (text)
        fputs(text, stdout);
    dm_free(text);
    dm_status printed = report_end(r, err);
    return status == DM_OK ? printed : status;
}

static const cli_spec spec_draw_plane = {
    .question = &question_plane_draw,
    .print = print_picture,
    .operands = {1, 1},
    .more = (const char *const[]){"demesne plane draw triangle --white '1/3,1/3' --black "
                                  "'1/4,1/4' --animate grow.svg",
                                  "demesne plane draw square --white '1/5,1/2' --black '4/5,1/2' "
                                  "--rule gravity -o gravity.png",
                                  NULL},
    .about = "Sites are numbered in the order placed: White's first, Black's first, and so on.  "
             "Tied\n"
             "land is striped.  As text W1 and B2 are sites, w and b their land, and . is tied.\n"
             "--animate lets the land grow from the sites, as circles or, under manhattan, "
             "diamonds."};

static const cli_spec spec_reply = {
    .question = &question_plane_reply,
    .operands = {1, 1},
    .more = (const char *const[]){"demesne plane reply rect:1x0.88 --white '1/4,0.44;3/4,0.44' "
                                  "--count 2 --epsilon 0.001",
                                  "demesne plane reply square --white '1/2,1/2' --count 2 "
                                  "--customers houses.csv",
                                  NULL},
    .about =
        "One round: where Black's new sites take most.  Often there is no best place: beside a\n"
        "site one can come as near as one likes.  So the answer encloses the supremum of\n"
        "(1 + (black - white) / area) / 2 by lower and upper, and shows sites that come near;\n"
        "`attained` tells whether some sites reach it.  For one and two new sites under Euclid\n"
        "the enclosure is refined to --epsilon; otherwise upper is a bound that holds.\n"
        "With --customers the answer is exact, under both metrics: sites with the greatest\n"
        "black - white, in places with fractions as coordinates.  Customers need not be on the\n"
        "board.  Under the neutral rule those as near to both sides count half."};

static const cli_spec spec_lead = {
    .question = &question_plane_lead,
    .operands = {1, 1},
    .more = (const char *const[]){"demesne plane lead ngon:5 --count 1 --epsilon 0.001", NULL},
    .about =
        "One round: White's best sites, Black answering.  lower and upper enclose the part of\n"
        "the board that White can keep, whatever Black answers.  One site against one under\n"
        "Euclid is proven to --epsilon.  Otherwise rows, grids and local search find the sites;\n"
        "lower is proven for them, and upper is a bound for all sites."};

static const cli_spec spec_play = {
    .names = CLI_PLANE_PLAYERS,
    .run = plane_play,
    .question = &question_plane_play,
    .operands = {0, 1},
    .more =
        (const char *const[]){
            "demesne plane play square --rounds 1 --per-turn 3 --white row --black "
            "champion:nodes=2000",
            "demesne plane play --preset nyu --rule gravity --rounds 4 --white greedy --black "
            "balanced",
            NULL},
    .about =
        "White and Black place points in turn; at the end the larger area wins.  Players choose\n"
        "places that are multiples of 2^-20 of the board's extent, so that results are exact.\n"
        "For human you type x,y, or undo, score, help or quit.  cmd:PROGRAM is an outside program\n"
        "that speaks the protocol of `demesne bot` (docs/BOTS.md)."};

static const cli_command verbs[] = {
    {"plane score", "BOARD --white X,Y;.. --black X,Y;..", "whose land is whose, exactly",
     "demesne plane score square --white '1/4,1/2' --black '3/4,1/2;1/2,1/5'", &spec_score},
    {"plane draw", "BOARD --white X,Y;.. --black X,Y;.. [-o FILE]", "a picture of it",
     "demesne plane draw square --white '1/4,1/2' --black '3/4,1/2;1/2,1/5' -o plane.svg",
     &spec_draw_plane},
    {"plane reply", "BOARD --white X,Y;.. [--count R]", "Black's best new sites, enclosed",
     "demesne plane reply rect:5x1.6 --white '0.5,0.8;1.5,0.8;2.5,0.8;3.5,0.8;4.5,0.8'",
     &spec_reply},
    {"plane lead", "BOARD --count P [--reply R]", "White's best sites, with bounds",
     "demesne plane lead triangle --count 1", &spec_lead},
    {"plane play", "BOARD --rounds N --white P --black P [--per-turn K]", "a game between players",
     "demesne plane play square --rounds 7 --white champion:nodes=2000 --black greedy", &spec_play},
    {0}};

const cli_spec spec_plane = {
    .verbs = verbs,
    .about = "The game in the plane: White and Black place points in a polygon, and every part of\n"
             "it goes to the nearer side.  BOARD is square ([0,1] x [0,1]), rect:WxH, triangle\n"
             "((0,0), (1,0), (0,1)), ngon:N (corners on the unit circle) or polygon:FILE (a CSV\n"
             "with x,y, or GeoJSON)."};
