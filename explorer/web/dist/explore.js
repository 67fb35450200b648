// src/dom.ts
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}
function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === void 0 || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children);
}
function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes, children);
  return element;
}
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes, children);
  return element;
}
function label(x, y, text, attributes = {}) {
  return svg("text", { x, y, ...attributes }, text);
}

// src/geometry.ts
function shape(board2) {
  const [rows = 0, cols = 0] = board2.split("x").map(Number);
  return { rows, cols, squares: rows * cols };
}
function columnLetter(col) {
  return String.fromCharCode(97 + col);
}
function squareName(row, col) {
  return `${columnLetter(col)}${row + 1}`;
}
function place(move) {
  const match = /^([a-z])(\d+)$/.exec(move);
  if (!match?.[1] || !match[2]) return null;
  return { row: Number(match[2]) - 1, col: match[1].charCodeAt(0) - 97 };
}
function centre(board2) {
  const { rows, cols } = shape(board2);
  const [row, col] = [Math.floor((rows - 2) / 2), Math.floor((cols - 2) / 2)];
  return [0, 1, 2, 3].map((index) => ({ row: row + Math.floor(index / 2), col: col + index % 2 }));
}
function countDiscs(position) {
  const squares = position.split(" ")[0] ?? "";
  const count = (symbol) => squares.split(symbol).length - 1;
  return { black: count("X"), white: count("O") };
}
function allBoards() {
  const boards2 = [];
  for (let rows = 3; rows * 3 <= 64; rows++) {
    for (let cols = 3; rows * cols <= 64; cols++) boards2.push(`${rows}x${cols}`);
  }
  return boards2;
}

// src/text.ts
var MINUS = "−";
function signed(value) {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `${MINUS}${-value}`;
}
function sideName(side) {
  return side === "X" ? "Black" : "White";
}
function other(side) {
  return side === "X" ? "O" : "X";
}
function negated(value) {
  const outcome = { win: "loss", draw: "draw", loss: "win" };
  return {
    outcome: value.outcome && outcome[value.outcome],
    value: value.value === null ? null : 0 - value.value,
    lower: 0 - value.upper,
    upper: 0 - value.lower,
    unverified: value.unverified
  };
}
function valueOf({ lower, upper }) {
  const outcome = lower > 0 ? "win" : upper < 0 ? "loss" : lower === upper ? "draw" : null;
  return { outcome, value: lower === upper ? lower : null, lower, upper, unverified: false };
}
function forBlack(value, side) {
  return side === "X" ? value : negated(value);
}
function isUnknown(value, squares) {
  return value.lower <= -squares && value.upper >= squares;
}
function verdict(value, squares) {
  const { lower, upper } = value;
  if (lower === upper) {
    if (lower === 0) return "A draw";
    return lower > 0 ? `Black wins by ${lower}` : `White wins by ${-lower}`;
  }
  if (lower > 0) return upper >= squares ? `Black wins by ${lower} or more` : `Black wins by ${lower} to ${upper}`;
  if (upper < 0) return -lower >= squares ? `White wins by ${-upper} or more` : `White wins by ${-upper} to ${-lower}`;
  if (isUnknown(value, squares)) return "Not known yet";
  if (lower === 0) return "Black wins or draws";
  if (upper === 0) return "White wins or draws";
  return `Between ${signed(lower)} and ${signed(upper)} for Black`;
}
function worth(value, squares) {
  if (value.value !== null) {
    if (value.value === 0) return "draws";
    return value.value > 0 ? `wins by ${value.value}` : `loses by ${-value.value}`;
  }
  if (isUnknown(value, squares)) return "value not known yet";
  if (value.lower > -squares && value.upper < squares) return `worth ${signed(value.lower)} to ${signed(value.upper)}`;
  return value.lower > -squares ? `worth ${signed(value.lower)} or more` : `worth ${signed(value.upper)} or less`;
}
function short(value, squares) {
  if (value.value !== null) return signed(value.value);
  const low = value.lower > -squares;
  const high = value.upper < squares;
  if (low && high) return `${signed(value.lower)}…${signed(value.upper)}`;
  if (high) return `≤${signed(value.upper)}`;
  if (low) return `≥${signed(value.lower)}`;
  return "?";
}
function compact(value) {
  for (const [unit, size] of [["P", 1e15], ["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]]) {
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit}`;
  }
  return String(value);
}
function seconds(value) {
  return value < 60 ? `${value.toFixed(1)} s` : `${Math.floor(value / 60)} min ${Math.floor(value % 60)} s`;
}

// src/board.ts
var LEAST_REM = 2;
var NUMBERS_REM = 1.8;
var Board = class {
  constructor(element, play, refuse2) {
    this.element = element;
    this.play = play;
    this.refuse = refuse2;
    element.addEventListener("keydown", (event) => this.pressed(event));
    if (element.parentElement) new ResizeObserver(() => this.resized()).observe(element.parentElement);
  }
  element;
  play;
  refuse;
  /** Cells by row and column of the board, however it is shown. */
  cells = [];
  shown = "";
  isTurned = false;
  focus = 0;
  view;
  /** Shows a position. */
  show(view) {
    this.view = view;
    const isTurned = this.turns(view.board);
    const isNew = view.board !== this.shown || isTurned !== this.isTurned;
    if (isNew) this.make(view.board, isTurned);
    const { cols, squares } = shape(view.board);
    const discs = view.position.split(" ")[0] ?? "";
    const moves = new Map(view.record?.moves.map((move) => [move.move, move]));
    this.cells.forEach((cell, index) => {
      const name = squareName(Math.floor(index / cols), index % cols);
      const move = moves.get(name);
      this.draw(cell, discs[index] ?? "-", move, view, name, squares);
    });
    if (isNew) this.scrollToDiscs();
  }
  /** Whether a board is to be shown on its side here. */
  turns(board2) {
    const { rows, cols } = shape(board2);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = this.element.parentElement?.clientWidth ?? 0;
    return cols > rows && innerHeight > innerWidth && width > 0 && width < (cols * LEAST_REM + NUMBERS_REM) * rem;
  }
  resized() {
    if (!this.view || this.turns(this.view.board) === this.isTurned) return;
    const hadFocus = this.element.contains(document.activeElement);
    const focus = this.focus;
    this.show(this.view);
    this.moveFocus(focus, hadFocus);
  }
  /** Where not all of it can be seen, it begins where the discs are. */
  scrollToDiscs() {
    const frame = this.element.parentElement;
    const discs = this.cells.filter((cell) => cell.querySelector(".disc"));
    if (!frame || frame.scrollWidth <= frame.clientWidth || discs.length === 0) return;
    const middle = discs.reduce((sum, cell) => sum + cell.offsetLeft + cell.offsetWidth / 2, 0) / discs.length;
    frame.scrollLeft = middle - (discs[0]?.offsetParent === frame ? 0 : this.element.offsetLeft) - frame.clientWidth / 2;
  }
  /** Puts the keyboard's focus on the grid, which comes into sight unless the page is to stay where it is. */
  focusGrid(preventScroll = false) {
    this.cells[this.focus]?.focus({ preventScroll });
  }
  make(board2, isTurned) {
    const { rows, cols } = shape(board2);
    this.shown = board2;
    this.isTurned = isTurned;
    const [down, across] = isTurned ? [cols, rows] : [rows, cols];
    const number = (row) => String(row + 1);
    const [downName, acrossName] = isTurned ? [columnLetter, number] : [number, columnLetter];
    this.element.style.setProperty("--rows", String(down));
    this.element.style.setProperty("--cols", String(across));
    this.element.setAttribute("aria-label", `Board of ${rows} rows and ${cols} columns${isTurned ? ", shown on its side" : ""}`);
    this.element.setAttribute("aria-rowcount", String(down));
    this.element.setAttribute("aria-colcount", String(across));
    this.cells = [];
    const head = html("div", { class: "letters", "aria-hidden": "true" }, html("span"));
    for (let right = 0; right < across; right++) head.append(html("span", {}, acrossName(right)));
    const lines = [head];
    for (let line = 0; line < down; line++) {
      const element = html("div", { role: "row", class: "row", "aria-rowindex": line + 1 });
      element.append(html("span", { class: "number", "aria-hidden": "true" }, downName(line)));
      for (let right = 0; right < across; right++) {
        const [row, col] = isTurned ? [right, line] : [line, right];
        const cell = html("div", { role: "gridcell", class: "cell", tabindex: "-1", "aria-colindex": right + 1 });
        cell.dataset["square"] = squareName(row, col);
        cell.addEventListener("click", () => this.chosen(cell));
        this.cells[row * cols + col] = cell;
        element.append(cell);
      }
      lines.push(element);
    }
    this.element.replaceChildren(...lines);
    this.focus = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
    this.cells[this.focus]?.setAttribute("tabindex", "0");
  }
  draw(cell, symbol, move, view, name, squares) {
    const disc = symbol === "X" ? "Black" : symbol === "O" ? "White" : null;
    const isLegal = view.isEdited === true || move !== void 0 && view.isOpen;
    const parts = [name];
    const shown = [];
    if (disc) {
      parts.push(disc);
      if (name === view.last) parts.push("last move");
      shown.push(html("span", { class: `disc ${disc.toLowerCase()}` }));
    } else if (move && view.showsValues) {
      parts.push(`${sideName(view.position.endsWith("X") ? "X" : "O")} ${worth(move, squares)}`);
      if (move.best) parts.push("best move");
      const kind = move.outcome ?? "unknown";
      const isWide = move.value === null;
      shown.push(html("span", { class: `value ${kind}${isWide ? " limits" : ""}` }, short(move, squares)));
    } else if (move) {
      parts.push("can be played");
      shown.push(html("span", { class: "hint" }));
    } else {
      parts.push("empty");
    }
    cell.className = "cell";
    cell.classList.toggle("legal", isLegal);
    cell.classList.toggle("best", Boolean(move?.best && view.showsValues));
    cell.classList.toggle("last", name === view.last);
    cell.setAttribute("aria-label", parts.join(", "));
    cell.setAttribute("aria-disabled", String(!isLegal));
    const before = cell.querySelector(".disc")?.className;
    const after = shown[0]?.className;
    if (before && after && before !== after && after.startsWith("disc")) shown[0]?.classList.add("turned");
    cell.replaceChildren(...shown);
  }
  chosen(cell) {
    this.moveFocus(this.cells.indexOf(cell));
    const act = cell.getAttribute("aria-disabled") === "false" ? this.play : this.refuse;
    act?.(cell.dataset["square"] ?? "");
  }
  moveFocus(index, isWanted = true) {
    this.cells[this.focus]?.setAttribute("tabindex", "-1");
    this.focus = index;
    this.cells[index]?.setAttribute("tabindex", "0");
    if (isWanted) this.cells[index]?.focus({ preventScroll: false });
  }
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, cols } = shape(this.shown);
    const [row, col] = [Math.floor(this.focus / cols), this.focus % cols];
    const [line, right] = this.isTurned ? [col, row] : [row, col];
    const [down, across] = this.isTurned ? [cols, rows] : [rows, cols];
    const to = (line2, right2) => this.isTurned ? right2 * cols + line2 : line2 * cols + right2;
    const targets2 = {
      ArrowUp: to(Math.max(line - 1, 0), right),
      ArrowDown: to(Math.min(line + 1, down - 1), right),
      ArrowLeft: to(line, Math.max(right - 1, 0)),
      ArrowRight: to(line, Math.min(right + 1, across - 1)),
      Home: to(line, 0),
      End: to(line, across - 1)
    };
    const target = targets2[event.key];
    if (target !== void 0) {
      this.moveFocus(target);
    } else if (event.key === "Enter" || event.key === " ") {
      const cell = this.cells[this.focus];
      if (cell) this.chosen(cell);
    } else {
      return;
    }
    event.preventDefault();
  }
};

// src/chart.ts
var WIDTH = 560;
var HEIGHT = 210;
var LEFT = 46;
var RIGHT = 12;
var TOP = 14;
var BOTTOM = 34;
function drawChart(element, points2, cursor, jump2) {
  const known = points2.filter((point) => point.lower === point.upper);
  const most = Math.max(4, ...known.map((point) => Math.abs(point.lower)));
  const reach = Math.ceil(most / 4) * 4;
  const plies = Math.max(points2.length - 1, 1);
  const x = (ply) => LEFT + (WIDTH - LEFT - RIGHT) * ply / plies;
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (reach - Math.max(-reach, Math.min(reach, value))) / (2 * reach);
  const parts = [...axes(reach, plies, x, y)];
  parts.push(svg("line", { class: "cursor", x1: x(cursor), x2: x(cursor), y1: TOP, y2: HEIGHT - BOTTOM }));
  parts.push(...curve(points2, x, y));
  points2.forEach((point, ply) => parts.push(...marks(point, ply, ply === cursor, x, y)));
  parts.push(...targets(points2, x, jump2));
  element.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  element.setAttribute("aria-label", summary(points2));
  element.replaceChildren(...parts);
}
function axes(reach, plies, x, y) {
  const parts = [];
  for (const value of [reach, reach / 2, 0, -reach / 2, -reach]) {
    parts.push(svg("line", { class: value === 0 ? "zero" : "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    parts.push(label(LEFT - 8, y(value) + 4, signed(value), { "text-anchor": "end" }));
  }
  const step = [1, 2, 5, 10, 20].find((size) => plies / size <= 10) ?? 20;
  for (let ply = 0; ply <= plies; ply += step) {
    parts.push(label(x(ply), HEIGHT - BOTTOM + 16, String(ply), { "text-anchor": "middle" }));
  }
  const middle = (LEFT + WIDTH - RIGHT) / 2;
  parts.push(label(middle, HEIGHT - 3, "moves played", { "text-anchor": "middle", class: "axis" }));
  const turned = { "text-anchor": "middle", class: "axis", transform: `rotate(-90 10 ${y(0)})` };
  parts.push(label(10, y(0) + 3, "discs for Black", turned));
  return parts;
}
function curve(points2, x, y) {
  let path = "";
  let isDrawing = false;
  points2.forEach((point, ply) => {
    const isKnown = point.lower === point.upper;
    if (isKnown) path += `${isDrawing ? "L" : "M"}${x(ply).toFixed(1)} ${y(point.lower).toFixed(1)}`;
    isDrawing = isKnown;
  });
  return path ? [svg("path", { class: "curve", d: path })] : [];
}
function marks(point, ply, isCursor, x, y) {
  if (point.isUnknown) return [];
  if (point.lower !== point.upper) {
    return [svg("line", { class: "limits", x1: x(ply), x2: x(ply), y1: y(point.upper), y2: y(point.lower) })];
  }
  const at = { cx: x(ply), cy: y(point.lower) };
  if (point.lost > 0) {
    const [cx, cy, r] = [at.cx, at.cy, 6];
    const diamond = `M${cx} ${cy - r}L${cx + r} ${cy}L${cx} ${cy + r}L${cx - r} ${cy}Z`;
    return [svg("path", { class: "mistake", d: diamond })];
  }
  return [svg("circle", { class: isCursor ? "point now" : "point", ...at, r: isCursor ? 4.5 : 2.5 })];
}
function targets(points2, x, jump2) {
  const width = points2.length > 1 ? x(1) - x(0) : WIDTH - LEFT - RIGHT;
  return points2.map((point, ply) => {
    const strip = svg("rect", { class: "strip", x: x(ply) - width / 2, y: TOP, width, height: HEIGHT - TOP - BOTTOM });
    strip.append(svg("title", {}, point.title));
    strip.addEventListener("click", () => jump2(ply));
    return strip;
  });
}
function summary(points2) {
  const mistakes = points2.filter((point) => point.lost > 0);
  const told3 = mistakes.map((point) => `${point.title} lost ${point.lost}`).join("; ");
  const moves = points2.length === 2 ? "1 move" : `${points2.length - 1} moves`;
  return `Value for Black over ${moves}. ${told3 ? `Mistakes: ${told3}.` : "No mistake is known."}`;
}

// src/backend.ts
function tell(event, data, listener) {
  if (event === "position") listener.position(JSON.parse(data));
  if (event === "progress") listener.progress(JSON.parse(data));
  if (event === "done") listener.done(JSON.parse(data));
}

// src/alone.ts
var MEANS = { memoryBytes: 128 << 20, remembered: 1 << 18, seconds: 60 };
var GRACE_MS = 100;
async function file(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} cannot be had from where this page comes from (status ${response.status}).`);
  return response;
}
async function compiled() {
  const response = await file("explorer.wasm");
  const isKnown = response.headers.get("content-type") === "application/wasm";
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
var Alone = class {
  code = null;
  worker = null;
  /** The first is being answered. */
  jobs = [];
  grace = 0;
  async ask(path, query, signal) {
    if (path === "/api/atlas") return (await file("atlas.json")).json();
    if (path === "/api/boards") return boards(await this.ask("/api/atlas", {}));
    return JSON.parse(await this.answer({ path, query }, null, signal));
  }
  async send(path, what) {
    return JSON.parse(await this.answer({ path, query: {}, body: what }, null));
  }
  async follow(query, listener, signal) {
    await this.answer({ path: "/api/solve", query }, listener, signal);
  }
  /** An answer as text. Questions are answered one after the other. */
  answer(question, listener, signal) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const job = { question, listener, resolve, reject, isWanted: true };
      signal?.addEventListener("abort", () => this.abandon(job, signal.reason), { once: true });
      this.jobs.push(job);
      if (this.jobs.length === 1) void this.next();
    });
  }
  async next() {
    const job = this.jobs[0];
    if (!job) return;
    if (!this.worker) {
      try {
        this.code ??= compiled();
        const code = await this.code;
        this.worker = this.started({ code, means: MEANS });
      } catch (error) {
        this.code = null;
        this.finish(job, () => job.reject(error));
        return;
      }
    }
    if (job.isWanted) this.worker.postMessage(job.question);
    else this.finish(job, () => void 0);
  }
  started(opening2) {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", (message) => this.told(message.data));
    worker.addEventListener("error", () => this.fail("The solver has failed in this browser, perhaps for want of memory."));
    worker.postMessage(opening2);
    return worker;
  }
  told(told3) {
    const job = this.jobs[0];
    if (!job) return;
    if ("event" in told3) {
      if (job.isWanted && job.listener) tell(told3.event, told3.data, job.listener);
      return;
    }
    const { kind, text } = told3.answer;
    this.finish(job, () => kind === "error" ? job.reject(new Error(text)) : job.resolve(text));
  }
  finish(job, settle) {
    clearTimeout(this.grace);
    this.jobs.shift();
    if (job.isWanted) settle();
    void this.next();
  }
  /** Nobody waits for an answer any more. */
  abandon(job, reason) {
    if (!job.isWanted || !this.jobs.includes(job)) return;
    job.isWanted = false;
    job.reject(reason);
    if (job !== this.jobs[0]) this.jobs.splice(this.jobs.indexOf(job), 1);
    else if (this.worker) this.grace = window.setTimeout(() => this.fail(""), GRACE_MS);
  }
  /** Ends the worker in the middle of an answer. Another one takes the next question. */
  fail(sentence) {
    this.worker?.terminate();
    this.worker = null;
    const job = this.jobs[0];
    if (job) this.finish(job, () => job.reject(new Error(sentence)));
  }
};
function boards({ games }) {
  const starts = games.map(({ board: board2, start, scoring, lower, upper, line, final }) => {
    return { board: board2, start, scoring, ...valueOf({ lower, upper }), line, final, certificates: [] };
  });
  return { starts, tables: [], time_limit_ms: MEANS.seconds * 1e3 };
}

// src/places.ts
var isAlone = document.querySelector('meta[name="explorer"]')?.content === "alone";
function explorerAt(query) {
  return `${isAlone ? "index.html" : "/"}?${query}`;
}

// src/server.ts
var Refusal = class extends Error {
  constructor(status, sentence, retryAfter) {
    super(sentence);
    this.status = status;
    this.retryAfter = retryAfter;
  }
  status;
  retryAfter;
};
var Unreachable = class extends Error {
  constructor() {
    super("The server does not answer.");
  }
};
function unreachable(error) {
  throw error instanceof TypeError ? new Unreachable() : error;
}
async function answered(path, query, options = {}) {
  const address = `${path}?${new URLSearchParams(query)}`;
  const response = await fetch(address, options).catch(unreachable);
  if (response.ok || response.status === 304) return response;
  const body = await response.json().catch(() => ({}));
  const sentence = body.error ?? `The server answered ${response.status}.`;
  throw new Refusal(response.status, sentence, Number(response.headers.get("retry-after") ?? 0));
}
var Server = class {
  async ask(path, query, signal) {
    return (await answered(path, query, signal ? { signal } : {})).json();
  }
  async send(path, what) {
    const options = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(what) };
    return (await answered(path, {}, options)).json();
  }
  /** Aborting stops the search on the server too. */
  async follow(query, listener, signal) {
    const response = await answered("/api/solve", query, { signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let isDone = false;
    const heard = {
      ...listener,
      done: (done) => {
        isDone = true;
        listener.done(done);
      }
    };
    for (let part = await reader?.read().catch(unreachable); part && !part.done; part = await reader?.read().catch(unreachable)) {
      const events = (text + part.value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) told(event, heard);
    }
    if (!isDone) throw new Unreachable();
  }
};
function told(event, listener) {
  const field = (name) => {
    const lines = event.split("\n").filter((line) => line.startsWith(`${name}:`));
    return lines.map((line) => line.slice(name.length + 1).trimStart()).join("\n");
  };
  const data = field("data");
  if (data) tell(field("event"), data, listener);
}

// src/api.ts
var alone = isAlone ? new Alone() : null;
var backend = alone ?? new Server();
function ask(path, query = {}, signal) {
  return backend.ask(path, query, signal);
}
function send(path, what) {
  return backend.send(path, what);
}
function follow(query, listener, signal) {
  return backend.follow(query, listener, signal);
}
function textOf(path, query) {
  return alone?.answer({ path, query }, null) ?? null;
}

// src/editor.ts
var PAUSE_MS = 150;
var DISCS = { X: "Black", O: "White", "-": "empty" };
var Editor = class {
  constructor(game2, open2, changed) {
    this.game = game2;
    this.open = open2;
    this.changed = changed;
    const clicks = {
      "edit-clear": () => this.set(this.squares.map(() => "-")),
      "edit-start": () => this.set(this.start()),
      "edit-done": () => void this.done()
    };
    for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
    for (const input of document.querySelectorAll("input[name=edit-side]")) {
      input.addEventListener("change", () => this.set(this.squares, input.value === "O" ? "O" : "X"));
    }
    byId("edit-text").addEventListener("input", () => void this.judge(byId("edit-text").value, true));
  }
  game;
  open;
  changed;
  isOpen = false;
  squares = [];
  side = "X";
  asking = null;
  /** The squares and the side to move. */
  get position() {
    return `${this.squares.join("")} ${this.side}`;
  }
  /** Begins with the shown position. */
  begin() {
    this.isOpen = true;
    const [squares = "", side] = this.game.ply.position.split(" ");
    this.set([...squares], side === "O" ? "O" : "X");
  }
  close() {
    this.isOpen = false;
    this.asking?.abort();
  }
  /** The address that shows this. */
  address() {
    return explorerAt(this.parameters(true));
  }
  parameters(isEdited) {
    const parameters = new URLSearchParams({ board: this.game.origin.board, position: this.position });
    if (this.game.scoring !== "discs") parameters.set("scoring", this.game.scoring);
    if (isEdited) parameters.set("edit", "1");
    return parameters;
  }
  /** Puts what is chosen on a square, or what a key says. What is there already is taken away. */
  put(name, symbol = document.querySelector("input[name=edit-disc]:checked")?.value ?? "X") {
    const square = place(name);
    if (!square) return;
    const { cols } = shape(this.game.origin.board);
    const index = square.row * cols + square.col;
    const squares = [...this.squares];
    squares[index] = squares[index] === symbol ? "-" : symbol;
    this.set(squares);
    this.changed(`${name}: ${DISCS[squares[index] ?? "-"]}.`);
  }
  start() {
    const board2 = this.game.origin.board;
    const squares = this.squares.map(() => "-");
    const { cols } = shape(board2);
    centre(board2).forEach(({ row, col }, index) => squares[row * cols + col] = index === 0 || index === 3 ? "O" : "X");
    return squares;
  }
  set(squares, side = this.side) {
    this.squares = squares;
    this.side = side;
    for (const input of document.querySelectorAll("input[name=edit-side]")) input.checked = input.value === side;
    byId("edit-text").value = `${this.game.origin.board} ${this.position}`;
    this.changed("");
    void this.judge(this.position, false);
  }
  /** Asks the server about a position, which may be typed. */
  async judge(text, isTyped2) {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    byId("edit-done").disabled = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (asking.signal.aborted) return;
    const field = byId("edit-text");
    try {
      const query = { board: this.game.origin.board, position: text, scoring: this.game.scoring, time_ms: "0" };
      const record2 = await ask("/api/position", query, asking.signal);
      if (asking.signal.aborted) return;
      if (isTyped2) {
        const [squares = "", side] = record2.position.split(" ");
        this.squares = [...squares];
        this.side = side === "O" ? "O" : "X";
        for (const input of document.querySelectorAll("input[name=edit-side]")) input.checked = input.value === this.side;
        this.changed("");
      }
      field.removeAttribute("aria-invalid");
      byId("edit-done").disabled = record2.over;
      this.say([outlook(record2), strangeness(record2)].join(" ").trim());
    } catch (error) {
      if (asking.signal.aborted) return;
      field.setAttribute("aria-invalid", "true");
      this.say(error instanceof Error ? error.message : String(error));
    }
  }
  say(sentence) {
    byId("edit-says").textContent = sentence;
  }
  async done() {
    this.close();
    if (await this.open(this.parameters(false))) byId("edit").focus();
  }
};
function outlook({ over, moves, side, position }) {
  const discs = position.split(" ")[0] ?? "";
  if (over && !/[XO]/.test(discs)) return "There is no disc on the board, so there is nothing to play.";
  if (over) return "Neither side has a legal square, so the game is over and there is nothing to play.";
  if (moves[0]?.move === "pass") return `${sideName(side)} has no legal square and must pass.`;
  return `${sideName(side)} has ${moves.length} legal ${moves.length === 1 ? "square" : "squares"}.`;
}
function strangeness({ board: board2, position }) {
  const { rows, cols } = shape(board2);
  const discs = position.split(" ")[0] ?? "";
  if (!/[XO]/.test(discs)) return "";
  const at = (row, col) => row >= 0 && row < rows && col >= 0 && col < cols && discs[row * cols + col] !== "-";
  const empty = centre(board2).find(({ row, col }) => !at(row, col));
  if (empty) return `No game comes to this position: ${squareName(empty.row, empty.col)} in the centre is empty.`;
  const seen = /* @__PURE__ */ new Set();
  const open2 = centre(board2).slice(0, 1);
  for (let next = open2.pop(); next; next = open2.pop()) {
    if (!at(next.row, next.col) || seen.has(next.row * cols + next.col)) continue;
    seen.add(next.row * cols + next.col);
    for (const down of [-1, 0, 1]) for (const right of [-1, 0, 1]) open2.push({ row: next.row + down, col: next.col + right });
  }
  const loose = [...discs].findIndex((symbol, index) => symbol !== "-" && !seen.has(index));
  if (loose < 0) return "";
  return `No game comes to this position: the disc on ${squareName(Math.floor(loose / cols), loose % cols)} touches none that leads to the centre.`;
}

// src/figure.ts
var SIZE = 40;
var EDGE = 24;
var LOOKS = {
  ".felt": { fill: "#4a8069" },
  ".lines": { stroke: "#35614f" },
  ".mark": { fill: "#5b6862", "font-size": "12", "font-family": "sans-serif" },
  ".stone.black": { fill: "#18211d" },
  ".stone.white": { fill: "#fbf9f1", stroke: "#35614f" },
  ".newest": { fill: "#f2c14e" }
};
function emptyFigure(board2, isSmall, isTurned = false) {
  const { rows, cols } = shape(board2);
  const edge = isSmall ? 2 : EDGE;
  const [width, height] = [cols * SIZE + 2 * edge, rows * SIZE + 2 * edge];
  const figure = svg("svg", { class: "figure", viewBox: `0 0 ${width} ${height}`, role: "img" });
  figure.append(svg("rect", { class: "felt", x: edge, y: edge, width: cols * SIZE, height: rows * SIZE, rx: 3 }));
  for (let row = 1; row < rows; row++) figure.append(gridLine(edge, edge + row * SIZE, edge + cols * SIZE, edge + row * SIZE));
  for (let col = 1; col < cols; col++) figure.append(gridLine(edge + col * SIZE, edge, edge + col * SIZE, edge + rows * SIZE));
  if (!isSmall) figure.append(...coordinates(rows, cols, isTurned));
  if (isTurned) {
    figure.classList.add("turned");
    figure.setAttribute("width", String(width));
    figure.setAttribute("height", String(height));
  }
  return figure;
}
function positionFigure(board2, position, last, isSmall = false) {
  const { cols } = shape(board2);
  const edge = isSmall ? 2 : EDGE;
  const [discs = "", side] = position.split(" ");
  const figure = emptyFigure(board2, isSmall);
  const of = (symbol) => [...discs].flatMap((disc, index) => disc === symbol ? [squareName(Math.floor(index / cols), index % cols)] : []);
  if (isSmall) {
    figure.removeAttribute("role");
    figure.setAttribute("aria-hidden", "true");
  } else figure.setAttribute("aria-label", `Black on ${of("X").join(" ")}; White on ${of("O").join(" ")}; ${side === "X" ? "Black" : "White"} to move`);
  [...discs].forEach((symbol, index) => {
    if (symbol === "-") return;
    const [row, col] = [Math.floor(index / cols), index % cols];
    const at = { cx: edge + (col + 0.5) * SIZE, cy: edge + (row + 0.5) * SIZE };
    figure.append(svg("circle", { class: `stone ${symbol === "X" ? "black" : "white"}`, ...at, r: SIZE * 0.42 }));
    if (squareName(row, col) === last) figure.append(svg("circle", { class: "newest", ...at, r: SIZE * 0.11 }));
  });
  return figure;
}
function gridLine(x1, y1, x2, y2) {
  return svg("line", { class: "lines", x1, y1, x2, y2 });
}
function coordinates(rows, cols, isTurned) {
  const number = (at) => String(at + 1);
  const [across, down] = isTurned ? [number, columnLetter] : [columnLetter, number];
  const letters = Array.from(
    { length: cols },
    (_, col) => label(EDGE + (col + 0.5) * SIZE, EDGE - 8, across(col), { "text-anchor": "middle", class: "mark" })
  );
  const numbers = Array.from(
    { length: rows },
    (_, row) => label(EDGE - 8, EDGE + (row + 0.5) * SIZE + 4, down(row), { "text-anchor": "end", class: "mark" })
  );
  return [...letters, ...numbers];
}
function standalone(figure) {
  const [, , width = "0", height = "0"] = figure.getAttribute("viewBox")?.split(" ") ?? [];
  figure.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  figure.setAttribute("width", width);
  figure.setAttribute("height", height);
  for (const [selector, attributes] of Object.entries(LOOKS)) {
    for (const element of figure.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    }
  }
  const text = figure.getAttribute("aria-label");
  if (text) figure.prepend(svg("title", {}, text));
  return `<?xml version="1.0" encoding="UTF-8"?>
${new XMLSerializer().serializeToString(figure)}
`;
}

// src/exchange.ts
var Exchange = class {
  constructor(game2, open2, failed) {
    this.game = game2;
    this.open = open2;
    this.failed = failed;
    byId("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.read(byId("paste").value);
    });
    const file2 = byId("file");
    file2.addEventListener("change", () => {
      if (file2.files?.[0]) void this.readFile(file2.files[0]);
      file2.value = "";
    });
    byId("found").addEventListener("change", () => void this.choose(Number(byId("found").value)));
    byId("copy-link").addEventListener("click", () => void this.copy(new URL(game2.address(), location.href).href, "Link copied"));
    byId("copy-moves").addEventListener("click", () => void this.copy(game2.moves.slice(0, game2.cursor).join(" "), "Moves copied"));
    byId("save-picture").addEventListener("click", () => this.savePicture());
    this.takeDrops();
  }
  game;
  open;
  failed;
  found = [];
  /** Shows what can be had of the shown position. */
  show() {
    const { origin, scoring, moves, cursor } = this.game;
    const query = new URLSearchParams({ board: origin.board, scoring, moves: moves.slice(0, cursor).join("") });
    if (origin.start) query.set("start", origin.start);
    else query.set("position", origin.position ?? "");
    const name = `${origin.board}-${origin.start ?? "position"}-${cursor}`;
    for (const [id, path, ending] of [["save-ggf", "/api/game.ggf", "ggf"], ["save-obf", "/api/position.obf", "obf"]]) {
      const link = byId(id);
      link.href = `${path}?${query}`;
      link.download = `${name}.${ending}`;
      link.onclick = (event) => {
        const text = textOf(path, Object.fromEntries(query));
        if (!text) return;
        event.preventDefault();
        text.then((whole) => save(link.download, whole, "text/plain")).catch((error) => this.failed(String(error)));
      };
    }
    byId("copy-moves").disabled = cursor === 0;
  }
  takeDrops() {
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      const target = event.target;
      const file2 = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (!file2 && target.closest("textarea, input")) return;
      event.preventDefault();
      if (file2) void this.readFile(file2);
      else if (text) void this.read(text);
    });
  }
  async readFile(file2) {
    if (/\.wtb$/i.test(file2.name)) this.failed("WTHOR files hold thousands of games and are not read here: solve problems --source file:PATH reads them.");
    else await this.read(await file2.text());
  }
  /** Has the server read a text, and opens what it holds. */
  async read(text) {
    const { board: board2, start, position } = this.game.origin;
    const asked2 = { text, board: board2, ...start ? { start } : { position: position ?? "" } };
    try {
      this.found = (await send("/api/read", asked2)).found;
    } catch (error) {
      this.failed(error instanceof Error ? error.message : String(error));
      return;
    }
    const select = byId("found");
    select.replaceChildren(...this.found.map((one, index) => html("option", { value: index }, told2(one, index))));
    byId("found-box").hidden = this.found.length < 2;
    if (await this.choose(0)) byId("paste").value = "";
  }
  async choose(index) {
    const one = this.found[index];
    if (!one) return false;
    const query = { board: one.board, scoring: this.game.scoring };
    if (one.start) query["start"] = one.start;
    else query["position"] = one.position ?? "";
    if (one.moves) query["moves"] = one.moves.replaceAll(" ", "");
    return this.open(new URLSearchParams(query));
  }
  async copy(text, done) {
    const told3 = byId("shared");
    try {
      await navigator.clipboard.writeText(text);
      told3.textContent = done;
    } catch {
      byId("paste").value = text;
      byId("paste").select();
      told3.textContent = "Copy it from the field below";
    }
    setTimeout(() => told3.textContent = "", 4e3);
  }
  savePicture() {
    const { origin, ply, cursor } = this.game;
    const picture = standalone(positionFigure(origin.board, ply.position, ply.move));
    save(`${origin.board}-${cursor}.svg`, picture, "image/svg+xml");
  }
};
function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1e4);
}
function told2({ title, board: board2, moves }, index) {
  const plies = moves ? moves.split(" ").length : 0;
  const what = plies > 0 ? `${plies} plies on ${board2}` : `position on ${board2}`;
  return `${index + 1}. ${title ? `${title}, ` : ""}${what}`;
}

// src/kept.ts
var asked = null;
function kept() {
  asked ??= ask("/api/boards").catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}
async function allowed(milliseconds) {
  if (isAlone) return milliseconds;
  return kept().then((boards2) => Math.min(milliseconds, boards2.time_limit_ms), () => null);
}

// src/stored.ts
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
function store(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
  }
}

// src/keyboard.ts
var KEY = "letter-keys";
var STEPS = ".controls, #moves";
function installKeys(keys) {
  const everywhere = byId("letter-keys");
  everywhere.checked = stored(KEY) !== "board";
  everywhere.addEventListener("change", () => store(KEY, everywhere.checked ? "everywhere" : "board"));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target;
    if (isTyped(target)) return;
    if (event.key.length === 1 && !everywhere.checked && !target.closest("#board")) return;
    if ((event.key === "Home" || event.key === "End") && !target.closest(STEPS)) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
function isTyped(target) {
  return target.closest("input:not([type=checkbox]), textarea, select") !== null;
}

// src/moves.ts
var drawn = /* @__PURE__ */ new WeakMap();
function drawMoves(element, moves, cursor, jump2, instead = () => void 0) {
  const [before, now] = [drawn.get(element), { moves: JSON.stringify(moves), count: moves.length, cursor }];
  const isSamePly = before?.cursor === cursor && before.count === now.count;
  if (isSamePly && before.moves === now.moves) return;
  drawn.set(element, now);
  const entry = (ply, children, name, more = "") => {
    const button = html("button", { type: "button", class: `move${more}`, "aria-label": name }, ...children);
    if (ply === cursor) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => jump2(ply));
    return html("li", {}, button);
  };
  const first = entry(0, [html("span", { class: "name" }, "start")], "Start of the game", " start");
  const rest = moves.map(({ move, side, point, better }, index) => {
    const isKnown = point.lower === point.upper;
    const value = isKnown ? signed(point.lower) : "·";
    const children = [
      html("span", { class: "ply" }, String(index + 1)),
      html("span", { class: `dot ${side === "X" ? "black" : "white"}` }),
      html("span", { class: "name" }, move),
      html("span", { class: "after" }, value)
    ];
    let name = `Move ${index + 1}, ${sideName(side)} ${move}, ${isKnown ? `value for Black ${signed(point.lower)}` : "value not known"}`;
    if (point.lost > 0) {
      children.push(html("span", { class: "lost" }, `${MINUS}${point.lost}`));
      name += `, a mistake that lost ${point.lost}`;
    }
    const item = entry(index + 1, children, name, point.lost > 0 ? " wrong" : "");
    if (point.lost > 0 && better) {
      const says = `better: ${better}, in place of move ${index + 1}, ${move}: it loses nothing`;
      const button = html("button", { type: "button", class: "better", "aria-label": says, title: says }, "better: ", html("strong", {}, better));
      button.addEventListener("click", () => instead(index + 1, better));
      item.append(button);
    }
    return item;
  });
  const focused = [...element.children].findIndex((item) => item.contains(document.activeElement));
  const kind = document.activeElement?.classList.contains("better") ? ".better" : ".move";
  const scrolled = element.scrollTop;
  const wasInView = isInView(element, currentOf(element));
  element.replaceChildren(first, ...rest);
  const current = currentOf(element);
  const same = element.children[focused];
  if (focused >= 0) (isSamePly ? same?.querySelector(kind) ?? current : current)?.focus({ preventScroll: true });
  if (isSamePly) element.scrollTop = scrolled;
  const isLost = isSamePly ? wasInView && !isInView(element, current) : true;
  if (current && isLost) element.scrollTop = current.offsetTop - element.clientHeight / 2;
}
function currentOf(element) {
  return element.querySelector("[aria-current]");
}
function isInView(element, move) {
  if (!move) return false;
  const [list, own] = [element.getBoundingClientRect(), move.getBoundingClientRect()];
  return own.top >= list.top && own.bottom <= list.bottom;
}

// src/opponent.ts
var LEAST_MS = 450;
var Opponent = class {
  constructor(game2, play, changed, failed) {
    this.game = game2;
    this.play = play;
    this.changed = changed;
    this.failed = failed;
    for (const id of ["opponent", "opponent-side"]) {
      byId(id).addEventListener("change", () => {
        this.describe();
        this.changed();
      });
    }
  }
  game;
  play;
  changed;
  failed;
  thinking = null;
  get name() {
    return byId("opponent").value;
  }
  get side() {
    return byId("opponent-side").value === "X" ? "X" : "O";
  }
  /** Whether the opponent moves in the shown position. */
  get isToMove() {
    const isOver = this.game.record(this.game.ply.position)?.over ?? false;
    return this.name !== "" && this.game.isAtEnd && this.game.ply.side === this.side && !isOver;
  }
  /** Fills the list. */
  async install() {
    const players = await ask("/api/players");
    const select = byId("opponent");
    for (const player of players) {
      const option = html("option", { value: player.name }, player.title);
      option.dataset["about"] = player.about;
      select.append(option);
    }
    this.describe();
  }
  describe() {
    const chosen = byId("opponent").selectedOptions[0];
    byId("opponent-about").textContent = chosen?.dataset["about"] ?? "You move for both sides.";
    byId("opponent-side").disabled = this.name === "";
  }
  /** Stops thinking. */
  stop() {
    this.thinking?.abort();
    this.thinking = null;
    byId("thinking").hidden = true;
  }
  /** Answers if it is its turn. */
  async turn() {
    this.stop();
    if (!this.isToMove) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    byId("thinking").hidden = false;
    const pause = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    try {
      const query = this.game.query(this.game.ply.position, { player: this.name });
      const reply = await ask("/api/play", query, thinking.signal);
      await pause;
      while (!thinking.signal.aborted && !this.game.record(this.game.ply.position)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (thinking.signal.aborted) return;
      this.stop();
      if (reply.move) this.play(reply.move);
    } catch (error) {
      if (thinking.signal.aborted) return;
      this.stop();
      this.failed(error instanceof Error ? error.message : String(error));
    }
  }
};

// src/ending.ts
function endOf(done) {
  switch (done.reason) {
    case "solved":
      return "";
    case "time":
      return `The time limit came after ${seconds(done.seconds)}.`;
    case "stopped":
      return isAlone ? "The browser has no memory for this search." : "The server is ending.";
    case "busy":
      return "Others are waiting for the server.";
    case "table":
      return "A table is wrong about this position.";
  }
}

// src/state.ts
function isFinished(record2) {
  return record2.complete && record2.final !== null;
}
var Game = class {
  origin = { board: "4x8", start: "othello", position: null };
  scoring = "discs";
  plies = [];
  cursor = 0;
  /** Everything the server has told of positions, by position and scoring. */
  records = /* @__PURE__ */ new Map();
  values = /* @__PURE__ */ new Map();
  get ply() {
    const ply = this.plies[this.cursor];
    if (!ply) throw new Error("there is no such ply");
    return ply;
  }
  get isAtEnd() {
    return this.cursor === this.plies.length - 1;
  }
  get moves() {
    return this.plies.slice(1).map((ply) => ply.move ?? "");
  }
  key(position) {
    return `${this.origin.board} ${position} ${this.scoring}`;
  }
  /** What the server has told of a position, if it has. */
  record(position) {
    return this.records.get(this.key(position));
  }
  /** A move of a position that is proven to be best, if one is known. */
  best(position) {
    const known = this.record(position);
    return known?.moves.find((move) => move.move === known.line[0]) ?? known?.moves.find((move) => move.best);
  }
  /** What is known of a position's value, for the side to move there. */
  value(position) {
    return this.values.get(this.key(position));
  }
  /** Takes in what the server tells. */
  learn(record2) {
    this.records.set(this.key(record2.position), record2);
    this.learnValue(record2.position, record2);
    for (const move of record2.moves) this.learnValue(move.position, negated(move));
  }
  learnValue(position, value) {
    const known = this.value(position);
    const [width, before] = [value.upper - value.lower, known ? known.upper - known.lower : Infinity];
    const isNews = width < before || width === before && known?.unverified === true && !value.unverified;
    if (isNews) this.values.set(this.key(position), value);
  }
  /** The query that asks about a position of this game. */
  query(position, more = {}) {
    return { board: this.origin.board, position, scoring: this.scoring, ...more };
  }
  /** Reads a game from an address. */
  async load(parameters, signal) {
    const get = (name) => parameters.get(name) ?? "";
    const position = get("position") || null;
    const query = {};
    if (get("board")) query["board"] = get("board");
    if (position) query["position"] = position;
    else query["start"] = get("start") || "othello";
    query["moves"] = get("moves");
    query["scoring"] = get("scoring") || "discs";
    const record2 = await ask("/api/game", query, signal);
    signal.throwIfAborted();
    const first = record2.plies[0];
    if (!first) throw new Error("the game has no positions");
    this.origin = { board: record2.board, start: record2.start, position: record2.start ? null : first.position };
    this.scoring = record2.scoring;
    this.plies = record2.plies.map(({ move, position: position2, side }) => ({ move, position: position2, side }));
    for (const ply2 of record2.plies) this.learnValue(ply2.position, ply2);
    const ply = parameters.has("ply") ? Number(get("ply")) : this.plies.length - 1;
    this.cursor = Number.isInteger(ply) ? Math.min(Math.max(ply, 0), this.plies.length - 1) : 0;
  }
  /** Plays a move from the shown position. The same move as before keeps what follows; another one replaces it. */
  play(move) {
    const next = this.plies[this.cursor + 1];
    if (next?.move !== move.move) {
      this.plies.length = this.cursor + 1;
      const side = move.position.endsWith("X") ? "X" : "O";
      this.plies.push({ move: move.move, position: move.position, side });
    }
    this.cursor += 1;
  }
  /** The address that shows this. */
  address() {
    return explorerAt(this.parameters());
  }
  /** What that address holds. */
  parameters() {
    const query = new URLSearchParams({ board: this.origin.board });
    if (this.origin.start) query.set("start", this.origin.start);
    else query.set("position", this.origin.position ?? "");
    if (this.plies.length > 1) query.set("moves", this.moves.join(""));
    if (!this.isAtEnd) query.set("ply", String(this.cursor));
    if (this.scoring !== "discs") query.set("scoring", this.scoring);
    return query;
  }
};

// src/searching.ts
var PATIENCE_MS = 300;
var LONG = 2;
var ASIDE_MS = 3e3;
var MOST_EMPTIES = 40;
var NARROW = 4;
function isBeyond(board2, position) {
  const { rows, cols } = shape(board2);
  return isAlone && Math.min(rows, cols) > NARROW && position.split("-").length - 1 > MOST_EMPTIES;
}
var Searching = class {
  constructor(game2, learned, failed, announce2, leave2) {
    this.game = game2;
    this.learned = learned;
    this.failed = failed;
    this.announce = announce2;
    this.leave = leave2;
    byId("cancel").addEventListener("click", () => this.cancel());
    byId("again").addEventListener("click", () => this.again());
  }
  game;
  learned;
  failed;
  announce;
  leave;
  running = null;
  telling = 0;
  /** Positions whose search has ended without a value, so that it does not begin again by itself. */
  givenUp = /* @__PURE__ */ new Set();
  /** Stops whatever is going on. */
  stop() {
    this.running?.abort();
    this.running = null;
    byId("moves").removeAttribute("aria-busy");
    this.hideSearch();
  }
  hideSearch() {
    clearTimeout(this.telling);
    byId("search").hidden = true;
  }
  cancel() {
    this.givenUp.add(this.key());
    this.stop();
    this.tellEnd("The search was cancelled.");
    byId("again").focus();
  }
  again() {
    this.leave();
    void this.look(true);
  }
  key() {
    return `${this.game.origin.board} ${this.game.ply.position} ${this.game.scoring}`;
  }
  /** Looks at the shown position; `anew` also where a search was given up before. */
  async look(anew = false) {
    this.stop();
    byId("rest").hidden = true;
    if (anew) this.givenUp.delete(this.key());
    const running = new AbortController();
    this.running = running;
    byId("moves").setAttribute("aria-busy", "true");
    try {
      await this.known(running.signal);
      const record2 = this.game.record(this.game.ply.position);
      if (record2 && !isFinished(record2)) {
        if (this.givenUp.has(this.key())) this.tellRest(record2.complete ? "Perfect play is not known to its end." : "Not everything is proven here.");
        else if (isBeyond(record2.board, record2.position) && !anew) this.tellRest(`${record2.empties} empty squares are too many for a browser.`);
        else await this.search(running.signal);
      }
      await this.aside(running.signal);
      if (!running.signal.aborted) byId("moves").removeAttribute("aria-busy");
    } catch (error) {
      if (running.signal.aborted) return;
      this.stop();
      this.refused(error);
    }
  }
  async known(signal) {
    const position = this.game.ply.position;
    const before = this.game.record(position);
    if (before && isFinished(before)) return;
    const record2 = await ask("/api/position", this.game.query(position, { time_ms: "0" }), signal);
    this.game.learn(record2);
    this.learned();
  }
  async search(signal) {
    const key = this.key();
    byId("search-what").textContent = this.sought();
    byId("search-limits").textContent = byId("search-nodes").textContent = "";
    this.telling = window.setTimeout(() => byId("search").hidden = false, PATIENCE_MS);
    const listener = {
      position: (record2) => {
        if (signal.aborted) return;
        this.game.learn(record2);
        this.learned();
      },
      progress: (progress) => !signal.aborted && this.tell(progress),
      done: (done) => {
        if (signal.aborted) return;
        this.hideSearch();
        if (done.reason === "solved") {
          if (done.seconds > LONG) this.announce(`Proven: ${byId("verdict").textContent}.`);
          return;
        }
        this.givenUp.add(key);
        this.tellEnd(`${endOf(done)}${done.reason === "time" ? this.elsewhere() : ""}`);
      }
    };
    await follow(this.game.query(this.game.ply.position), listener, signal);
  }
  /** What is searched beside the moves. */
  sought() {
    return this.game.record(this.game.ply.position)?.complete ? "Searching for the rest of perfect play" : "Searching this position";
  }
  /** Finds the values of the game's other positions, the last first, when nothing else is to be done. */
  async aside(signal) {
    for (const ply of [...this.game.plies].reverse()) {
      const value = this.game.value(ply.position);
      const key = `aside ${this.game.origin.board} ${ply.position} ${this.game.scoring}`;
      const isKnown = value !== void 0 && value.lower === value.upper && !this.wantsBetter(ply);
      if (isKnown || this.givenUp.has(key) || isBeyond(this.game.origin.board, ply.position)) continue;
      this.givenUp.add(key);
      const time = await allowed(ASIDE_MS);
      const query = this.game.query(ply.position, time === null ? {} : { time_ms: String(time) });
      this.game.learn(await ask("/api/position", query, signal));
      if (signal.aborted) return;
      this.learned();
    }
  }
  /** Whether a mistake was made here, and what would have been better is not known. */
  wantsBetter(ply) {
    const next = this.game.plies[this.game.plies.indexOf(ply) + 1];
    const [value, after] = [this.game.value(ply.position), next && this.game.value(next.position)];
    if (!next || !value || !after) return false;
    return negated(after).upper < value.lower && this.game.best(ply.position) === void 0;
  }
  tell(progress) {
    const what = progress.waiting ? "Waiting for a free search" : progress.move ? `Searching ${progress.move}` : this.sought();
    byId("search-what").textContent = what;
    let limits = "";
    if (progress.lower !== null && progress.upper !== null) {
      const known = { outcome: progress.outcome, value: null, lower: progress.lower, upper: progress.upper, unverified: false };
      const { squares } = shape(this.game.origin.board);
      limits = isUnknown(known, squares) ? "" : verdict(forBlack(known, this.game.ply.side), squares);
    }
    byId("search-limits").textContent = limits;
    byId("search-nodes").textContent = progress.waiting ? "" : `${compact(progress.nodes)} nodes, ${seconds(progress.seconds)}, ${progress.phase}`;
  }
  /** How to find the value on a machine of one's own, where this page has no server and such a run can be expected to end. */
  elsewhere() {
    const { board: board2, start } = this.game.origin;
    const { position } = this.game.ply;
    if (!isAlone || isBeyond(board2, position)) return "";
    const scoring = this.game.scoring === "discs" ? "" : ` --scoring ${this.game.scoring}`;
    const moves = this.game.cursor > 0 ? ` --moves ${this.game.moves.slice(0, this.game.cursor).join("")}` : "";
    const asked2 = start ? `--board ${board2}${start === "othello" ? "" : ` --start ${start}`}${moves}` : `--position "${board2} ${position}"`;
    return ` On a machine of your own, with all its cores and more memory: solve ${asked2}${scoring}`;
  }
  tellRest(sentence) {
    byId("rest-what").textContent = sentence;
    byId("rest").hidden = false;
  }
  /** The same of a search that ended here and now. */
  tellEnd(sentence) {
    this.tellRest(sentence);
    this.announce(sentence);
  }
  refused(error) {
    if (error instanceof Refusal && error.status === 503) {
      this.tellEnd("The server is busy.");
      return;
    }
    if (error instanceof Unreachable) {
      this.tellEnd(error.message);
      return;
    }
    this.failed(error instanceof Error ? error.message : String(error));
  }
};

// src/setup.ts
var USUAL = ["4x4", "4x5", "4x6", "5x5", "4x8", "5x6", "4x10", "6x6", "4x12", "6x7", "8x8"];
var Setup = class {
  constructor(game2, open2, isEditing) {
    this.game = game2;
    this.open = open2;
    this.isEditing = isEditing;
    this.fill();
    for (const id of ["board-choice", "start-choice"]) byId(id).addEventListener("change", () => this.anew());
    for (const input of document.querySelectorAll("input[name=scoring]")) {
      input.addEventListener("change", () => this.rescored(input.value));
    }
  }
  game;
  open;
  isEditing;
  fill() {
    const select = byId("board-choice");
    const group = (label2, boards2) => {
      const options = boards2.map((board2) => html("option", { value: board2 }, board2.replace("x", " × ")));
      return html("optgroup", { label: label2 }, ...options);
    };
    const all = allBoards().sort((one, two) => shape(one).squares - shape(two).squares);
    select.append(group("Usual boards", USUAL), group("All boards", all.filter((board2) => !USUAL.includes(board2))));
  }
  /** Shows the game's own choices. */
  show() {
    byId("board-choice").value = this.game.origin.board;
    byId("start-choice").value = this.game.origin.start ?? "given";
    for (const input of document.querySelectorAll("input[name=scoring]")) {
      input.checked = input.value === this.game.scoring;
    }
  }
  anew() {
    const start = byId("start-choice").value;
    const board2 = byId("board-choice").value;
    const parameters = new URLSearchParams({ board: board2, start: start === "given" ? "othello" : start, scoring: this.game.scoring });
    if (this.isEditing()) parameters.set("edit", "1");
    void this.open(parameters);
  }
  rescored(scoring) {
    const parameters = this.game.parameters();
    parameters.set("scoring", scoring);
    void this.open(parameters);
  }
};

// src/theme.ts
var KEY2 = "theme";
var said = null;
function say(theme) {
  said = theme;
  store(KEY2, theme);
}
function wanted() {
  const theme = said ?? stored(KEY2);
  if (theme === "dark" || theme === "light") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
function apply() {
  const theme = wanted();
  document.documentElement.dataset["theme"] = theme;
  const button = byId("theme");
  button.setAttribute("aria-pressed", String(theme === "dark"));
}
function installTheme() {
  apply();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
  byId("theme").addEventListener("click", () => {
    say(wanted() === "dark" ? "light" : "dark");
    apply();
  });
}

// src/explore.ts
var STEP_MS = 700;
var game = new Game();
var board = new Board(byId("board"), (square) => editor.isOpen ? editor.put(square) : playMove(square), refuse);
var leave = () => board.focusGrid(true);
var searching = new Searching(game, show, complain, announce, leave);
var opponent = new Opponent(game, (move) => playMove(move, true, "same"), arrived, complain);
var openNew = (parameters) => open(parameters, "new");
var editor = new Editor(game, (parameters) => open(parameters), edited);
var setup = new Setup(game, openNew, () => editor.isOpen);
var exchange = new Exchange(game, openNew, complain);
var playingOut = null;
var isPerfectRun = false;
var opening = null;
function record() {
  return game.record(game.ply.position);
}
function points() {
  const { squares } = shape(game.origin.board);
  const values = game.plies.map((ply) => {
    const value = game.value(ply.position);
    return value ? forBlack(value, ply.side) : { lower: -squares, upper: squares };
  });
  return values.map(({ lower, upper }, ply) => {
    const before = values[ply - 1];
    const mover = game.plies[ply - 1]?.side;
    const isKnown = before !== void 0 && before.lower === before.upper && lower === upper;
    const change = isKnown ? lower - before.lower : 0;
    const lost = Math.max(0, mover === "X" ? -change : change);
    return { lower, upper, isUnknown: isUnknown({ lower, upper }, squares), lost, title: ply === 0 ? "Start" : `${ply}. ${game.plies[ply]?.move}` };
  });
}
function show() {
  document.querySelector("main.explore")?.classList.toggle("editing", editor.isOpen);
  byId("editor").hidden = !editor.isOpen;
  if (editor.isOpen) {
    showEdited();
    return;
  }
  const ply = game.ply;
  const known = record();
  const isOpen = !opponent.isToMove;
  const showsValues = byId("show-values").checked;
  const view = { board: game.origin.board, position: ply.position, record: known, last: ply.move, showsValues, isOpen };
  board.show(view);
  showVerdict(known, showsValues);
  const discs = countDiscs(ply.position);
  byId("count-black").textContent = String(discs.black);
  byId("count-white").textContent = String(discs.white);
  for (const side of ["X", "O"]) {
    byId(`count-${side}`).classList.toggle("to-move", ply.side === side && !known?.over);
  }
  const canPass = known?.moves[0]?.move === "pass" && isOpen;
  byId("pass").hidden = !canPass;
  byId("pass-value").textContent = canPass && showsValues && known?.moves[0] ? worth(known.moves[0], shape(game.origin.board).squares) : "";
  byId("undo").disabled = byId("first").disabled = game.cursor === 0;
  byId("redo").disabled = byId("last").disabled = game.isAtEnd;
  byId("best").disabled = byId("play-out").disabled = !nextPerfect();
  showGame(showsValues);
  showLine(known, showsValues);
}
function showEdited() {
  const { board: shown, position } = { board: game.origin.board, position: editor.position };
  board.show({ board: shown, position, record: void 0, last: null, showsValues: false, isOpen: true, isEdited: true });
  const discs = countDiscs(position);
  byId("count-black").textContent = String(discs.black);
  byId("count-white").textContent = String(discs.white);
  for (const side of ["X", "O"]) byId(`count-${side}`).classList.toggle("to-move", position.endsWith(side));
  byId("verdict").dataset["winner"] = "none";
  byId("verdict").textContent = "Edit the position";
  byId("detail").textContent = "Choose a disc, then its squares.";
  document.title = `Edit the position · ${shown} · solve explorer`;
}
function edited(sentence) {
  if (!editor.isOpen) return;
  if (sentence) announce(sentence);
  history.replaceState(null, "", editor.address());
  show();
}
function startEditing(entry) {
  stopPlayingOut();
  searching.stop();
  opponent.stop();
  if (entry === "new") history.pushState(null, "", location.href);
  setup.show();
  editor.begin();
}
function stopEditing() {
  editor.close();
  arrived();
  byId("edit").focus();
}
function showVerdict(known, showsValues) {
  const { squares } = shape(game.origin.board);
  const title = byId("verdict");
  const detail = byId("detail");
  const { side, position } = game.ply;
  const value = game.value(position);
  const black = value ? forBlack(value, side) : { outcome: null, value: null, lower: -squares, upper: squares, unverified: false };
  title.dataset["winner"] = black.lower > 0 ? "black" : black.upper < 0 ? "white" : "none";
  if (known?.over) {
    const discs = countDiscs(position);
    title.textContent = verdict(black, squares);
    detail.textContent = `The game is over: Black ${discs.black}, White ${discs.white}.`;
  } else if (!showsValues) {
    title.dataset["winner"] = "none";
    title.textContent = `${sideName(side)} to move`;
    detail.textContent = "Values are hidden.";
  } else {
    title.textContent = verdict(black, squares);
    const rest = isUnknown(black, squares) ? "Nothing is proven here yet" : black.lower === black.upper ? "So it ends if nobody errs from here on" : "That much is proven";
    const doubt = value?.unverified ? " It rests on entries of the table that nobody here has verified." : "";
    detail.textContent = `${sideName(side)} to move. ${rest}.${doubt}`;
  }
  document.title = `${title.textContent} · ${game.origin.board} · solve explorer`;
}
function showGame(showsValues) {
  const known = points();
  const hidden = known.map((point) => ({ ...point, lower: -1, upper: 1, isUnknown: true, lost: 0 }));
  const shown = showsValues ? known : hidden;
  byId("chart-box").hidden = !showsValues || game.plies.length === 1;
  drawChart(document.querySelector("#chart"), shown, game.cursor, jump);
  const moves = game.plies.slice(1).map((ply, index) => ({
    move: ply.move ?? "",
    side: game.plies[index]?.side ?? "X",
    point: shown[index + 1],
    better: game.best(game.plies[index]?.position ?? "")?.move
  }));
  drawMoves(byId("moves"), moves, game.cursor, jump, playInstead);
}
function showLine(known, showsValues) {
  const element = byId("line");
  const { squares } = shape(game.origin.board);
  if (!known || known.line.length === 0 || !showsValues) {
    const value = game.value(game.ply.position);
    const text = known?.over ? "The game is over." : value && !isUnknown(value, squares) ? "Not known to its end yet." : "Known once the value is.";
    element.replaceChildren(html("span", { class: "quiet" }, showsValues ? text : "Hidden with the values."));
    return;
  }
  let side = game.ply.side;
  const chips = known.line.map((move, index) => {
    const chip = html("li", { class: `chip ${side === "X" ? "black" : "white"}` }, move);
    chip.setAttribute("aria-label", `${index + 1}. ${sideName(side)} ${move}`);
    side = other(side);
    return chip;
  });
  const { final } = known;
  const end = final ? html("li", { class: "end", "aria-label": `Ends with Black ${final.black}, White ${final.white}` }, `ends ${final.black} : ${final.white}`) : html("li", { class: "end" }, "… not known further");
  element.replaceChildren(html("ol", { class: "chips", "aria-labelledby": "line-title" }, ...chips, end));
}
function nextPerfect() {
  return game.best(game.ply.position);
}
function arrived(entry = "same") {
  if (entry === "new") history.pushState(null, "", game.address());
  else history.replaceState(null, "", game.address());
  setup.show();
  exchange.show();
  show();
  void opponent.turn();
  void searching.look();
}
function announce(text) {
  byId("announce").textContent = text;
}
function complain(sentence) {
  byId("complaint-text").textContent = sentence;
  byId("complaint").hidden = sentence === "";
}
function refuse(square) {
  const why = !record() ? "The moves here are not known yet." : opponent.isToMove ? "Your opponent is to move." : `${sideName(game.ply.side)} cannot play ${square}.`;
  announce(why);
}
function playMove(name, isForced = false, entry = "new") {
  const move = record()?.moves.find((one) => one.move === name);
  if (!move || editor.isOpen || opponent.isToMove && !isForced) return;
  isPerfectRun = false;
  const mover = sideName(game.ply.side);
  game.play(move);
  complain("");
  const { squares } = shape(game.origin.board);
  const value = byId("show-values").checked ? `, ${worth(move, squares)}` : "";
  announce(move.move === "pass" ? `${mover} passes.` : `${mover} plays ${move.move}${value}.`);
  arrived(entry);
}
function playInstead(ply, name) {
  stopPlayingOut();
  game.cursor = ply - 1;
  playMove(name, true);
}
function jump(ply) {
  if (editor.isOpen) return;
  stopPlayingOut();
  isPerfectRun = false;
  game.cursor = Math.min(Math.max(ply, 0), game.plies.length - 1);
  const { move, side } = game.ply;
  announce(`${move ? `After move ${game.cursor}, ${move}` : "Start"}. ${sideName(side)} to move.`);
  arrived();
}
function playBest() {
  const move = nextPerfect();
  if (!move) return;
  playMove(move.move, true, isPerfectRun ? "same" : "new");
  isPerfectRun = true;
}
function stopPlayingOut() {
  if (playingOut !== null) clearInterval(playingOut);
  playingOut = null;
  byId("play-out").textContent = "Play out";
}
function togglePlayingOut() {
  if (playingOut !== null) {
    stopPlayingOut();
    return;
  }
  byId("play-out").textContent = "Stop";
  playBest();
  playingOut = window.setInterval(() => {
    if (record()?.over) stopPlayingOut();
    else playBest();
  }, STEP_MS);
}
async function open(parameters, entry = "same") {
  stopPlayingOut();
  isPerfectRun = false;
  opening?.abort();
  opening = new AbortController();
  const { signal } = opening;
  searching.stop();
  opponent.stop();
  try {
    await game.load(parameters, signal);
  } catch (error) {
    if (signal.aborted) return false;
    complain(error instanceof Error ? error.message : String(error));
    if (game.plies.length > 0 && !editor.isOpen) arrived();
    return false;
  }
  complain("");
  if (parameters.has("edit")) {
    startEditing(entry);
    return true;
  }
  editor.close();
  announce(`Board ${game.origin.board.replace("x", " by ")}. ${sideName(game.ply.side)} to move.`);
  arrived(entry);
  return true;
}
function install() {
  const clicks = {
    first: () => jump(0),
    undo: () => jump(game.cursor - 1),
    redo: () => jump(game.cursor + 1),
    last: () => jump(game.plies.length - 1),
    best: playBest,
    "play-out": togglePlayingOut,
    pass: () => {
      playMove("pass");
      leave();
    },
    edit: () => {
      startEditing("new");
      document.querySelector("input[name=edit-disc]:checked")?.focus();
    },
    "edit-cancel": stopEditing,
    "complaint-close": () => {
      complain("");
      leave();
    }
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  byId("show-values").addEventListener("change", show);
  const back = () => game.cursor > 0 && jump(game.cursor - 1);
  const forth = () => !game.isAtEnd && jump(game.cursor + 1);
  const put = (symbol) => () => {
    const square = document.activeElement?.dataset["square"];
    if (editor.isOpen && square) editor.put(square, symbol);
  };
  installKeys({
    u: back,
    r: forth,
    ArrowLeft: back,
    ArrowRight: forth,
    Home: () => jump(0),
    End: () => jump(game.plies.length - 1),
    b: () => !opponent.isToMove && !editor.isOpen && playBest(),
    p: () => playMove("pass"),
    g: () => board.focusGrid(),
    Escape: () => {
      stopPlayingOut();
      complain("");
    },
    x: put("X"),
    o: put("O"),
    "-": put("-")
  });
  addEventListener("pagehide", () => {
    stopPlayingOut();
    searching.stop();
    opponent.stop();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted && game.plies.length > 0 && !editor.isOpen) arrived();
  });
  addEventListener("popstate", () => void open(new URLSearchParams(location.search)));
}
async function usual() {
  const boards2 = await kept().catch(() => null);
  const isSolved = boards2?.starts.some((one) => one.board === "6x6" && one.start === "othello" && one.scoring === "discs" && one.value !== null);
  return new URLSearchParams({ board: isSolved ? "6x6" : "4x8" });
}
async function begin() {
  installTheme();
  install();
  void opponent.install().catch(() => void 0);
  const given = new URLSearchParams(location.search);
  const names = ["board", "position"].some((name) => given.has(name));
  const parameters = names ? given : new URLSearchParams([...await usual(), ...given]);
  if (!await open(parameters)) {
    const sentence = byId("complaint-text").textContent ?? "";
    await open(await usual());
    complain(sentence);
  }
}
void begin();
