// again.js - mouse, finger and keys on a puzzle after a try: a click takes back its last move.

export class Again {
  /** host: { view, takeBack() } */
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
    this.host.takeBack();
  }

  key(event) {
    if (event.key !== "Enter" && event.key !== " " && event.key !== "Escape") return false;
    this.host.takeBack();
    return true;
  }

  drag() {}

  drop() {}

  cancel() {}
}
