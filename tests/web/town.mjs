// town.mjs - a small town in OpenStreetMap's XML for the scenarios, and files dropped on the page.

const SIDE = 9; // streets in each direction

/** Streets from west to east and from south to north; some are one-way. */
export function townXml() {
  const nodes = [],
    ways = [];
  const id = (row, column) => 1 + row * SIDE + column;
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const [lat, lon] = [
        43.7 + 0.0009 * row + 0.00007 * ((column * 5) % 4),
        7.4 + 0.0012 * column + 0.0001 * (row % 3),
      ];
      nodes.push(`<node id="${id(row, column)}" lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"/>`);
    }
  const way = (number, name, refs, tags) =>
    `<way id="${number}">${refs.map((ref) => `<nd ref="${ref}"/>`).join("")}<tag k="name" v="${name}"/>${tags}</way>`;
  const line = [...Array(SIDE).keys()];
  for (const i of line) {
    const kind = `<tag k="highway" v="${i === 4 ? "primary" : "residential"}"/>`,
      oneway = i % 3 === 1 ? '<tag k="oneway" v="yes"/>' : "";
    ways.push(
      way(
        1000 + i,
        `Row ${i}`,
        line.map((column) => id(i, column)),
        kind + oneway,
      ),
    );
    ways.push(
      way(
        2000 + i,
        `Avenue ${i}`,
        line.map((row) => id(row, i)),
        kind,
      ),
    );
  }
  return `<osm>${nodes.join("")}${ways.join("")}</osm>`;
}

/** A customer per line. */
export const CUSTOMERS =
  "label,lon,lat,demand\nhotel,7.4012,43.7011,2.5\nschool,7.4085,43.7068,4\nport,7.4049,43.7031,1.25\nfar,8.5,43.7,9\n";

export const CANDIDATES =
  "label,lon,lat\nold mill,7.4031,43.7052\nstation,7.4078,43.7021\nmarket,7.4050,43.7040\n";

/** Drops a file on the page: text, or a Buffer. */
export function drop(page, name, content) {
  return page.evaluate(
    ([title, letters]) => {
      const dataTransfer = new DataTransfer(),
        bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], title));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, Buffer.from(content).toString("base64")],
  );
}
