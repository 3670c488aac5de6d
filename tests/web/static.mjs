// static.mjs - serves a folder as any web host would: files below /some/folder/, nothing else.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The address, the paths that were asked for, and a function that stops it, like serve() of run.mjs. */
export function serveFolder(root, below = "/some/folder/") {
  let folder = root;
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://host");
    asked.push(pathname);
    const path = pathname.startsWith(below) ? normalize(pathname.slice(below.length)) || "." : "..",
      name = path === "." ? "index.html" : path;
    try {
      if (name.startsWith("..")) throw new Error("outside");
      const content = await readFile(join(folder, name));
      response.writeHead(200, {
        "Content-Type": TYPES[extname(name)] ?? "application/octet-stream",
        "Cache-Control": "max-age=600", // as GitHub Pages has it
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  const address = new Promise((give) => {
    server.listen(0, "127.0.0.1", () => give(`http://127.0.0.1:${server.address().port}${below}`));
  });
  return {
    address,
    asked,
    use: (other) => (folder = other), // another version of the site
    stop: () => {
      server.closeAllConnections();
      return new Promise((give) => server.close(give));
    },
  };
}
