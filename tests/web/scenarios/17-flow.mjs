// Territory flows out from a stone as it lands; nobody waits for it, and it can be off.
export const context = { reducedMotion: "no-preference" };

export default async function flow(t) {
  const { page } = t;
  /** In the page: counts how often the picture before is laid over the new one. */
  const watch = () => {
    const [, , before] = document.querySelectorAll(".board canvas");
    window.flows = 0;
    const count = () => (window.flows += before.hidden ? 0 : 1);
    new MutationObserver(count).observe(before, { attributeFilter: ["hidden"] });
  };
  const isOver = () => document.querySelectorAll(".board canvas")[2].hidden;
  await t.open("#play?arena=grid:7x7&rounds=4&white=human&black=human&moves=24");
  await page.evaluate(watch);
  t.ok("a board that is opened does not flow", await page.evaluate(isOver));
  await t.click(10);
  await t.until(() => window.flows === 1);
  await t.click(38);
  await t.until(() => location.hash.endsWith("moves=24.10.38"));
  t.ok("a stone is placed meanwhile", true);
  await t.until(isOver);
  t.ok("the flow ends", true);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const flows = await page.evaluate(() => window.flows);
  await t.click(40);
  await t.until(() => location.hash.endsWith("moves=24.10.38.40"));
  t.is("none with reduced motion", await page.evaluate(() => window.flows), flows);
}
