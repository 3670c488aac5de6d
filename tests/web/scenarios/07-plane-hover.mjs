// The plane with many points: the page's areas are the engine's, and hovering with 200 points takes less than a frame.
export const modes = ["mouse"];

/** Repeatable random numbers. */
function* numbers(seed) {
  for (let x = seed; ;) {
    x = (x * 1103515245 + 12345) % 2147483648;
    yield x / 2147483648;
  }
}

export default async function hover(t) {
  const { page } = t,
    random = numbers(7),
    any = () => random.next().value;
  const moves = Array.from({ length: 200 }, () => `${any().toFixed(4)},${any().toFixed(4)}`);
  await t.open(`#plane?board=square&rounds=101&level=friend&moves=${moves.join("~")}`);
  await t.until(() => document.querySelectorAll(".plane .cell").length === 200);
  const shown = await page.locator(".scorebar .w").textContent();
  const of = (parity) => moves.filter((_, i) => i % 2 === parity).join(";");
  const truth = await t.cli("plane", "score", "square", "--white", of(0), "--black", of(1), "--approximate");
  t.is("the page’s areas are the engine’s", shown, `${(100 * truth.white_score).toFixed(1)} %`);
  const times = await page.evaluate(async () => {
    const board = document.querySelector(".plane-board"),
      box = board.getBoundingClientRect(),
      spent = [];
    for (let i = 0; i < 200; i++) {
      const at = board.placeOf([((i * 37) % 199) / 199, ((i * 73) % 197) / 197]);
      const begun = performance.now();
      board.dispatchEvent(
        new PointerEvent("pointermove", {
          clientX: box.x + at[0],
          clientY: box.y + at[1],
          pointerType: "mouse",
        }),
      );
      board.offsetWidth; // with the layout
      spent.push(performance.now() - begun);
      await new Promise((next) => requestAnimationFrame(next));
    }
    return spent.sort((a, b) => a - b);
  });
  t.note(
    `a preview with 200 points: ${times[100].toFixed(1)} ms in the middle, ${times[190].toFixed(1)} at 95 %, ${times[199].toFixed(1)} at most`,
  );
  t.ok(
    "the preview tells the land of a point",
    await page.locator(".tip", { hasText: /point here: [\d.]+ % of the land/ }).isVisible(),
  );
}
