// kept.js - answers that were asked for, kept until there are too many: the oldest go first.

export class Kept {
  constructor(most) {
    this.most = most;
    this.map = new Map();
  }

  /** What is kept under `key`, or what `ask` promises; one that fails is not kept. */
  get(key, ask) {
    let answer = this.map.get(key);
    this.map.delete(key);
    if (!answer) {
      answer = ask();
      answer.catch(() => this.map.delete(key));
    }
    this.map.set(key, answer);
    if (this.map.size > this.most) this.map.delete(this.map.keys().next().value);
    return answer;
  }
}
