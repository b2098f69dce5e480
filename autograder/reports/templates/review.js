"use strict";
// Corrections are collected in the browser, for all pages of one folder of results, and saved as a file. What was said
// in earlier ones, and on these pages, is suggested for the next.
const form = document.getElementById("correction");
const key = `autograder corrections ${form.dataset.out}`;
const columns = ["student", "assignment", "exercise", "points", "score", "reason", "comment"];
const earlier = Object.fromEntries(["reason", "comment"].map((name) => [name, texts(name)]));
const memory = {};

function texts(name) {
  return Array.from(document.getElementById(`${name}s`).options, (option) => option.value);
}

function suggest(name) {
  const all = new Set([...stored(` ${name}s`), ...earlier[name]]);
  document.getElementById(`${name}s`).replaceChildren(...[...all].map((text) => new Option(text, text)));
}

function stored(name) {
  try { return JSON.parse(localStorage.getItem(key + name)) || []; } catch { return memory[name] || []; }
}

function store(name, items) {
  memory[name] = items;
  try { localStorage.setItem(key + name, JSON.stringify(items)); } catch { /* only this page has them then */ }
}

function remember(name, text) {
  if (text) store(` ${name}s`, [...new Set([text, ...stored(` ${name}s`)])].slice(0, 50));
}

function pending() {
  return stored("");
}

function keep(items) {
  store("", items);
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
    const words = [item.student, item.assignment, item.exercise, item.score ? `= ${item.score}` : item.points || "comment", item.reason, item.comment];
    const remove = document.createElement("button");
    remove.type = "button";
    remove.textContent = "Remove";
    remove.setAttribute("aria-label", `Remove correction ${place + 1}`);
    remove.addEventListener("click", () => keep(pending().filter((_, other) => other !== place)));
    entry.append(`${words.filter(Boolean).join(", ")} `, remove);
    return entry;
  }));
  suggest("reason");
  suggest("comment");
  const save = document.getElementById("save");
  save.disabled = !items.length;
  save.textContent = `Save ${items.length} ${items.length === 1 ? "correction" : "corrections"}`;
}

function mistakeIn(said) {
  if (said.points && said.score) return "Fill in either points, which are added, or a score, which counts instead.";
  if (!said.points && !said.score) {
    return said.comment.trim() ? "" : "Fill in points, which are added, a score, which counts instead, or a comment.";
  }
  return said.reason.trim() ? "" : "Fill in the reason, which the student reads.";
}

for (const button of document.querySelectorAll("button.alike")) {
  button.addEventListener("click", () => {
    form.elements.exercise.value = button.dataset.exercise;
    form.elements.students.value = button.dataset.students;
    form.elements.points.focus();
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = Object.fromEntries(new FormData(form));
  const students = said.students.split(";").map((name) => name.trim()).filter(Boolean);
  const message = form.querySelector("[role=status]");
  const wrong = mistakeIn(said);
  if (wrong) {
    message.textContent = wrong;
    return;
  }
  const more = students.map((student) => ({ ...said, student, assignment: form.dataset.assignment, students: undefined }));
  remember("reason", said.reason.trim());
  remember("comment", said.comment.trim());
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
