// flow.js - territory flows out from a stone that lands, along the edges.
//
// The picture as it was lies over the new one and is uncovered from the stone on.  Nothing waits for it.
import { make } from "../dom.js";
import { ink } from "../theme.js";

const TIME = 350; // milliseconds until all is uncovered
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Flow {
  constructor(territory) {
    this.territory = territory;
    this.canvas = make("canvas", { hidden: true, "aria-hidden": "true" });
  }

  get isOff() {
    return still.matches;
  }

  /** Keeps what `layers` show, lowest first; where a flow has got to already, over the old. */
  keep(layers) {
    const { canvas } = this,
      context = canvas.getContext("2d");
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (canvas.hidden) context.clearRect(0, 0, canvas.width, canvas.height);
    context.globalCompositeOperation = "destination-over";
    for (const layer of layers.toReversed()) context.drawImage(layer, 0, 0, canvas.width, canvas.height);
    context.fillStyle = ink("paper");
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.restore();
    canvas.hidden = false;
  }

  /** stones: pixels [x, y] of those uncovered at once.  reached: how far the front runs to each vertex. */
  begin(stones, radius, reached, camera) {
    const now = performance.now(),
      context = this.canvas.getContext("2d");
    context.globalCompositeOperation = "destination-out";
    for (const [x, y] of stones) {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
    this.territory.flow(reached, now, TIME);
    this.finish = now + TIME;
    cancelAnimationFrame(this.asked);
    const frame = () => {
      if (performance.now() >= this.finish) return this.end();
      this.territory.uncover(context, camera.width, camera.height, performance.now());
      this.asked = requestAnimationFrame(frame);
    };
    frame();
  }

  end() {
    cancelAnimationFrame(this.asked);
    this.canvas.hidden = true;
    this.territory.due = null;
  }
}
