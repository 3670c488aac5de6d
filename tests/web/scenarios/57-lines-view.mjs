// Zooming and moving a level by wheel, drag, two fingers, keys and buttons, without making moves.
export const modes = ["mouse"]; // the wheel, drags and keys; fingers at the end
export const context = { hasTouch: true };

export default async function linesView(t) {
  const { page } = t,
    board = page.locator(".level-board"),
    file = new URL("../../../examples/levels/bridge.json", import.meta.url).pathname;
  const far = async () => {
    const [a, b] = [await t.place({ vertex: 0 }), await t.place({ vertex: 1 })];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 });
    await page.mouse.move(...to, { steps: 3 });
  };
  /** The score without its decimals. */
  const exactScore = async () =>
    (await page.locator(".scorebar").getAttribute("aria-label")).replace(/[\d.]+, exactly /g, "");
  const verdict = () => page.locator(".verdict").innerText();

  await t.open("#lines?puzzle=bridge");
  const before = await far(),
    cut = { edge: 4, at: "3/4" },
    start = await t.place(cut);
  await page.mouse.move(...start);
  await page.mouse.wheel(0, -300);
  await t.soon("the wheel zooms", async () => (await far()) > 1.8 * before);
  t.ok("around the pointer", apart(await t.place(cut), start) < 1, await t.place(cut));
  const ground = [start[0] - 60, start[1] - 120],
    seen = await t.place(cut);
  await drag(ground, [ground[0] - 50, ground[1] + 30]);
  await page.mouse.up();
  await t.soon(
    "a drag beside the level moves the view",
    async () => apart(await t.place(cut), [seen[0] - 50, seen[1] + 30]) < 2,
  );
  t.is("moving the view makes no move", [await verdict(), (await t.params()).moves], ["Blue leads", undefined]);
  await t.shot("lines-near");

  // A dragged cut is made where it is released.
  const near = await far();
  await drag(await t.place({ edge: 4, at: "1/2" }), await t.place(cut));
  await page.locator(".tip", { hasText: "Cut here" }).waitFor();
  await page.mouse.up();
  await page.locator(".verdict", { hasText: "red leads" }).waitFor();
  const after = await t.cli("lines", "apply", file, "--cut", "4:3/4", "--to", "/dev/null");
  t.is(
    "a drag on the level cuts where it ends, as on the command line",
    await exactScore(),
    [
      ...after.players.map((p) => `${p.name} ${p.payoff}`),
      `tied ${after.tied}`,
      `unreached ${after.unreached}`,
    ].join(", "),
  );
  t.ok("the view stays the same", Math.abs((await far()) - near) < 1e-6, await far());
  await t.button("Undo").click();
  await page.locator(".verdict", { hasText: "blue leads" }).waitFor();
  await drag(await t.place(cut), [start[0] - 60, start[1] - 150]);
  await page.mouse.up();
  await page.waitForTimeout(60);
  t.is("released outside the level it cuts nothing", await verdict(), "Blue leads");

  await board.focus();
  await page.keyboard.press("0");
  await t.soon("0 shows all again", async () => Math.abs((await far()) - before) < 1);
  await page.keyboard.press("+");
  await t.soon("+ zooms", async () => Math.abs((await far()) / before - 1.5) < 0.01);
  const still = await t.place({ vertex: 0 });
  await page.keyboard.press("Shift+ArrowLeft");
  await t.soon(
    "Shift and an arrow move the view",
    async () => apart(await t.place({ vertex: 0 }), [still[0] + 40, still[1]]) < 1,
  );
  await t.button("Zoom out (-)").click();
  await t.button("Show all (0)").click();
  await t.soon("buttons do the same", async () => Math.abs((await far()) - before) < 1);
  await t.button("Zoom in (+)").focus();
  await page.keyboard.press("Enter");
  t.is("Enter on a button makes no move", await verdict(), "Blue leads");
  await page.keyboard.press("0");

  // Two fingers zoom and move; one finger there would cut the edge.
  await t.button("Show all (0)").click();
  const hand = await page.context().newCDPSession(page);
  const fingers = (type, ...points) =>
    hand.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const [x, y] = await t.place(cut);
  await fingers("touchStart", [x, y]);
  await fingers("touchStart", [x, y], [x - 100, y]);
  for (let i = 1; i <= 5; i++) await fingers("touchMove", [x + 10 * i, y], [x - 100 - 10 * i, y]);
  for (let i = 1; i <= 5; i++) await fingers("touchMove", [x + 50, y - 8 * i], [x - 150, y - 8 * i]);
  await fingers("touchEnd");
  await t.soon("two fingers zoom", async () => Math.abs((await far()) / before - 2) < 0.1);
  const held = await t.place(cut);
  t.ok("two fingers move", Math.abs(held[1] - (y - 40)) < 4, [held, y]);
  t.is("two fingers cut nothing", await verdict(), "Blue leads");

  // While drawing, dragging a vertex moves it, dragging the background moves the view.
  await page.keyboard.press("0");
  await t.button("Show all (0)").click();
  await page.keyboard.press("m");
  const corner = await t.place({ vertex: 1 }),
    other = await t.place({ vertex: 0 });
  await drag(corner, [corner[0] + 20, corner[1] - 60]);
  await page.mouse.up();
  await t.until(() => !location.hash.includes("puzzle"));
  t.ok("a vertex is dragged", apart(await t.place({ vertex: 1 }), [corner[0] + 20, corner[1] - 60]) < 2);
  t.ok("no other vertex moves", apart(await t.place({ vertex: 0 }), other) < 0.01);
  const box = await board.boundingBox();
  await drag([box.x + 30, box.y + 30], [box.x + 70, box.y + 50]);
  await page.mouse.up();
  await t.soon(
    "dragging the background moves the view",
    async () => apart(await t.place({ vertex: 0 }), [other[0] + 40, other[1] + 20]) < 1,
  );

  // A level of 2000 vertices is moved as an image and repainted at rest, only the visible part.
  const side = 45,
    at = (i, j) => j * side + i,
    all = Array.from({ length: side * side }, (_, v) => [v % side, Math.floor(v / side)]);
  const large = {
    vertices: all.map(([x, y]) => ({ x, y })),
    edges: all.flatMap(([i, j]) => [
      ...(i + 1 < side ? [[at(i, j), at(i + 1, j)]] : []),
      ...(j + 1 < side ? [[at(i, j), at(i, j + 1)]] : []),
    ]),
    sites: [
      { player: "red", vertex: 100 },
      { player: "blue", vertex: 1900 },
    ],
    me: "red",
  };
  const edges = () => page.locator(".net path").count();
  await page.locator('input[type="file"]').setInputFiles({
    name: "large.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(large)),
  });
  await t.until((n) => document.querySelectorAll(".net path").length === n, large.edges.length);
  const whole = await t.place({ vertex: 1000 });
  await page.mouse.move(...whole);
  await page.mouse.wheel(0, -900);
  await t.soon("a large level is painted as far as it is in sight", async () => (await edges()) < large.edges.length / 4);
  t.ok("zoomed around the pointer", apart(await t.place({ vertex: 1000 }), whole) < 10);
  await t.shot("lines-large");
  await t.button("Show all (0)").click();
  await t.until((n) => document.querySelectorAll(".net path").length === n, large.edges.length);
}
