"use strict";
// Corrections are collected in the browser, for all pages of one folder of results, and saved as a file.
const form = document.getElementById("correction");
const key = `autograder corrections ${form.dataset.out}`;
const columns = ["student", "assignment", "exercise", "points", "score", "reason"];
let memory = [];

function pending() {
  try { return JSON.parse(localStorage.getItem(key)) || []; } catch { return memory; }
}

function keep(items) {
  memory = items;
  try { localStorage.setItem(key, JSON.stringify(items)); } catch { /* only this page has them then */ }
  show();
}

function cell(text) {
  const safe = /^[=@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

function show() {
  const items = pending();
  const list = document.getElementById("pending");
  list.replaceChildren(...items.map((item, place) => {
    const entry = document.createElement("li");
    const words = [item.student, item.assignment, item.exercise, item.score ? `= ${item.score}` : item.points, item.reason];
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "Remove";
    remove.setAttribute("aria-label", `Remove correction ${place + 1}`);
    remove.addEventListener("click", () => keep(pending().filter((_, other) => other !== place)));
    entry.append(`${words.filter(Boolean).join(", ")} `, remove);
    return entry;
  }));
  document.getElementById("reasons").replaceChildren(...[...new Set(items.map((item) => item.reason))].map((reason) => {
    const option = document.createElement("option");
    option.value = reason;
    return option;
  }));
  const save = document.getElementById("save");
  save.disabled = !items.length;
  save.textContent = `Save ${items.length} ${items.length === 1 ? "correction" : "corrections"}`;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = Object.fromEntries(new FormData(form));
  const students = said.students.split(";").map((name) => name.trim()).filter(Boolean);
  const message = form.querySelector("[role=status]");
  if (!said.points === !said.score) {
    message.textContent = "Fill in either points, which are added, or a score, which counts instead.";
    return;
  }
  const more = students.map((student) => ({ ...said, student, assignment: form.dataset.assignment, students: undefined }));
  keep([...pending(), ...more]);
  message.textContent = `${more.length} added.`;
});

document.getElementById("save").addEventListener("click", () => {
  const rows = pending().map((item) => columns.map((name) => cell(item[name] || "")).join(","));
  const file = new Blob([[columns.join(","), ...rows, ""].join("\n")], { type: "text/csv" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "corrections.csv";
  link.click();
  URL.revokeObjectURL(link.href);
});

document.getElementById("clear").addEventListener("click", () => keep([]));
addEventListener("storage", show);
show();
