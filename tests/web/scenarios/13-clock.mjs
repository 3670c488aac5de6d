// Clocks: they count up, or down from the minutes of a new game; one that runs out says so.
export const context = {}; // for the clock

export default async function clock(t) {
  const { page } = t,
    times = () => page.locator(".seat .clock > span:first-child").allInnerTexts();
  await page.clock.install();
  await t.open("#play?arena=path:9&rounds=2&white=human&black=human");
  await page.clock.fastForward(3000);
  await page.locator(".seat.white .clock", { hasText: /0:(0[2-9]|[1-5]\d)/ }).waitFor();
  t.is("the clock of the side to move counts up", (await times())[1], "0:00");
  await t.button("New game …").click();
  const before = (await times())[0];
  await page.locator("dialog").getByText("More rules").click();
  await page.clock.fastForward(60_000);
  t.is("the clock rests while the window is open", (await times())[0], before);
  await page.locator("dialog").getByLabel("Minutes per player").fill("2.5");
  await page.locator("dialog").getByRole("button", { name: "Start" }).click();
  await page.locator(".seat.white .clock", { hasText: /2:[012]\d/ }).waitFor();
  t.is("it counts down from the time given", (await times())[1], "2:30");
  t.is("the address has it", (await t.params()).clock, "2.5");
  await t.open("#play?arena=path:9&rounds=2&white=human&black=human&clock=0.02");
  await page.getByText("White’s time is up. The game goes on.").first().waitFor();
  await page.locator(".seat.white .clock .out", { hasText: /−0:(0[1-9]|[1-5]\d)/ }).waitFor();
  await t.shot("clock");
  await t.click(4);
  await t.until(() => location.hash.includes("moves=4"));
  t.ok("the game continues", (await page.locator(".status").innerText()).startsWith("Black to move"));
}
