// areas.js - whose each corner is while a shop is dragged: the nearest shop along the streets, by one search.
//
// Owners are bits: 1 mine, 2 the rival's, 3 at equal distance from both, 0 out of reach.  The server's answer counts
// once the shop is put down; a test compares the two.

export class Areas {
  /** town: { n, from, to, length, travel }; travel has bit 1 from `from` to `to`, bit 2 back. */
  constructor(town, isFromShop) {
    const { n, from, to, travel } = town,
      m = from.length;
    this.town = town;
    this.first = new Int32Array(n + 1);
    // The search runs from the shops, against the way of customers.
    const [forth, back] = isFromShop ? [1, 2] : [2, 1];
    for (let s = 0; s < m; s++) {
      if (travel[s] & forth) this.first[from[s] + 1]++;
      if (travel[s] & back) this.first[to[s] + 1]++;
    }
    for (let v = 0; v < n; v++) this.first[v + 1] += this.first[v];
    this.target = new Int32Array(this.first[n]);
    this.far = new Float64Array(this.first[n]);
    const next = this.first.slice();
    const add = (u, v, s) => {
      this.far[next[u]] = town.length[s];
      this.target[next[u]++] = v;
    };
    for (let s = 0; s < m; s++) {
      if (travel[s] & forth) add(from[s], to[s], s);
      if (travel[s] & back) add(to[s], from[s], s);
    }
    this.heap = new Heap();
  }

  /** Adds shops [{ side, seeds: [[vertex, distance], ..] }, ..] to distances and owners; without these it starts
   *  anew. */
  spread(shops, before) {
    const { heap, first, target, far } = this,
      { n } = this.town;
    const distance = before ? before.distance.slice() : new Float64Array(n).fill(Infinity),
      owner = before ? before.owner.slice() : new Uint8Array(n);
    const reach = (v, d, who) => {
      if (d > distance[v] || (d === distance[v] && (owner[v] | who) === owner[v])) return;
      owner[v] = d < distance[v] ? who : owner[v] | who;
      distance[v] = d;
      heap.push(d, v);
    };
    for (const { seeds, side } of shops)
      for (const [vertex, d] of seeds) reach(vertex, d, side === "white" ? 1 : 2);
    while (heap.size) {
      const d = heap.keys[0],
        v = heap.pop();
      if (d > distance[v]) continue;
      for (let i = first[v]; i < first[v + 1]; i++) reach(target[i], d + far[i], owner[v]);
    }
    return { distance, owner };
  }
}

/** The least first. */
class Heap {
  constructor() {
    this.size = 0;
    this.keys = new Float64Array(1024);
    this.items = new Int32Array(1024);
  }

  push(key, item) {
    if (this.size === this.keys.length) this.#grow();
    const { keys, items } = this;
    let at = this.size++;
    for (let up; at > 0 && keys[(up = (at - 1) >> 1)] > key; at = up) {
      keys[at] = keys[up];
      items[at] = items[up];
    }
    keys[at] = key;
    items[at] = item;
  }

  pop() {
    const { keys, items } = this,
      top = items[0],
      size = --this.size,
      key = keys[size];
    let at = 0;
    for (let down; (down = 2 * at + 1) < size; at = down) {
      if (down + 1 < size && keys[down + 1] < keys[down]) down++;
      if (keys[down] >= key) break;
      keys[at] = keys[down];
      items[at] = items[down];
    }
    keys[at] = key;
    items[at] = items[size];
    return top;
  }

  #grow() {
    for (const name of ["keys", "items"]) {
      const old = this[name];
      this[name] = new old.constructor(2 * old.length);
      this[name].set(old);
    }
  }
}
