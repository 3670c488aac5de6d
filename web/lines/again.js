// again.js - mouse, finger and keys on a puzzle after a try: a click begins the next one.

export class Again {
  /** host: { view, retry() } */
  constructor(host) {
    this.host = host;
  }

  point() {
    this.host.view.setTip(null);
  }

  /** Drags move the view. */
  press() {
    return false;
  }

  click() {
    this.host.retry();
  }

  key(event) {
    if (event.key !== "Enter" && event.key !== " " && event.key !== "Escape") return false;
    this.host.retry();
    return true;
  }

  drag() {}

  drop() {}

  cancel() {}
}
