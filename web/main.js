// The version of the server, as it tells it.
const info = await (await fetch("/api/info")).json();
document.getElementById("version").textContent = `Version ${info.version}`;
