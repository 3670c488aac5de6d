// engine.js - the module with the engine: asked as the server is, by method, path and body.  It runs in a worker of the
// page and in Node, knows neither, and works while it is called; there are no threads.

const PAGE = 65536, // bytes of WebAssembly's unit of memory
  INITIAL = 16 << 20, // as in site.cmake
  MOST = 1 << 30;

/** The module ended in the middle of its work, and is of no more use. */
export class Broken extends Error {}

/** What the module calls: the page's two functions, the clock, random bytes; all else fails as "not supported". */
function imports(module, memory, page) {
  const view = () => new DataView(memory.buffer),
    textAt = (at, size) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, size)),
    idAt = (at) => textAt(at, 16);
  const own = {
    memory,
    page_event: (id, isOver, at, size) => page.onEvent(idAt(id), isOver ? "end" : "progress", textAt(at, size)),
    page_cancelled: (id) => (page.isCancelled(idAt(id)) ? 1 : 0),
    emscripten_notify_memory_growth() {},
    clock_time_get(clock, precision, at) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return 0;
    },
    page_random: (at, size) => crypto.getRandomValues(new Uint8Array(memory.buffer, at, size)),
    proc_exit(status) {
      throw new Broken(`the engine ended with status ${status}`);
    },
  };
  const all = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (all[from] ??= {})[name] = own[name] ?? (() => 52); // ENOSYS of WASI
  return all;
}

export class Engine {
  #memory;
  #calls;

  /** wasm: the bytes, or the compiled module.  `memory`: the most bytes it may take.  onEvent(job, "progress" or "end",
   *  JSON text) hears of jobs while work() does them; isCancelled(job) is asked meanwhile. */
  static async start(wasm, { memory = MOST, onEvent = () => {}, isCancelled = () => false } = {}) {
    const engine = new Engine();
    engine.module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    engine.#memory = new WebAssembly.Memory({ initial: INITIAL / PAGE, maximum: Math.floor(memory / PAGE) });
    const all = imports(engine.module, engine.#memory, { onEvent, isCancelled });
    engine.#calls = (await WebAssembly.instantiate(engine.module, all)).exports;
    engine.#guarded(() => {
      engine.#calls._initialize();
      if (engine.#calls.engine_begin() !== 0) throw new Error(engine.#answer());
    });
    return engine;
  }

  /** Gives { status, body }; `body` is text or bytes. */
  ask(method, path, body = "") {
    return this.#guarded(() => {
      const parts = [method, path, body].map((part) => this.#copy(part));
      if (parts.includes(0)) {
        for (const part of parts) this.#calls.engine_free(part);
        return { status: 503, body: '{"error":"out of memory: the request is too large"}' };
      }
      const size = typeof body === "string" ? new TextEncoder().encode(body).length : body.byteLength,
        status = this.#calls.engine_ask(...parts, size);
      for (const part of parts) this.#calls.engine_free(part);
      return { status, body: this.#answer() };
    });
  }

  /** Does the next job; false if none waits. */
  work() {
    return this.#guarded(() => this.#calls.engine_work() !== 0);
  }

  /** The bytes that the module has taken. */
  get bytes() {
    return this.#memory.buffer.byteLength;
  }

  #answer() {
    const at = this.#calls.engine_answer(),
      size = this.#calls.engine_answer_size();
    if (at === 0) return '{"error":"out of memory"}';
    return new TextDecoder().decode(new Uint8Array(this.#memory.buffer, at, size));
  }

  /** Copies text or bytes, and a zero after them, into the module's memory; 0: there is no room. */
  #copy(part) {
    const bytes = typeof part === "string" ? new TextEncoder().encode(part) : new Uint8Array(part),
      at = this.#calls.engine_alloc(bytes.length + 1);
    if (at === 0) return 0;
    const to = new Uint8Array(this.#memory.buffer, at, bytes.length + 1);
    to.set(bytes);
    to[bytes.length] = 0;
    return at;
  }

  #guarded(step) {
    try {
      return step();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
        throw new Broken(`the engine broke: ${error.message}`);
      throw error;
    }
  }
}
