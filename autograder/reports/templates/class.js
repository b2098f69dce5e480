"use strict";
const table = document.getElementById("table");
const body = table.tBodies[0];
const rows = Array.from(body.rows);
const shown = document.getElementById("shown");

function valueOf(row, column) {
  const cell = row.cells[column];
  return column === 0 ? cell.textContent.toLowerCase() : Number(cell.dataset.value);
}

function sortBy(heading) {
  const headings = Array.from(heading.parentElement.cells);
  const column = headings.indexOf(heading);
  const down = heading.getAttribute("aria-sort") === "ascending";
  headings.forEach((other) => other.removeAttribute("aria-sort"));
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const sign = down ? -1 : 1;
  rows.sort((a, b) => {
    const [left, right] = [valueOf(a, column), valueOf(b, column)];
    return left < right ? -sign : left > right ? sign : 0;
  });
  body.append(...rows);
}

function filter(text) {
  const wanted = text.trim().toLowerCase();
  let count = 0;
  for (const row of rows) {
    row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted);
    count += row.hidden ? 0 : 1;
  }
  shown.textContent = wanted ? `${count} of ${rows.length} shown` : "";
}

for (const button of table.tHead.querySelectorAll("button")) {
  button.addEventListener("click", () => sortBy(button.parentElement));
}
document.getElementById("filter").addEventListener("input", (event) => filter(event.target.value));
