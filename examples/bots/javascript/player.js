#!/usr/bin/env node
// player.js - takes the vertex that wins the most at once; begin your own player here.
//
//     demesne play grid:7x7 --rounds 4 --white cmd:./player.js --black greedy
"use strict";
const { run, now, otherSide } = require("./protocol");

// How near each side is to every vertex, and which side was that near first.
class Territory {
  constructor(game) {
    const n = game.values.length;
    this.game = game;
    this.near = { white: new Array(n).fill(Infinity), black: new Array(n).fill(Infinity) };
    this.first = new Array(n);
    for (const { side, vertex } of game.stones()) this.place(side, vertex);
  }

  place(side, v) {
    const mine = this.near[side], other = this.near[otherSide(side)];
    this.game.distances(v).forEach((length, u) => {
      if (length < mine[u] && length < other[u]) this.first[u] = side;
      mine[u] = Math.min(mine[u], length);
    });
  }

  // 1 if `side` owns u at these distances, -1 if the other does, 0 if nobody does.
  owner(side, u, mine, other) {
    if (mine !== other) return mine < other ? 1 : -1;
    const ties = this.game.ties;
    if (mine === Infinity || ties === "neutral") return 0;
    return (ties === "earlier" ? this.first[u] : ties) === side ? 1 : -1;
  }

  isFree(v) {
    return this.near.white[v] > 0 && this.near.black[v] > 0;
  }

  // What a stone on v wins, and how far away that is.
  worth(side, v) {
    const mine = this.near[side], other = this.near[otherSide(side)], values = this.game.values;
    let gain = 0, far = 0;
    this.game.distances(v).forEach((length, u) => {
      if (length >= mine[u] || length > other[u]) return;
      const change = this.owner(side, u, length, other[u]) - this.owner(side, u, mine[u], other[u]);
      gain += change * values[u];
      far += values[u] * length;
    });
    return { gain, far };
  }
}

// Of two that win the same, the one nearer to what it wins is better.
function isBetter(a, b) {
  return !b || a.gain > b.gain || (a.gain === b.gain && a.far < b.far);
}

function choose(game) {
  const end = now() + (game.seconds ?? 5) / 2;
  const territory = new Territory(game), move = [];
  while (move.length < game.perTurn) {
    let best, bestWorth;
    for (let v = 0; v < game.values.length && !(bestWorth && now() > end); v++) {
      if (!territory.isFree(v)) continue;
      const worth = territory.worth(game.side, v);
      if (isBetter(worth, bestWorth)) [best, bestWorth] = [v, worth];
    }
    move.push(best);
    territory.place(game.side, best);
  }
  return move;
}

run("javascript kit", choose);
