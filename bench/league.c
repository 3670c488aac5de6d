/* league.c - public instances of the field in their own formats: our answers and times beside the
 * published ones.
 *
 *     demesne-bench league FOLDER     FOLDER and the folders in it are looked through
 *
 * Maximum capture under the multinomial logit, files *.data: a line `customers candidates
 * competitors`, a line of weights, then a line per competitor and one per candidate with minus the
 * distance of each customer.  The questions, with published optima and seconds, are in a file
 * values.tsv beside them (columns file, beta, alpha, r, optimum, set, seconds); without it they are
 * beta 1, 2, 5, 10, alpha 0.05, 0.1, 0.2, r = 2..10, and nothing is compared.  Alpha multiplies the
 * beta of the competitors (Haase and Mueller 2014; Freire, Moreno, Yushimito 2016; Ljubic and
 * Moreno 2018).
 *
 * Maximal covering, files SJC*.txt: a line that begins with the number of points, then `x y demand`
 * (Lorena and Pereira 2002; radius 800).
 *
 * In a folder with docs/ the table is also written to docs/LEAGUE.md.
 */
#include "league.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { MOST_FILES = 200, MOST_QUESTIONS = 2000, MOST_LINE = 400, PATH_SIZE = 600 };

/* One question and what became of it. */
typedef struct league_row {
    char file[80];
    double beta, alpha;
    int sites;
    double published, published_seconds; /* NAN: not known */
    double value, seconds;
    bool proven;
} league_row;

typedef struct league {
    bench *b;
    char path[MOST_FILES][PATH_SIZE];
    int files;
    league_row *row;
    int rows;
} league;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool ends_with(const char *text, const char *end)
{
    size_t a = strlen(text), b = strlen(end);
    return a >= b && strcmp(text + a - b, end) == 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_covering(const char *name)
{
    return strncmp(name, "SJC", 3) == 0 && ends_with(name, ".txt");
}

/* Lists the instances in a folder and in the folders in it. */
static void list_files(league *l, const char *folder, int depth)
{
    struct dirent **entry = NULL;
    int count = scandir(folder, &entry, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        char path[PATH_SIZE];
        struct stat about;
        const char *name = entry[i]->d_name;
        int size = snprintf(path, sizeof path, "%s/%s", folder, name);
        bool is_there = size > 0 && size < PATH_SIZE && stat(path, &about) == 0;
        if (is_there && S_ISDIR(about.st_mode) && name[0] != '.' && depth < 2)
            list_files(l, path, depth + 1);
        else if (is_there && (ends_with(name, ".data") || is_covering(name)) &&
                 l->files < MOST_FILES)
            memcpy(l->path[l->files++], path, (size_t)size + 1);
        free(entry[i]);
    }
    free(entry);
}

/* Asks the question of a row; the value is Black's score. */
static dm_status ask(const league *l, const league_board *set, bool covers, league_row *row,
                     dm_error *err)
{
    enum { RADIUS = 800, LONGEST = 60 };
    double unit = pow(10, -dm_arena_value_decimals(set->board));
    dm_reply_request ask = {
        .terms = {.rule = covers ? DM_NEAREST : DM_LOGIT,
                  .beta = row->beta,
                  .objective = DM_MAXIMIZE_SHARE,
                  .has_radius = covers,
                  .candidates = {.vertex = set->candidates, .count = set->candidate_count}},
        .white = {.vertex = set->sites,
                  .count = set->site_count,
                  .beta = covers ? NULL : set->beta},
        .count = row->sites,
        .threads = l->b->threads};
    dm_reply *reply = NULL;
    dm_run *run = NULL;
    dm_status status = dm_run_new(&run, err);
    if (covers)
        ask.terms.radius = RADIUS * (int64_t)llround(pow(10, dm_arena_decimals(set->board)));
    for (int32_t i = 0; set->beta && i < set->site_count; i++)
        set->beta[i] = row->alpha;
    if (status == DM_OK)
        dm_run_set_deadline(run, l->b->time >= 0 ? l->b->time : LONGEST);
    double begun = now();
    if (status == DM_OK)
        status = dm_reply_new(set->board, &ask, run, &reply, err);
    row->seconds = now() - begun;
    dm_run_free(run);
    if (!reply)
        return status;
    row->value = covers ? (double)reply->black_score.whole * unit : reply->black_score.real * unit;
    row->proven = reply->proven;
    dm_reply_free(reply);
    return DM_OK;
}

static league_row *add_row(league *l, const char *file, double beta, double alpha, int sites)
{
    if (l->rows == MOST_QUESTIONS)
        return NULL;
    league_row *row = &l->row[l->rows++];
    *row = (league_row){
        .beta = beta, .alpha = alpha, .sites = sites, .published = NAN, .published_seconds = NAN};
    snprintf(row->file, sizeof row->file, "%.70s", file);
    return row;
}

/* The questions of values.tsv about this file; false: there is no such list. */
static bool list_published(league *l, const char *path)
{
    char list[PATH_SIZE + 20], line[MOST_LINE], file[80], set[200];
    int folder = (int)(base_name(path) - path);
    snprintf(list, sizeof list, "%.*svalues.tsv", folder, path);
    FILE *from = fopen(list, "r");
    if (!from)
        return false;
    while (fgets(line, sizeof line, from)) {
        double beta, alpha, optimum, seconds;
        int sites;
        if (sscanf(line, "%79s %lf %lf %d %lf %199s %lf", file, &beta, &alpha, &sites, &optimum,
                   set, &seconds) != 7 ||
            strcmp(file, base_name(path)) != 0)
            continue;
        league_row *row = add_row(l, file, beta, alpha, sites);
        if (!row)
            break;
        row->published = optimum;
        row->published_seconds = seconds;
    }
    fclose(from);
    return true;
}

static void list_usual(league *l, const char *path)
{
    static const double betas[] = {1, 2, 5, 10}, alphas[] = {0.05, 0.1, 0.2};
    for (int b = 0; b < 4; b++)
        for (int a = 0; a < 3; a++)
            for (int sites = 2; sites <= 10; sites++)
                add_row(l, base_name(path), betas[b], alphas[a], sites);
}

/* Lorena and Pereira's values for SJC324. */
static void list_covering(league *l, const char *path)
{
    static const double known[] = {5461, 8790, 11604, 12106, 12152};
    bool is_known = strcmp(base_name(path), "SJC324.txt") == 0;
    for (int sites = 1; sites <= 5; sites++) {
        league_row *row = add_row(l, base_name(path), NAN, NAN, sites);
        if (row && is_known)
            row->published = known[sites - 1];
    }
}

static dm_status run_file(league *l, const char *path, dm_error *err)
{
    league_board set = {0};
    bool covers = is_covering(base_name(path));
    int first = l->rows;
    dm_status status =
        covers ? league_read_covering(path, &set, err) : league_read_capture(path, &set, err);
    if (status == DM_OK && covers)
        list_covering(l, path);
    else if (status == DM_OK && !list_published(l, path))
        list_usual(l, path);
    for (int i = first; status == DM_OK && i < l->rows; i++) {
        league_row *row = &l->row[i];
        status = ask(l, &set, covers, row, err);
        if (status == DM_OK && l->b->json)
            printf(
                "{\"file\":\"%s\",\"beta\":%.9g,\"alpha\":%.9g,\"sites\":%d,\"value\":%.12g,"
                "\"proven\":%s,\"published\":%.12g,\"seconds\":%.4g,\"published_seconds\":%.6g}\n",
                row->file, covers ? 0 : row->beta, covers ? 0 : row->alpha, row->sites, row->value,
                row->proven ? "true" : "false", isnan(row->published) ? -1 : row->published,
                row->seconds, isnan(row->published_seconds) ? -1 : row->published_seconds);
    }
    league_board_clear(&set);
    return status;
}

/* What the rows from `first` on with the same file, beta and alpha have in common. */
typedef struct league_group {
    int count, proven, equal, better, compared;
    double seconds, published_seconds; /* the longest; NAN: none is known */
} league_group;

static bool same_group(const league_row *a, const league_row *b)
{
    return strcmp(a->file, b->file) == 0 &&
           ((isnan(a->beta) && isnan(b->beta)) || (a->beta == b->beta && a->alpha == b->alpha));
}

/* Whether the published value is not the optimum. */
static bool is_better(const league_row *r)
{
    return !isnan(r->published) && r->value > r->published * (1 + 1e-6);
}

static league_group add_up(const league *l, int first)
{
    league_group g = {.published_seconds = NAN};
    for (int i = first; i < l->rows && same_group(&l->row[i], &l->row[first]); i++) {
        const league_row *r = &l->row[i];
        g.count++;
        g.proven += r->proven;
        g.compared += !isnan(r->published);
        g.better += is_better(r);
        g.equal +=
            !isnan(r->published) && fabs(r->value - r->published) <= 1e-6 * fabs(r->published);
        g.seconds = r->seconds > g.seconds ? r->seconds : g.seconds;
        if (!isnan(r->published_seconds) && !(r->published_seconds <= g.published_seconds))
            g.published_seconds = r->published_seconds;
    }
    return g;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_seconds(const league *l)
{
    double *all = malloc(((size_t)l->rows + 1) * sizeof *all), median = NAN;
    for (int i = 0; all && i < l->rows; i++)
        all[i] = l->row[i].seconds;
    if (all && l->rows) {
        qsort(all, (size_t)l->rows, sizeof *all, compare_doubles);
        median = all[l->rows / 2];
    }
    free(all);
    return median;
}

/* A table with a row for each file, beta and alpha. */
static void write_rows(const league *l, FILE *to)
{
    fputs(
        "| instance | questions | proven | published value equal | ours better | our longest, s | "
        "published longest, s |\n|---|---|---|---|---|---|---|\n",
        to);
    for (int i = 0; i < l->rows;) {
        const league_row *r = &l->row[i];
        league_group g = add_up(l, i);
        fprintf(to, "| %s", r->file);
        if (!isnan(r->beta))
            fprintf(to, ", beta %g, alpha %g", r->beta, r->alpha);
        fprintf(to, " | %d | %d | ", g.count, g.proven);
        if (g.compared)
            fprintf(to, "%d of %d | %d", g.equal, g.compared, g.better);
        else
            fputs("not compared |", to);
        fprintf(to, " | %.3g |", g.seconds);
        if (!isnan(g.published_seconds))
            fprintf(to, " %.5g", g.published_seconds);
        fputs(" |\n", to);
        i += g.count;
    }
    fprintf(to, "\nMedian of our times: %.3g s over %d questions, %d thread%s.\n",
            median_seconds(l), l->rows, l->b->threads, l->b->threads > 1 ? "s" : "");
}

/* Published values that are not optimal, as a set that gains more is known. */
static void write_better(const league *l, FILE *to)
{
    bool any = false;
    for (int i = 0; i < l->rows; i++) {
        const league_row *r = &l->row[i];
        if (!is_better(r))
            continue;
        if (!any)
            fputs(
                "\n## Published values that are not optimal\n\nSets were found that gain more; the "
                "published sets do gain what was published.\n\n"
                "| instance | sites | published | ours |\n|---|---|---|---|\n",
                to);
        any = true;
        fprintf(to, "| %s, beta %g, alpha %g | %d | %.9g | %.9g |\n", r->file, r->beta, r->alpha,
                r->sites, r->published, r->value);
    }
}

static const char introduction[] =
    "# League table\n\n"
    "Public instances of the field, answered by `demesne-bench league FOLDER`, which writes this "
    "page.  A published value counts\nas equal within a relative 1e-6.  Published seconds are "
    "those "
    "of CPLEX (multicut outer approximation) on another machine:\ncompare the values first, and "
    "seconds as orders of magnitude.  The data is not shipped with Demesne:\n\n"
    "| set | problem | where it is to be had |\n|---|---|---|\n"
    "| HM14 | maximum capture under the multinomial logit | HM14_800_25, _50 and _100 (Haase and "
    "Müller 2014), with the public code of Legault and Frejinger, MIT licence |\n"
    "| SJC324 | maximal covering, radius 800 | Lorena and Pereira's points of São José dos Campos; "
    "in INFORMSJoC/2024.0611 |\n\n"
    "Put files with their own names into a folder; a file `values.tsv` beside them has the "
    "published values (columns file, beta,\nalpha, r, optimum, set, seconds).\n\n";

static dm_status write_page(const league *l, dm_error *err)
{
    struct stat docs;
    if (stat("docs", &docs) != 0 || !S_ISDIR(docs.st_mode))
        return DM_OK;
    FILE *page = fopen("docs/LEAGUE.md", "w");
    if (!page)
        return answer_fail(err, DM_IO, "docs/LEAGUE.md cannot be written");
    fputs(introduction, page);
    write_rows(l, page);
    write_better(l, page);
    bool failed = ferror(page) != 0;
    failed |= fclose(page) != 0;
    return failed ? answer_fail(err, DM_IO, "docs/LEAGUE.md cannot be written") : DM_OK;
}

dm_status bench_league(bench *b, dm_error *err)
{
    league l = {.b = b};
    dm_status status = DM_OK;
    if (!b->folder) {
        bench_print(b, "league FOLDER runs public instances; docs/LEAGUE.md says where they are");
        return DM_OK;
    }
    list_files(&l, b->folder, 0);
    if (l.files == 0)
        return answer_fail(err, DM_BAD_INPUT, "%s: has no files *.data or SJC*.txt", b->folder);
    l.row = calloc(MOST_QUESTIONS, sizeof *l.row);
    if (!l.row)
        return answer_fail(err, DM_NO_MEMORY, "out of memory");
    for (int i = 0; i < l.files && status == DM_OK; i++)
        status = run_file(&l, l.path[i], err);
    if (status == DM_OK && !b->json)
        write_rows(&l, stdout);
    if (status == DM_OK && b->copy)
        write_rows(&l, b->copy);
    if (status == DM_OK)
        status = write_page(&l, err);
    free(l.row);
    return status;
}
