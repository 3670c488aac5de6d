// The pictures of the README; tools/pictures.sh copies them.
export const isLong = true; // other scenarios check what is pictured
export const modes = ["mouse"];
export const context = { viewport: { width: 1100, height: 720 } };

export default async function pictures(t) {
  const { page } = t;
  await t.open(
    "#play?arena=road:120&seed=4&rounds=5&white=human&black=champion:nodes=2000&moves=12.40.77.101.5.60",
  );
  await t.point(15);
  await page.locator(".tip", { hasText: /vertex 15\s*White/ }).waitFor();
  await page.getByText("turn 7 of 10").waitFor();
  await page.waitForTimeout(600);
  await t.shot("page-play");
  await t.open("#analyse?arena=grid:5x5&rounds=2&white=human&black=human&moves=7");
  await t.button("Solve every move").click();
  await page.getByText("proven", { exact: true }).waitFor();
  await t.button("Best line").click();
  await page.mouse.move(5, 5);
  await page.waitForTimeout(600);
  await t.shot("page-analyse");
  await t.open("#lines?puzzle=labyrinth");
  await t.button("Winning places").click();
  await page.locator(".facts", { hasText: "fiendish" }).waitFor();
  await page.mouse.move(5, 5);
  await t.shot("page-lines");
  await t.open("#circle?arena=circle&stones=5&blue=human&red=keypoint&moves=0,1/5,1/2,2/5,7/10,3/5");
  await page.waitForTimeout(300);
  await t.shot("page-circle");
  t.ok("four pictures", true);
}
