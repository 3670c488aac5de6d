// parts.js - one piece of long work as several jobs, each with a part of it.

const byVertices = (a, b) => a.move.map((vertex, i) => vertex - b.move[i]).find((way) => way !== 0) ?? 0;

/** What all jobs found, as one job. */
function join(jobs) {
  const found = jobs.map(({ result }) => result).filter(Boolean),
    best = jobs.find(({ result }) => result?.proven) ?? jobs.find(({ result }) => result) ?? jobs[0],
    { state } = jobs.find((job) => job.state !== "done") ?? best;
  if (!found.length) return { ...best, state };
  const result = {
    ...best.result,
    moves: found.flatMap(({ moves }) => moves ?? []).sort(byVertices),
    nodes: found.reduce((sum, { nodes }) => sum + nodes, 0),
    seconds: Math.max(...found.map(({ seconds }) => seconds)),
  };
  if (state !== "done") result.moves_complete = false;
  return { ...best, state, result };
}

/** Starts `count` jobs by start(part, onProgress), which gives { done, cancel }; gives the same for all of them.  If one fails
 *  the others are cancelled. */
export function startParts(count, start, onProgress) {
  const heard = [];
  const hear = (i, job) => {
    heard[i] = job.progress?.done ?? 0;
    onProgress({ ...job, progress: { ...job.progress, done: heard.reduce((sum, one) => sum + one, 0) } });
  };
  const jobs = Array.from({ length: count }, (_, i) => start(`${i}/${count}`, (job) => hear(i, job)));
  const cancel = () => jobs.forEach((job) => job.cancel());
  const done = Promise.all(jobs.map((job) => job.done)).then(join, (error) => {
    cancel();
    throw error;
  });
  done.catch(() => {}); // whoever waits for it hears of it
  return { done, cancel };
}
