// src/backend.ts
function tell(event, data, listener) {
  if (event === "position") listener.position(JSON.parse(data));
  if (event === "progress") listener.progress(JSON.parse(data));
  if (event === "done") listener.done(JSON.parse(data));
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
function grouped(value) {
  return value.toLocaleString("en-US");
}
function bytes(value) {
  for (const [unit, size] of [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]]) {
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit}`;
  }
  return `${value} bytes`;
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
  started(opening) {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", (message) => this.told(message.data));
    worker.addEventListener("error", () => this.fail("The solver has failed in this browser, perhaps for want of memory."));
    worker.postMessage(opening);
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
  const starts = games.map(({ board, start, scoring, lower, upper, line, final }) => {
    return { board, start, scoring, ...valueOf({ lower, upper }), line, final, certificates: [] };
  });
  return { starts, tables: [], time_limit_ms: MEANS.seconds * 1e3 };
}

// src/places.ts
var isAlone = document.querySelector('meta[name="explorer"]')?.content === "alone";
function explorerAt(query) {
  return `${isAlone ? "index.html" : "/"}?${query}`;
}
function atlasAt(query) {
  const page = isAlone ? "atlas.html" : "/atlas";
  return query.size > 0 ? `${page}?${query}` : page;
}
function gameAt(folder, name) {
  if (!isAlone) return `/${folder}/${name}`;
  return `${folder === "atlas" ? "game" : "boards"}.html?game=${name}`;
}
function nameHere() {
  if (isAlone) return new URLSearchParams(location.search).get("game") ?? "";
  return /^\/[a-z]+\/([^/]+)$/.exec(location.pathname)?.[1] ?? "";
}
function hereAt(ply) {
  const query = new URLSearchParams(location.search);
  if (ply === 0) query.delete("ply");
  else query.set("ply", String(ply));
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname;
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
function fact(name, value, more = "") {
  const rest = more ? [html("span", { class: "quiet more" }, more)] : [];
  return html("div", { class: "fact" }, html("dt", {}, name), html("dd", {}, value, ...rest));
}

// src/geometry.ts
function shape(board) {
  const [rows = 0, cols = 0] = board.split("x").map(Number);
  return { rows, cols, squares: rows * cols };
}
function columnLetter(col) {
  return String.fromCharCode(97 + col);
}
function squareName(row, col) {
  return `${columnLetter(col)}${row + 1}`;
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

// src/board.ts
var LEAST_REM = 2;
var NUMBERS_REM = 1.8;
var Board = class {
  constructor(element, play, refuse) {
    this.element = element;
    this.play = play;
    this.refuse = refuse;
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
  turns(board) {
    const { rows, cols } = shape(board);
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
  make(board, isTurned) {
    const { rows, cols } = shape(board);
    this.shown = board;
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
    const targets = {
      ArrowUp: to(Math.max(line - 1, 0), right),
      ArrowDown: to(Math.min(line + 1, down - 1), right),
      ArrowLeft: to(line, Math.max(right - 1, 0)),
      ArrowRight: to(line, Math.min(right + 1, across - 1)),
      Home: to(line, 0),
      End: to(line, across - 1)
    };
    const target = targets[event.key];
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

// src/games.ts
var STARTS = ["othello", "reversi", "reversi-rows"];
var SCORINGS = ["discs", "wof"];
var SCORING_SAYS = {
  discs: "discs: nobody gets empty squares, but the winner after a wipe-out",
  wof: "wof: the winner gets the empty squares"
};
function times(board) {
  return board.replace("x", " × ");
}
function nameOf({ board, start, scoring }) {
  return `${board}-${start}-${scoring}`;
}
function pageOf(folder, game) {
  return gameAt(folder, nameOf(game));
}
function namedBy(name) {
  const match = /^(\d+x\d+)-(othello|reversi|reversi-rows)-(discs|wof)$/.exec(name);
  if (!match?.[1] || !match[2] || !allBoards().includes(match[1])) return null;
  return { board: match[1], start: match[2], scoring: match[3] === "wof" ? "wof" : "discs" };
}
function walk({ board, start, scoring }, line, isAtEnd = false) {
  const query = new URLSearchParams({ board, start, scoring });
  if (line.length > 0) query.set("moves", line.join(""));
  if (line.length > 0 && !isAtEnd) query.set("ply", "0");
  return explorerAt(query);
}
function turnedOver({ board, start, scoring }) {
  const swapped = { reversi: "reversi-rows", "reversi-rows": "reversi" };
  return { board: board.split("x").reverse().join("x"), start: swapped[start] ?? start, scoring };
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
function drawMoves(element, moves, cursor, jump, instead = () => void 0) {
  const [before, now] = [drawn.get(element), { moves: JSON.stringify(moves), count: moves.length, cursor }];
  const isSamePly = before?.cursor === cursor && before.count === now.count;
  if (isSamePly && before.moves === now.moves) return;
  drawn.set(element, now);
  const entry = (ply, children, name, more = "") => {
    const button = html("button", { type: "button", class: `move${more}`, "aria-label": name }, ...children);
    if (ply === cursor) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => jump(ply));
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

// src/worth.ts
function wipesOut({ board, lower, upper }) {
  const { squares } = shape(board);
  if (lower === squares) return "black";
  return upper === -squares ? "white" : null;
}
function depth(value, squares) {
  const share = Math.abs(value) / squares;
  if (share === 1) return 4;
  return share > 0.5 ? 3 : share > 0.25 ? 2 : 1;
}
function look({ board, lower, upper }) {
  const kind = lower > 0 ? "win" : upper < 0 ? "loss" : lower === upper ? "draw" : "undecided";
  return lower === upper ? `worth ${kind} depth-${depth(lower, shape(board).squares)}` : `worth ${kind} open`;
}
function told2(game) {
  const { squares } = shape(game.board);
  const winner = wipesOut(game);
  if (winner) return `${winner === "black" ? "Black" : "White"} takes all ${squares} squares`;
  return verdict(valueOf(game), squares);
}
function worthLink(game, isHere = false) {
  const text = short(valueOf(game), shape(game.board).squares);
  const winner = wipesOut(game);
  const name = `${times(game.board)}, ${text}: ${told2(game)}`;
  const link = html("a", { class: look(game), href: pageOf("atlas", game), "aria-label": name, title: told2(game) }, text);
  if (winner) link.append(html("span", { class: `dot ${winner}` }));
  if (isHere) link.setAttribute("aria-current", "page");
  return link;
}

// src/game.ts
var isSame = (one, another) => nameOf(one) === nameOf(another);
function firstMoves(game) {
  const all = Object.entries(game.moves);
  const records = all.map(([move, [lower, upper]]) => {
    const best = all.every(([other2, limits]) => other2 === move || limits[1] <= lower);
    return { ...valueOf({ lower, upper }), best, move, position: "" };
  });
  return records.sort((one, another) => another.lower - one.lower || another.upper - one.upper);
}
var GamePage = class {
  constructor(game, plies, ply) {
    this.game = game;
    this.plies = plies;
    this.first = firstMoves(game);
    this.board = new Board(byId("board"), (square) => this.chosen(square));
    const clicks = {
      first: () => this.go(0),
      undo: () => this.go(this.cursor - 1),
      redo: () => this.go(this.cursor + 1),
      last: () => this.go(plies.length - 1)
    };
    for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
    const [back, forth] = [() => this.go(this.cursor - 1), () => this.go(this.cursor + 1)];
    installKeys({
      u: back,
      r: forth,
      ArrowLeft: back,
      ArrowRight: forth,
      Home: () => this.go(0),
      End: () => this.go(plies.length - 1),
      g: () => this.board.focusGrid()
    });
    this.cursor = this.within(ply);
    this.show();
  }
  game;
  plies;
  cursor = 0;
  board;
  first;
  get ply() {
    const ply = this.plies[this.cursor];
    if (!ply) throw new Error("there is no such ply");
    return ply;
  }
  within(ply) {
    return Number.isInteger(ply) ? Math.min(Math.max(ply, 0), this.plies.length - 1) : 0;
  }
  /** What the squares say: all first moves at the start, and later the next one of the line. */
  moves() {
    if (this.cursor === 0) return this.first;
    const next = this.game.line[this.cursor];
    if (next === void 0) return [];
    const value = this.ply.side === "X" ? valueOf(this.game) : negated(valueOf(this.game));
    return [{ ...value, best: true, move: next, position: "" }];
  }
  /** The next move of the line goes on; another first move is for the explorer, which knows what follows. */
  chosen(square) {
    if (this.game.line[this.cursor] === square) this.go(this.cursor + 1);
    else location.assign(walk(this.game, [square], true));
  }
  go(ply) {
    const before = this.cursor;
    this.cursor = this.within(ply);
    if (this.cursor === before) return;
    history.replaceState(null, "", hereAt(this.cursor));
    this.show();
  }
  /** Says which ply is shown. */
  announce() {
    const { move, side } = this.ply;
    const done = move ? `${this.cursor}. ${sideName(other(side))} ${move === "pass" ? "passes" : `plays ${move}`}.` : "Start.";
    const { black, white } = countDiscs(this.ply.position);
    const rest = this.isOver ? `The game is over: Black ${black}, White ${white}.` : `${sideName(side)} to move.`;
    byId("announce").textContent = `${done} ${rest}`;
  }
  get isOver() {
    return this.cursor > 0 && this.cursor === this.game.line.length;
  }
  show() {
    const { position, move, side } = this.ply;
    this.board.show({ board: this.game.board, position, record: { moves: this.moves() }, last: move, showsValues: true, isOpen: true });
    const discs = countDiscs(position);
    byId("count-black").textContent = String(discs.black);
    byId("count-white").textContent = String(discs.white);
    for (const one of ["X", "O"]) byId(`count-${one}`).classList.toggle("to-move", side === one && !this.isOver);
    byId("undo").disabled = byId("first").disabled = this.cursor === 0;
    byId("redo").disabled = byId("last").disabled = this.cursor === this.plies.length - 1;
    this.showLine();
    this.announce();
  }
  showLine() {
    const { lower, upper } = this.game;
    const moves = this.game.line.map((move, index) => ({
      move,
      side: this.plies[index]?.side ?? "X",
      point: { lower, upper, isUnknown: false, lost: 0, title: move }
    }));
    if (moves.length > 0) drawMoves(byId("moves"), moves, this.cursor, (ply) => this.go(ply));
  }
};
function facts(game, games) {
  const { line, final, certificate } = game;
  const passes = line.flatMap((move, index) => move === "pass" ? [String(index + 1)] : []);
  const all = [fact("Value", told2(game), wipesOut(game) ? "a wipe-out: the loser has no disc left" : "")];
  if (final) {
    all.push(fact("Discs at the end", `Black ${final.black}, White ${final.white}`));
    all.push(fact("Plies", `${line.length}${passes.length ? `, passes at ${passes.join(", ")}` : ""}`));
  }
  all.push(fact("Scoring", SCORING_SAYS[game.scoring]));
  const twin = games.find((one) => isSame(one, turnedOver(game)));
  if (game.nodes > 0) all.push(fact("Search", `${grouped(game.nodes)} nodes`, "by one thread that knew nothing before, for the value, the first moves and the line"));
  else if (twin) all.push(fact("Search", "none", html("span", {}, "the game is another one turned over: ", html("a", { href: pageOf("atlas", twin) }, `${times(twin.board)}, ${twin.start} start`))));
  if (certificate) {
    const checked = `The independent checker has read it: ${grouped(certificate.leaves)} leaves, ${grouped(certificate.searched)} positions searched.`;
    all.push(fact("Certificate", `${bytes(certificate.bytes)}`, checked), fact("Its SHA-256", "", certificate.sha256));
  } else all.push(fact("Certificate", "none", game.nodes > 0 ? "" : "that of the other game proves this value too"));
  return all;
}
function moveTable(game) {
  const { squares } = shape(game.board);
  const rows = firstMoves(game).map((move) => {
    const link = html("a", { href: walk(game, [move.move], true) }, move.move);
    const best = [html("span", { class: "star", "aria-hidden": "true" }, " ★"), html("span", { class: "visually-hidden" }, ", best move")];
    const says = html("td", {}, worth(move, squares), ...move.best ? best : []);
    return html("tr", {}, html("th", { scope: "row" }, link), html("td", {}, short(move, squares)), says);
  });
  const head = html("tr", {}, ...["Move", "For Black", "Black"].map((text) => html("th", { scope: "col" }, text)));
  return html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
}
function relatives(game, games) {
  const head = html("tr", {}, ...["Start", ...SCORINGS].map((text) => html("th", { scope: "col" }, text)));
  const rows = STARTS.map((start) => {
    const cells = SCORINGS.map((scoring) => {
      const one = games.find((other2) => isSame(other2, { board: game.board, start, scoring }));
      return html("td", {}, ...one ? [worthLink(one, one === game)] : []);
    });
    return html("tr", {}, html("th", { scope: "row" }, start), ...cells);
  });
  return html("table", { class: "atlas" }, html("thead", {}, head), html("tbody", {}, ...rows));
}
async function show(game, games) {
  const title = `${times(game.board)}, ${game.start} start, scoring ${game.scoring}`;
  document.title = `${title} · solve explorer`;
  byId("title").textContent = title;
  const { start, scoring } = game;
  byId("back").href = atlasAt(new URLSearchParams({ start, scoring }));
  byId("walk").href = walk(game, game.line);
  byId("facts").replaceChildren(...facts(game, games));
  byId("first-moves").replaceChildren(moveTable(game));
  byId("relatives").replaceChildren(relatives(game, games));
  const isKnown = game.line.length > 0;
  for (const id of ["steps", "line-card"]) byId(id).hidden = !isKnown;
  const record = await ask("/api/game", { board: game.board, start, scoring, moves: game.line.join("") });
  const plies = record.plies.map(({ move, position, side }) => ({ move, position, side }));
  new GamePage(game, plies, Number(new URLSearchParams(location.search).get("ply") ?? 0));
  byId("lead").textContent = isKnown ? `${told2(game)} if nobody errs.` : `${told2(game)}. The game is not solved to the disc.`;
  byId("content").hidden = false;
}
async function begin() {
  installTheme();
  try {
    const { games } = await ask("/api/atlas");
    const name = namedBy(nameHere());
    const game = name && games.find((one) => isSame(one, name));
    if (game) await show(game, games);
    else byId("lead").textContent = "The atlas has no such game. Its table lists those that it has.";
  } catch (error) {
    byId("lead").textContent = error instanceof Error ? error.message : String(error);
  }
}
void begin();
