// theorem.js - one round in a rectangle (Fekete and Meijer 2005): who wins against a row of centres.

/** The height of a board one wide above which Black can win against n points; Infinity: never. */
export function threshold(count) {
  if (count === 1) return Infinity;
  return count === 2 ? Math.sqrt(3) / 2 : Math.SQRT2 / count;
}

/** n centres in a row, as texts that are exact. */
export function rowOf(height, count) {
  return Array.from({ length: count }, (_, i) => [`${2 * i + 1}/${2 * count}`, halfOf(height)]);
}

/** Half of a decimal, exactly. */
function halfOf(text) {
  const decimals = (String(text).split(".")[1] ?? "").length,
    units = Math.round(Number(text) * 10 ** decimals);
  return `${units}/${2 * 10 ** decimals}`;
}

const shown = (value) => value.toFixed(3);

/** What the theorem says: { black: whether Black can win, words, limit }. */
export function verdict(height, count) {
  const limit = threshold(count),
    black = height > limit;
  const row = count === 1 ? "A point in the middle" : `A row of ${count} points`;
  if (limit === Infinity)
    return {
      black,
      limit,
      words: `${row} wins on every board: you can come near to half of the land, but never have more.`,
    };
  return {
    black,
    limit,
    words: black
      ? `You can win: this board is higher than ${shown(limit)} of its width, and then ${row.toLowerCase()} can be beaten.`
      : `The row wins: up to a height of ${shown(limit)} of the width you can come near to half of the land, but never reach it.`,
  };
}
