// contexts.mjs - where scenarios get their pages from.
//
// A new context of the browser starts with an empty cache, which costs time, so scenarios with the same settings share one.
// Each still gets a page of its own, and what pages keep (storage, databases, cookies) is cleared after it.  A scenario that
// changes the context itself, as the clock does, has one of its own: it says so with `export const context = {..}`.
export class Contexts {
  #shared = new Map(); // by mode: { context, keeper, session }

  /** home: an address that the shared contexts stay at, so that the browser keeps their process. */
  constructor(browser, home) {
    this.browser = browser;
    this.home = home;
  }

  /** A page, and a function that ends it: { page, end }.  `own`: what a context of its own has besides `settings`. */
  async pageFor(mode, settings, own) {
    if (own) {
      const context = await this.browser.newContext({ ...settings, ...own });
      return { page: await context.newPage(), end: () => context.close() };
    }
    if (!this.#shared.has(mode)) this.#shared.set(mode, await this.#newShared(settings));
    const { context } = this.#shared.get(mode),
      page = await context.newPage(),
      origins = new Set();
    page.on("framenavigated", (frame) => origins.add(new URL(frame.url()).origin));
    Object.defineProperty(page, "clock", { get: () => refuse("the clock is the context’s") });
    return { page, end: (isBroken) => this.#end(mode, origins, isBroken) };
  }

  async #newShared(settings) {
    const context = await this.browser.newContext(settings),
      keeper = await context.newPage();
    await keeper.goto(this.home);
    return { context, keeper, session: await context.newCDPSession(keeper) };
  }

  /** What a scenario that went wrong may have left, nobody else gets. */
  async #end(mode, origins, isBroken) {
    const { context, keeper, session } = this.#shared.get(mode);
    if (isBroken) {
      this.#shared.delete(mode);
      return context.close();
    }
    for (const page of context.pages()) if (page !== keeper) await page.close();
    for (const origin of origins)
      if (origin !== "null") await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }
}

function refuse(why) {
  throw new Error(`${why}: this scenario needs export const context = {}`);
}
