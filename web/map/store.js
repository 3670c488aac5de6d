// store.js - what the browser keeps of a map: the file that it came from, and the tables on it.  If the browser
// keeps nothing, a reload asks for the files again.

const KEPT = 8; // files

function open() {
  return new Promise((give, refuse) => {
    const request = indexedDB.open("demesne.maps", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("kept");
    request.onsuccess = () => give(request.result);
    request.onerror = () => refuse(request.error);
  });
}

async function use(mode, act) {
  try {
    const base = await open(),
      request = act(base.transaction("kept", mode).objectStore("kept"));
    return await new Promise((give) => {
      request.onsuccess = () => give(request.result);
      request.onerror = () => give(undefined);
    });
  } catch {
    return undefined;
  }
}

export const kept = (key) => use("readonly", (store) => store.get(key));

/** Keeps a value; the oldest of too many are dropped. */
export async function keep(key, value) {
  await use("readwrite", (store) => store.put({ ...value, at: Date.now() }, key));
  const keys = (await use("readonly", (store) => store.getAllKeys())) || [];
  if (keys.length <= KEPT) return;
  const ages = await Promise.all(keys.map(async (one) => [(await kept(one))?.at || 0, one]));
  const [, oldest] = ages.sort((a, b) => a[0] - b[0])[0];
  await use("readwrite", (store) => store.delete(oldest));
}
