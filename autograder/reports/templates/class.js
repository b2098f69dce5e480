"use strict";
function valueOf(row, column) {
  const cell = row.cells[column];
  return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent.trim().toLowerCase();
}

function sortBy(table, rows, heading) {
  const column = heading.cellIndex;
  const down = heading.getAttribute("aria-sort") === "ascending";
  table.tHead.querySelectorAll("[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const sign = down ? -1 : 1;
  const keyed = rows.map((row) => [valueOf(row, column), row]);
  keyed.sort(([a], [b]) => (a < b ? -sign : a > b ? sign : 0));
  keyed.forEach(([, row], place) => { rows[place] = row; });
  table.tBodies[0].append(...rows);
}

function show(rows, texts, input) {
  const wanted = input.value.trim().toLowerCase();
  let count = 0;
  for (const row of rows) {
    row.hidden = !texts.get(row).includes(wanted);
    count += row.hidden ? 0 : 1;
  }
  input.parentElement.querySelector("[role=status]").textContent = wanted ? `${count} of ${rows.length} shown` : "";
}

function textOf(table, row) {
  return (table.id === "by-student" ? row.cells[0] : row).textContent.toLowerCase();
}

for (const table of document.querySelectorAll("table.sortable")) {
  const rows = Array.from(table.tBodies[0].rows);
  const texts = new Map(rows.map((row) => [row, textOf(table, row)]));
  for (const button of table.tHead.querySelectorAll("button")) {
    button.addEventListener("click", () => sortBy(table, rows, button.parentElement));
  }
  const input = document.querySelector(`input[data-table="${table.id}"]`);
  input.addEventListener("input", () => show(rows, texts, input));
}
