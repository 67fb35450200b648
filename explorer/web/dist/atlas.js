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
function short(value, squares) {
  if (value.value !== null) return signed(value.value);
  const low = value.lower > -squares;
  const high = value.upper < squares;
  if (low && high) return `${signed(value.lower)}…${signed(value.upper)}`;
  if (high) return `≤${signed(value.upper)}`;
  if (low) return `≥${signed(value.lower)}`;
  return "?";
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
function atlasAt(query) {
  const page = isAlone ? "atlas.html" : "/atlas";
  return query.size > 0 ? `${page}?${query}` : page;
}
function gameAt(folder, name) {
  if (!isAlone) return `/${folder}/${name}`;
  return `${folder === "atlas" ? "game" : "boards"}.html?game=${name}`;
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

// src/geometry.ts
function shape(board) {
  const [rows = 0, cols = 0] = board.split("x").map(Number);
  return { rows, cols, squares: rows * cols };
}

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

// src/theme.ts
var KEY = "theme";
var said = null;
function say(theme) {
  said = theme;
  store(KEY, theme);
}
function wanted() {
  const theme = said ?? stored(KEY);
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

// src/atlas.ts
var SHAPES = {
  all: () => true,
  square: (rows, cols) => rows === cols,
  even: (rows, cols) => rows % 2 === 0 && cols % 2 === 0,
  odd: (rows, cols) => rows * cols % 2 === 1
};
function filterOf(address) {
  const query = new URLSearchParams(address);
  const one = (name, words, usual) => words.find((word) => word === query.get(name)) ?? usual;
  const most = Number(query.get("most") ?? "");
  return {
    start: one("start", STARTS, "othello"),
    scoring: one("scoring", SCORINGS, "discs"),
    shape: one("shape", Object.keys(SHAPES), "all"),
    most: Number.isInteger(most) && most > 0 ? most : null
  };
}
function addressOf(filter) {
  const query = new URLSearchParams();
  if (filter.start !== "othello") query.set("start", filter.start);
  if (filter.scoring !== "discs") query.set("scoring", filter.scoring);
  if (filter.shape !== "all") query.set("shape", filter.shape);
  if (filter.most !== null) query.set("most", String(filter.most));
  return atlasAt(query);
}
function chosen(games, filter) {
  const isShaped = SHAPES[filter.shape] ?? (() => true);
  return games.filter(({ board, start, scoring }) => {
    const { rows, cols, squares } = shape(board);
    return start === filter.start && scoring === filter.scoring && isShaped(rows, cols) && squares <= (filter.most ?? squares);
  });
}
var counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;
function summary(games) {
  if (games.length === 0) return "No board of the atlas is like that.";
  const count = (is) => games.filter(is).length;
  const draws = count(({ lower, upper }) => lower === 0 && upper === 0);
  const open = count(({ lower, upper }) => lower !== upper);
  const parts = [`Black wins on ${count(({ lower }) => lower > 0)}`, `White on ${count(({ upper }) => upper < 0)}`];
  if (draws > 0) parts.push(counted(draws, "draw"));
  if (open > 0) parts.push(`${open} not solved to the disc`);
  return `${counted(games.length, "board")}: ${parts.join(", ")}; ${counted(count((game) => wipesOut(game) !== null), "wipe-out")}.`;
}
function sides(games, of) {
  return [...new Set(games.map(({ board }) => of(board)))].sort((one, other) => one - other);
}
function header(scope, count) {
  const what = scope === "col" ? " columns" : " rows";
  return html("th", { scope }, String(count), html("span", { class: "visually-hidden" }, what));
}
function grid(games, filter) {
  const of = new Map(games.map((game) => [game.board, game]));
  const cols = sides(games, (board) => shape(board).cols);
  const corner = html("th", { class: "corner", scope: "col" }, html("span", { class: "visually-hidden" }, "Rows"), html("span", { "aria-hidden": "true" }, "↓ rows\n→ columns"));
  const lines = sides(games, (board) => shape(board).rows).map((rows) => {
    const cells = cols.map((col) => {
      const game = of.get(`${rows}x${col}`);
      return html("td", {}, ...game ? [worthLink(game)] : []);
    });
    return html("tr", {}, header("row", rows), ...cells);
  });
  const caption = `Value for Black, ${filter.start} start, scoring ${filter.scoring}`;
  const head = html("tr", {}, corner, ...cols.map((col) => header("col", col)));
  return html("table", { class: "atlas" }, html("caption", { class: "visually-hidden" }, caption), html("thead", {}, head), html("tbody", {}, ...lines));
}
function move(event) {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const step = steps[event.key];
  const cell = event.target.closest("td");
  const row = cell?.closest("tr");
  const table = cell?.closest("table");
  if (!step || !cell || !row || !table || event.ctrlKey || event.metaKey || event.altKey) return;
  let [at, across] = [row.rowIndex, cell.cellIndex];
  for (; ; ) {
    [at, across] = [at + step[0], across + step[1]];
    const next = table.rows[at]?.cells[across];
    if (!next) return;
    const link = next.querySelector("a");
    if (!link) continue;
    event.preventDefault();
    link.focus();
    return;
  }
}
var AtlasPage = class {
  constructor(games) {
    this.games = games;
    for (const field of [this.start, this.scoring, this.shape, this.most]) {
      field.addEventListener("change", () => this.changed());
    }
    byId("grid").addEventListener("keydown", move);
    addEventListener("popstate", () => this.show());
  }
  games;
  start = byId("start");
  scoring = byId("scoring");
  shape = byId("shape");
  most = byId("most");
  /** Shows what the address asks for. */
  show() {
    const filter = filterOf(location.search);
    this.start.value = filter.start;
    this.scoring.value = filter.scoring;
    this.shape.value = filter.shape;
    this.most.value = filter.most === null ? "" : String(filter.most);
    const games = chosen(this.games, filter);
    byId("lead").textContent = summary(games);
    byId("scoring-says").textContent = `Scoring ${SCORING_SAYS[filter.scoring]}.`;
    byId("grid").replaceChildren(...games.length > 0 ? [grid(games, filter)] : []);
    byId("grid").hidden = games.length === 0;
  }
  changed() {
    const query = new URLSearchParams({ start: this.start.value, scoring: this.scoring.value, shape: this.shape.value, most: this.most.value });
    const address = addressOf(filterOf(`?${query}`));
    if (new URL(address, location.href).href !== location.href) history.pushState(null, "", address);
    this.show();
  }
};
async function begin() {
  installTheme();
  try {
    const { games } = await ask("/api/atlas");
    new AtlasPage(games).show();
    byId("content").hidden = false;
  } catch (error) {
    byId("lead").textContent = error instanceof Error ? error.message : String(error);
  }
}
void begin();
