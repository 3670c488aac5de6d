// Study, proofs: made, saved, dropped, checked, refused if forged, and played against.
import { readFile } from "node:fs/promises";

export default async function proofs(t) {
  const { page } = t,
    made = page.getByRole("region", { name: "Make a proof" }),
    checked = page.getByRole("region", { name: "Check a proof" }),
    words = page.locator(".arena .status");
  await t.open("#study?view=proofs");
  await made.getByLabel("Board").fill("tree:2,2");
  await t.button("Prove it").click();
  const truth = await t.cli("solve", "tree:2,2", "--rounds", "2");
  await made.getByText(`The value is ${truth.value > 0 ? "+" : ""}${truth.value}`).waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), t.button("Save the proof").click()]);
  const proof = await readFile(await file.path(), "utf8");
  t.is("the file is a certificate", JSON.parse(proof.split("\n")[0]).demesne, "certificate");
  t.ok("the tool accepts it", (await t.cli("verify", await file.path())).verified);

  /** Drops a file on the page. */
  const drop = (text, name) =>
    page.evaluate(
      ([content, title]) => {
        const files = new DataTransfer();
        files.items.add(new File([content], title));
        document.dispatchEvent(
          new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }),
        );
      },
      [text, name],
    );
  await page.getByRole("link", { name: "Trees" }).click();
  await page.getByRole("heading", { name: "A complete tree" }).waitFor();
  await drop(proof, "mine.jsonl");
  await checked.getByText("✓ mine.jsonl is a proof.").waitFor();
  t.ok("what it proves", await checked.getByText(/So the value of tree:2,2 with 2 rounds is/).isVisible());
  await t.shot("study-proofs");
  const forged = proof.replace(/"bound":(-?\d+)/, (_, bound) => `"bound":${Number(bound) + 1}`);
  await drop(forged, "forged.jsonl");
  await checked.getByText("✗ forged.jsonl is not a proof.").waitFor();
  await checked.getByText(/at White .* was claimed/).waitFor();
  t.ok("a forged one says where it fails", true);
  await drop("hello", "hello.txt");
  await checked.getByText("✗ hello.txt is not a proof.").waitFor();

  await drop(proof, "mine.jsonl");
  await page.getByText("Try to beat it").waitFor();
  await words.getByText("You are Black").waitFor();
  for (let vertex = 0; vertex < 7; vertex++) await t.click(vertex); // those that are taken do nothing
  await words.getByText("The end").waitFor();
  t.ok("the proof keeps its promise", /The proof promised that White/.test(await words.innerText()));
}
