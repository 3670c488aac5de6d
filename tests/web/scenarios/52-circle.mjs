// A game on the circle by clicking and by exact fractions; watched on the segment.
const scores = (page) =>
  page.locator(".scorebar .p").evaluateAll((parts) => parts.map(({ title }) => title.split("exactly ")[1]));

export default async function circle(t) {
  const { page } = t;
  const moves = async () => (await t.params()).moves || "";
  await t.open("#circle?arena=circle&stones=3&blue=human&red=keypoint");
  await page.mouse.click(...(await t.place(0.125)));
  await t.until(() => new URLSearchParams(location.hash.split("?")[1]).get("moves")?.split(",").length === 2);
  t.ok(
    "Blue lies where it was clicked",
    Math.abs(Number(eval((await moves()).split(",")[0])) - 0.125) < 0.01,
    await moves(),
  );
  await page.getByLabel("An exact place").fill("5/12");
  await t.button("Place").click();
  await t.until(() => new URLSearchParams(location.hash.split("?")[1]).get("moves")?.split(",").length === 4);
  t.is("an exact fraction", (await moves()).split(",")[2], "5/12");
  await t.shot("circle");
  await t.button("Undo").click();
  await t.until(() => new URLSearchParams(location.hash.split("?")[1]).get("moves")?.split(",").length === 2);
  await page.getByLabel("An exact place").fill("5/12");
  await page.keyboard.press("Enter");
  await t.until(() => new URLSearchParams(location.hash.split("?")[1]).get("moves")?.split(",").length === 4);
  await page.getByLabel("An exact place").fill((await moves()).split(",")[0]);
  await page.keyboard.press("Enter");
  await page.locator(".toast.bad").waitFor();
  t.is("an occupied place is refused", (await moves()).split(",").length, 4);
  await page.getByLabel("An exact place").fill("77/100");
  await page.keyboard.press("Enter");
  await page.locator(".status strong", { hasText: /wins? by|tie/ }).waitFor();
  const truth = await t.cli("interval", "play", "circle", "--stones", "3", "--moves", await moves());
  t.is("the exact score is that of the command line", await scores(page), [truth.blue, truth.red]);
  await t.shot("circle-end");
  await t.open("#circle?arena=segment&stones=4&blue=key-grabbing&red=line");
  await page.locator(".status strong", { hasText: /wins? by|tie/ }).waitFor();
  const watched = await t.cli(
    "interval",
    "play",
    "segment",
    "--stones",
    "4",
    "--blue",
    "key-grabbing",
    "--red",
    "line",
  );
  t.is("a watched game equals that of the command line", await scores(page), [watched.blue, watched.red]);
  await t.shot("segment");
  await t.button("Attack Red").click();
  await page.locator(".facts", { hasText: "Red’s worst result" }).waitFor();
  t.ok("an attack ends", true);
  await t.open("#circle?stones=3");
  await page.locator(".ring-board").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await t.until(() => new URLSearchParams(location.hash.split("?")[1]).get("moves")?.split(",").length === 2);
  t.is("a stone by keys", (await moves()).split(",")[0], "1/24");
  await page.keyboard.press("n");
  await page.locator("dialog[open]").waitFor();
  await page.locator("dialog label", { hasText: "Several stones" }).click();
  await page.keyboard.press("Enter");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByLabel("An exact place").fill("0");
  await page.keyboard.press("Enter");
  await page.getByLabel("An exact place").fill("1/8");
  await page.keyboard.press("Enter");
  await t.until(() => document.querySelectorAll(".ring g").length >= 3);
  t.ok("turns of several stones", true);
  // Players and their parameters, chosen in the dialog.
  await t.button("New game …").click();
  const dialog = page.locator("dialog");
  await dialog.getByLabel("Played on").selectOption("segment");
  await dialog.getByText("Several stones").click();
  const choose = async (colour, player, key, value) => {
    const seat = dialog.getByRole("group", { name: colour });
    await seat.getByLabel("Player").selectOption(player);
    await seat.getByText("Parameters").click();
    const control = seat.getByLabel(key, { exact: true });
    if (await control.evaluate((element) => element.matches("select"))) await control.selectOption(value);
    else await control.fill(value);
  };
  await choose("Blue", "tiny-margin", "bits", "12");
  await choose("Red", "line", "variant", "seminar");
  await t.shot("circle-new");
  await dialog.getByRole("button", { name: "Start" }).click();
  await page.locator(".status strong", { hasText: /wins? by|tie/ }).waitFor();
  const { blue, red } = await t.params();
  t.is("their parameters", [blue, red], ["tiny-margin:bits=12", "line:variant=seminar"]);
  const tiny = await t.cli(...["interval", "play", "segment", "--stones", "3", "--blue", blue, "--red", red]);
  t.is("they play as on the command line", await scores(page), [tiny.blue, tiny.red]);
}
