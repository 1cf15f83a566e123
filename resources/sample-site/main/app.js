// SPDX-License-Identifier: GPL-3.0-or-later

// The docs live under another name on the same port, whichever port that is.
function pointToDocs() {
  for (const link of document.querySelectorAll("[data-docs]")) {
    link.port = location.port;
  }
}

function milliseconds(time) {
  return `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;
}

function kilobytes(bytes) {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`;
}

// A body that was used but not sent came from the browser's own cache.
function sourceOf(entry) {
  if (entry.transferSize === 0 && entry.decodedBodySize > 0) return "cache, not asked";
  if (entry.transferSize < entry.encodedBodySize) return "cache, after a 304";
  return entry.encodedBodySize < entry.decodedBodySize ? "server, compressed" : "server";
}

function cell(text, isNumber) {
  const element = document.createElement("td");
  element.textContent = text;
  if (isNumber) element.className = "number";
  return element;
}

function rowOf(entry) {
  const row = document.createElement("tr");
  const name = new URL(entry.name).pathname;
  row.append(cell(name), cell(milliseconds(entry.duration), true),
    cell(kilobytes(entry.transferSize), true), cell(sourceOf(entry)));
  return row;
}

function showTimings() {
  const table = document.getElementById("timings");
  if (!table) return;
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  table.replaceChildren(...entries.map(rowOf));
}

pointToDocs();
// The page's own entry is complete only after its load event.
addEventListener("load", () => setTimeout(showTimings, 0));
