// share.js - a state as an address: #part?key=value&key=value.
//
// A board that has no name travels inside the address, deflated and in base64url.

export function parseHash(hash) {
  const [part, query = ""] = hash.replace(/^#/, "").split("?");
  return { part, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Commas, colons and the like stay readable; they are allowed in a fragment. */
export function writeHash(part, params) {
  const given = Object.entries(params).filter(
    ([, value]) => value !== undefined && value !== "" && value !== null,
  );
  const text = given
    .map(
      ([key, value]) => `${key}=${encodeURIComponent(value).replace(/%(2C|3A|2F|40)/g, decodeURIComponent)}`,
    )
    .join("&");
  return `#${part}${text ? `?${text}` : ""}`;
}

async function through(stream, bytes) {
  const answer = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await answer.arrayBuffer());
}

export async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (let at = 0; at < bytes.length; at += 8192)
    letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const MOST_UNPACKED = 16 << 20;

export async function unpack(packed) {
  let plain;
  try {
    const letters = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
    plain = await through(new DecompressionStream("deflate-raw"), bytes);
  } catch {
    throw new Error("its board is cut off or damaged");
  }
  if (plain.length > MOST_UNPACKED) throw new Error("its board is too large");
  return new TextDecoder().decode(plain);
}

/** Moves as text: turns apart by dots, stones of a turn by commas; an empty turn was lost. */
export function writeMoves(moves) {
  return moves.map((move) => (move.length ? move.join(",") : "-")).join(".");
}

export function readMoves(text) {
  if (!text) return [];
  return text.split(".").map((turn) => (turn === "-" || turn === "" ? [] : turn.split(",").map(readVertex)));
}

function readVertex(text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`it has "${text.slice(0, 20)}" where a vertex should be`);
  return Number(text);
}
