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
function compact(value) {
  for (const [unit2, size] of [["P", 1e15], ["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]]) {
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit2}`;
  }
  return String(value);
}
function tick(value) {
  const [amount, unit2] = compact(Number(value.toPrecision(3))).split(" ");
  return unit2 ? `${Number(amount)} ${unit2}` : String(amount);
}
function span(value) {
  for (const [unit2, size] of [["days", 2 * 86400], ["h", 5400], ["min", 90]]) {
    const length = unit2 === "days" ? 86400 : unit2 === "h" ? 3600 : 60;
    if (value >= size) return `${Number((value / length).toPrecision(3)).toLocaleString("en-US")} ${unit2}`;
  }
  return `${Number(value.toPrecision(value < 1 ? 1 : 2))} s`;
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
  told(told2) {
    const job = this.jobs[0];
    if (!job) return;
    if ("event" in told2) {
      if (job.isWanted && job.listener) tell(told2.event, told2.data, job.listener);
      return;
    }
    const { kind, text } = told2.answer;
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
async function askAgain(path, query, tag) {
  const response = await answered(path, query, { headers: tag ? { "if-none-match": tag } : {} });
  const date = Date.parse(response.headers.get("date") ?? "");
  const value = response.status === 304 ? null : await response.json();
  return { value, tag: response.headers.get("etag") ?? "", now: (Number.isNaN(date) ? Date.now() : date) / 1e3 };
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
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, attributes, children);
  return element;
}
function label(x, y, text, attributes = {}) {
  return svg("text", { x, y, ...attributes }, text);
}

// src/crew.ts
var UNSEEN = "before this server looked";
function table(name, heads, rows) {
  const head = html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text)));
  const lines = rows.map(([first, ...rest]) => html("tr", {}, html("th", { scope: "row" }, first ?? ""), ...rest.map((cell) => html("td", {}, cell))));
  const body = html("table", { class: "figures" }, html("thead", {}, head), html("tbody", {}, ...lines));
  return html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, body);
}
function standing(worker) {
  if (worker.withdrawn !== null) return html("span", { class: "wrong" }, `withdrawn: ${worker.withdrawn}`);
  if (worker.refuted > 0) return html("span", { class: "wrong" }, `${grouped(worker.refuted)} withdrawn`);
  return worker.rechecked > 0 ? `${grouped(worker.rechecked)} found again` : "";
}
function crewTable(details, ago) {
  if (details.crew.length === 0) return [html("p", { class: "quiet" }, "No job has ended yet.")];
  const rows = details.crew.map((worker) => [
    worker.name,
    grouped(worker.answered),
    grouped(worker.exceeded),
    compact(worker.nodes),
    worker.seconds > 0 ? compact(Math.round(worker.nodes / worker.seconds)) : "",
    ago(worker.seen, UNSEEN),
    grouped(worker.rechecks),
    standing(worker)
  ]);
  const heads = ["Worker", "Answered", "Over budget", "Nodes", "Nodes/s of a core", "Last answer", "Re-checks of others", "Its answers"];
  const rest = details.crew_size - details.crew.length;
  const more = rest > 0 ? [html("p", { class: "quiet" }, `And ${grouped(rest)} more that have searched less.`)] : [];
  return [table("Workers", heads, rows), ...more];
}
function coarse(seconds) {
  const step = seconds < 90 ? 10 : 60;
  return Math.round(seconds / step) * step;
}
function since(now) {
  return (moment, never) => moment === null ? never : now - moment < 15 ? "just now" : `${span(coarse(now - moment))} ago`;
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
function place(move) {
  const match = /^([a-z])(\d+)$/.exec(move);
  if (!match?.[1] || !match[2]) return null;
  return { row: Number(match[2]) - 1, col: match[1].charCodeAt(0) - 97 };
}

// src/figure.ts
var SIZE = 40;
var EDGE = 24;
function emptyFigure(board, isSmall, isTurned = false) {
  const { rows, cols } = shape(board);
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
function positionFigure(board, position, last, isSmall = false) {
  const { cols } = shape(board);
  const edge = isSmall ? 2 : EDGE;
  const [discs = "", side] = position.split(" ");
  const figure = emptyFigure(board, isSmall);
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
  const numbers2 = Array.from(
    { length: rows },
    (_, row) => label(EDGE - 8, EDGE + (row + 0.5) * SIZE + 4, down(row), { "text-anchor": "end", class: "mark" })
  );
  return [...letters, ...numbers2];
}

// src/games.ts
function times(board) {
  return board.replace("x", " × ");
}

// src/growth.ts
var WIDTH = 480;
var HEIGHT = 200;
var LEFT = 52;
var RIGHT = 14;
var TOP = 12;
var BOTTOM = 36;
var LINES = 4;
function rounded(value) {
  const size = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return size * ([1, 2, 2.5, 4, 5, 8, 10].find((factor) => factor * size >= value * 0.9999) ?? 10);
}
function unit(seconds) {
  if (seconds >= 7200) return ["core hours", 3600];
  return seconds >= 120 ? ["core minutes", 60] : ["core seconds", 1];
}
function growthChart(points, name, amount) {
  const last = points[points.length - 1] ?? { seconds: 0, answered: 0, nodes: 0 };
  const [work, size] = unit(last.seconds);
  const most = rounded(Math.max(amount(last), LINES));
  const reach = rounded(Math.max(last.seconds / size, 1e-3));
  const x = (seconds) => LEFT + (WIDTH - LEFT - RIGHT) * seconds / size / reach;
  const y = (value) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most;
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  chart.setAttribute("aria-label", `${name} by the work of all workers: ${compact(amount(last))} after ${span(last.seconds)} of one core`);
  for (let line = 0; line <= LINES; line++) {
    const [value, seconds] = [most * line / LINES, reach * size * line / LINES];
    chart.append(svg("line", { class: line === 0 ? "zero" : "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    chart.append(label(LEFT - 6, y(value) + 4, tick(value), { "text-anchor": "end" }));
    chart.append(label(x(seconds), HEIGHT - BOTTOM + 16, tick(reach * line / LINES), { "text-anchor": "middle" }));
  }
  const path = points.map((point, index) => `${index === 0 ? "M" : "L"}${x(point.seconds).toFixed(1)} ${y(amount(point)).toFixed(1)}`).join("");
  chart.append(svg("path", { class: "curve", d: path }));
  chart.append(svg("circle", { class: "point", cx: x(last.seconds), cy: y(amount(last)), r: 3 }));
  chart.append(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 4, `${work} of all workers together`, { "text-anchor": "middle", class: "axis" }));
  const middle = (HEIGHT - BOTTOM + TOP) / 2;
  chart.append(label(10, middle, name.toLowerCase(), { "text-anchor": "middle", class: "axis", transform: `rotate(-90 10 ${middle})` }));
  return chart;
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

// src/tree.ts
function key(moves) {
  return moves.join(" ");
}
var Tree = class {
  constructor(root) {
    this.root = root;
    const heads = ["Move", "Value", "To prove", "To disprove", "Needed", "State"];
    const head = html("div", { class: "branch head", "aria-hidden": "true" }, ...heads.map((text) => html("span", {}, text)));
    const top = html("ul", {});
    this.list.append(head, top, this.complaint);
    this.element.append(this.list, this.figure);
    const nowhere = { move: null, position: root.root, lower: 0, upper: 0, standing: "open", proof: null, disproof: null, need: null, split: true, jobs: 0 };
    const twig = this.grow([], nowhere);
    top.append(twig.item);
    this.list.addEventListener("keydown", (event) => this.pressed(event));
    this.point(twig);
    void this.open(twig);
  }
  root;
  element = html("div", { class: "tree" });
  list = html("div", { class: "branches" });
  figure = html("figure", { class: "pointed" });
  complaint = html("p", { class: "quiet", role: "status" });
  twigs = /* @__PURE__ */ new Map();
  pointed = "";
  /** Asks anew about everything that is open. */
  async refresh(root) {
    this.root = root;
    for (const twig of [...this.twigs.values()]) {
      if (twig.isOpen && this.twigs.get(key(twig.moves)) === twig) await this.load(twig);
    }
  }
  grow(moves, place2) {
    const button = html("button", { type: "button", class: "branch", "aria-expanded": "false" });
    const inside = html("div", { class: "inside", hidden: true });
    const item = html("li", {}, button, inside);
    const twig = { moves, place: place2, item, button, inside, isOpen: false, tag: "" };
    button.addEventListener("click", () => void (twig.isOpen ? this.close(twig) : this.open(twig)));
    for (const event of ["focus", "mouseenter"]) button.addEventListener(event, () => this.point(twig));
    this.twigs.set(key(moves), twig);
    button.dataset["moves"] = key(moves);
    this.label(twig);
    return twig;
  }
  /** The side that has made the last move. */
  mover(twig) {
    return twig.place.position.endsWith("X") ? "O" : "X";
  }
  label(twig) {
    const { place: place2, moves, button } = twig;
    const { squares } = shape(this.root.board);
    const value = { outcome: null, value: place2.lower === place2.upper ? place2.lower : null, lower: place2.lower, upper: place2.upper, unverified: false };
    const mover = this.mover(twig);
    const dot = html("span", { class: `dot ${mover === "X" ? "black" : "white"}`, "aria-hidden": "true" });
    const name = html("span", { class: "twig" }, ...moves.length > 0 ? [dot, html("span", { class: "visually-hidden" }, `${sideName(mover)} `), place2.move ?? ""] : ["the root"]);
    const cell = (what, text) => html("span", {}, html("span", { class: "visually-hidden" }, `, ${what} `), text);
    const need = place2.need === null || place2.standing === "decided" ? MINUS : `${Math.round(100 * place2.need)} %`;
    button.replaceChildren(
      name,
      cell("value", short(value, squares)),
      cell("to prove", effort(place2.proof, place2.disproof)),
      cell("to disprove", effort(place2.disproof, place2.proof)),
      cell("needed", need),
      cell("state", this.state(place2))
    );
  }
  /** What became of a position, in a word or two. */
  state({ standing: standing2, lower, upper, jobs }) {
    const { question } = this.root;
    if (standing2 === "over" || standing2 === "decided") {
      if (question !== null && lower >= question) return "yes";
      if (question !== null && upper < question) return "no";
      return standing2 === "over" ? "game over" : "decided";
    }
    if (standing2 === "exceeded") return "over budget";
    return standing2 === "open" && jobs > 0 ? "asked" : standing2;
  }
  async open(twig) {
    twig.isOpen = true;
    twig.button.setAttribute("aria-expanded", "true");
    await this.load(twig);
  }
  close(twig) {
    twig.isOpen = false;
    twig.tag = "";
    twig.button.setAttribute("aria-expanded", "false");
    twig.inside.hidden = true;
    twig.inside.replaceChildren();
    const below = twig.moves.length > 0 ? `${key(twig.moves)} ` : "";
    for (const [name, other] of this.twigs) {
      if (other !== twig && name.startsWith(below)) this.twigs.delete(name);
    }
  }
  async load(twig) {
    try {
      const fresh = await askAgain(`${this.root.address}/tree`, { moves: twig.moves.join("") }, twig.tag);
      this.complaint.textContent = "";
      if (fresh.value === null || !twig.isOpen) return;
      twig.tag = fresh.tag;
      this.fill(twig, fresh.value);
    } catch (error) {
      twig.tag = "";
      this.complaint.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  /** Shows what is inside of a position. What is open there stays open, and keeps the focus. */
  fill(twig, branch) {
    twig.place = { ...branch.place, move: twig.place.move };
    this.label(twig);
    const parts = [];
    if (branch.jobs.length > 0) parts.push(html("ul", { class: "jobs" }, ...branch.jobs.map((job) => this.job(job, branch.place))));
    if (branch.successors.length > 0) {
      const items = branch.successors.map((place2) => {
        const moves = [...twig.moves, place2.move ?? ""];
        const known = this.twigs.get(key(moves));
        if (!known) return this.grow(moves, place2).item;
        known.place = place2;
        this.label(known);
        return known.item;
      });
      parts.push(this.ordered(twig, items));
    }
    if (parts.length === 0) parts.push(html("p", { class: "quiet" }, "Nobody has asked about this position yet."));
    const before = twig.inside.querySelector(":scope > ul.places");
    if (before && parts.includes(before)) {
      for (const child of [...twig.inside.children]) if (child !== before) child.remove();
      for (const part of parts) if (part !== before) before.before(part);
    } else {
      twig.inside.replaceChildren(...parts);
    }
    twig.inside.hidden = false;
    if (this.pointed === key(twig.moves)) this.point(twig);
  }
  /** The list of successors; those that are in their place already are not touched. */
  ordered(twig, items) {
    const list = twig.inside.querySelector(":scope > ul.places") ?? html("ul", { class: "places" });
    for (const child of [...list.children]) if (!items.includes(child)) child.remove();
    const focused = document.activeElement;
    items.forEach((item, index) => {
      const there = list.children[index];
      if (there !== item) list.insertBefore(item, there ?? null);
    });
    if (focused && focused !== document.activeElement && list.contains(focused)) focused.focus();
    return list;
  }
  job(job, place2) {
    const side = sideName(place2.position.endsWith("X") ? "X" : "O");
    const found = job.found === "open" ? job.budget === 0 ? "split at once, as it is too large" : "not answered within its budget" : job.found.replace(">=", "≥ ").replace("<=", "≤ ").replace("-", MINUS);
    const by = job.worker === "unknown" ? "" : `, by ${job.worker}`;
    const took = job.budget > 0 ? `; ${compact(job.nodes)} nodes, ${span(job.seconds)}${by}` : "";
    const text = `At least ${String(job.asked).replace("-", MINUS)} for ${side}? ${found}${took}${job.counts ? "" : "; withdrawn"}`;
    return html("li", job.counts ? { title: `job ${job.job}` } : { class: "withdrawn", title: `job ${job.job}` }, text);
  }
  /** Draws the board of a position. */
  point(twig) {
    this.pointed = key(twig.moves);
    const { board, start, scoring, root } = this.root;
    const last = twig.moves[twig.moves.length - 1] ?? null;
    const side = sideName(twig.place.position.endsWith("X") ? "X" : "O");
    const empties = [...twig.place.position.split(" ")[0] ?? ""].filter((symbol) => symbol === "-").length;
    const query = new URLSearchParams(start ? { board, start, scoring } : { position: `${board} ${root}`, scoring });
    if (twig.moves.length > 0) query.set("moves", twig.moves.join(""));
    const path = twig.moves.length > 0 ? twig.moves.join(" ") : "The root";
    const link = html("a", { href: `/?${query}` }, "Explore it");
    const caption = html("figcaption", {}, html("strong", {}, path), html("br"), `${side} to move, ${empties} empty. `, link);
    this.figure.replaceChildren(positionFigure(board, twig.place.position, last && place(last) ? last : null), caption);
  }
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const buttons = [...this.list.querySelectorAll("button.branch")];
    const at = buttons.indexOf(event.target);
    const twig = this.twigs.get(buttons[at]?.dataset["moves"] ?? "?");
    if (at < 0 || !twig) return;
    const targets = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 };
    const target = targets[event.key];
    if (target !== void 0) {
      buttons[target]?.focus();
    } else if (event.key === "ArrowRight") {
      if (twig.isOpen) twig.inside.querySelector("button.branch")?.focus();
      else void this.open(twig);
    } else if (event.key === "ArrowLeft") {
      if (twig.isOpen && twig.moves.length > 0) this.close(twig);
      else this.twigs.get(key(twig.moves.slice(0, -1)))?.button.focus();
    } else {
      return;
    }
    event.preventDefault();
  }
};
function effort(number, other) {
  if (number === null) return other === null ? MINUS : "∞";
  return number >= 1e3 ? compact(number) : grouped(Math.round(number));
}

// src/campaigns.ts
var PAUSE = 3e3;
function sideOf(campaign) {
  return campaign.root.endsWith("X") ? "X" : "O";
}
function result(campaign) {
  const value = forBlack({ ...campaign, unverified: false }, sideOf(campaign));
  return verdict(value, shape(campaign.board).squares);
}
function about(campaign) {
  const what = campaign.mode === "wld" ? "who wins" : "who wins, and by how much";
  return `${times(campaign.board)}, ${campaign.start ? `${campaign.start} start` : campaign.root}, scoring ${campaign.scoring}: ${what}`;
}
function tile(listed) {
  const link = html("a", { class: "tile", href: `/campaigns/${encodeURIComponent(listed.name)}` });
  const { status } = listed;
  if (status) link.append(positionFigure(status.board, status.root, null, true));
  else link.append(html("div", {}));
  link.append(html("h2", {}, listed.name));
  if (!status) {
    link.append(html("p", { class: "quiet" }, listed.trouble ?? "The ledger is being read …"));
    return link;
  }
  const jobs = `${grouped(status.answered)} answers, ${compact(status.nodes)} nodes`;
  link.append(html("p", { class: "result" }, result(status)), html("p", { class: "quiet" }, `${about(status)}; ${jobs}${status.complete ? "; done" : ""}`));
  return link;
}
async function showList() {
  const { campaigns } = await ask("/api/campaigns");
  const lead = campaigns.length > 0 ? "Boards that are solved by many jobs, on one machine or many." : "This server watches no campaign. Start it with --campaign and the folder of one: solve explore --campaign DIR";
  if (byId("lead").textContent !== lead) byId("lead").textContent = lead;
  byId("content").replaceChildren(html("div", { class: "tiles" }, ...campaigns.map(tile)));
  if (campaigns.some((listed) => !listed.status && !listed.trouble)) setTimeout(() => void followList(), PAUSE);
}
async function followList() {
  try {
    await showList();
  } catch (error) {
    byId("lead").textContent = error instanceof Error ? error.message : String(error);
    setTimeout(() => void followList(), PAUSE);
  }
}
function facts(details, ago) {
  const side = sideName(sideOf(details));
  const core = details.nodes / Math.max(details.seconds, 1e-9);
  const seconds = details.seconds + details.recheck_seconds;
  const rechecks = details.recheck_seconds > 0 ? `, ${span(details.recheck_seconds)} of it for re-checks` : "";
  const all = [
    fact("Value so far", result(details), details.complete ? "The campaign is done." : ""),
    ...details.question === null ? [] : [fact("Question", `At least ${signed(details.question)} for ${side}?`, numbers(details))],
    fact("Jobs", `${grouped(details.answered)} answered`, `${grouped(details.exceeded)} over their budget of ${compact(details.budget)} nodes or more; ${grouped(details.split)} positions split without a job`),
    fact("Work", `${compact(details.nodes + details.recheck_nodes)} nodes`, `${Number((seconds / 3600).toPrecision(3)).toLocaleString("en-US")} core hours${rechecks}; ${compact(Math.round(core))} nodes/s of a core`),
    fact("Speed", ...speed(details)),
    fact("Last line", ago(details.written, "not known"))
  ];
  if (details.left) all.push(fact("Left for this question", ...left(details, core)));
  all.push(fact("Checks", ...checks(details)));
  return all;
}
function numbers({ proof, disproof, positions, left: estimate }) {
  const effort2 = (number) => number === null ? "∞" : compact(Math.round(number));
  const yes = estimate ? `; the answer is yes with ${Math.round(100 * estimate.yes)} %` : "";
  return `to prove ${effort2(proof)}, to disprove ${effort2(disproof)}${yes}; ${grouped(positions)} positions in the tree`;
}
function speed({ pace, complete }) {
  if (complete && !pace) return [MINUS, "nothing is left to do"];
  if (!pace) return ["not known yet", "the ledger has no times: it takes a minute of watching"];
  const time = `over ${span(pace.until - pace.from)} as watched here`;
  return [`${compact(Math.round(pace.nodes_per_second))} nodes/s`, `${compact(Math.round(pace.jobs_per_hour))} jobs/h, ${time}`];
}
function left({ left: estimate, pace }, core) {
  if (!estimate) return ["", ""];
  const { median, low, high } = estimate;
  const amount = (nodes) => compact(Math.round(nodes));
  const hours = (nodes) => span(nodes / core);
  const soon = pace && pace.nodes_per_second > 0 ? ` At the present speed ${span(median / pace.nodes_per_second)}.` : "";
  const interval = `80 % interval ${amount(low)} to ${amount(high)}; ${hours(median)} (${hours(low)} to ${hours(high)}) on one core.${soon}`;
  return [`about ${amount(median)} nodes`, `${interval} ${estimate.tested}`];
}
function checks(details) {
  const parts = [details.rechecked > 0 ? `${grouped(details.confirmed)} confirmed` : "no answer was looked for again by another worker"];
  if (details.inconclusive > 0) parts.push(`${grouped(details.inconclusive)} not found again in time`);
  if (details.withdrawn > 0) parts.push(`${grouped(details.withdrawn)} withdrawn`);
  return [details.rechecked > 0 ? `${grouped(details.rechecked)} answers again` : "none", parts.join(", ")];
}
function notices(campaign) {
  const all = [];
  const wrong = (text) => all.push(html("div", { class: "notice wrong" }, html("span", {}, text)));
  if (campaign.trouble) wrong(campaign.details ? `${campaign.trouble} What it said before is shown.` : campaign.trouble);
  if (campaign.left_out > 0) {
    const named = campaign.damaged.map(({ line, reason }) => `line ${line}: ${reason}`).slice(0, 5);
    const lines = campaign.left_out === 1 ? "line of the ledger is damaged and counts" : "lines of the ledger are damaged and count";
    wrong(`${grouped(campaign.left_out)} ${lines} for nothing (${named.join("; ")}${campaign.left_out > named.length ? "; …" : ""}). What they said is found again.`);
  }
  if (campaign.torn) all.push(html("div", { class: "notice" }, html("span", {}, "The last line of the ledger has no end: it is being written, or whoever wrote it was killed. It does not count.")));
  return all;
}
var Card = class {
  element;
  content;
  shown = "";
  constructor(title, tag = "div") {
    this.content = html(tag, tag === "dl" ? { class: "facts row" } : {});
    this.element = html("section", { class: "card", hidden: true }, html("h2", {}, title), this.content);
  }
  show(parts) {
    const text = parts.map((part) => part.outerHTML).join("");
    this.element.hidden = parts.length === 0;
    if (text === this.shown) return;
    this.shown = text;
    const scroll = this.content.querySelector(".scroll");
    const [across, hasFocus] = [scroll?.scrollLeft ?? 0, scroll !== null && scroll === document.activeElement];
    this.content.replaceChildren(...parts);
    const after = this.content.querySelector(".scroll");
    if (after) after.scrollLeft = across;
    if (hasFocus) after?.focus();
  }
};
var CampaignPage = class {
  address;
  notices = html("div", { class: "notices", role: "status" });
  facts = new Card("So far", "dl");
  growth = new Card("Answers and nodes");
  tree = html("section", { class: "card", hidden: true }, html("h2", {}, "The top of the tree"));
  crew = new Card("Workers");
  campaign = null;
  tag = "";
  branches = null;
  isAsking = false;
  constructor(name) {
    this.address = `/api/campaigns/${encodeURIComponent(name)}`;
    document.title = `${name} · solve explorer`;
    byId("title").textContent = name;
    const cards = [this.facts, this.growth].map((card) => card.element);
    byId("content").replaceChildren(this.notices, ...cards, this.tree, this.crew.element);
    document.addEventListener("visibilitychange", () => void this.follow());
    setInterval(() => void this.follow(), PAUSE);
  }
  /** Asks what is new, unless nobody sees the page. */
  async follow() {
    if (document.visibilityState !== "visible" || this.isAsking) return;
    this.isAsking = true;
    try {
      const fresh = await askAgain(this.address, {}, this.tag);
      this.tag = fresh.tag;
      this.campaign = fresh.value ?? this.campaign;
      if (this.campaign) this.show(this.campaign, since(fresh.now));
      if (fresh.value?.details) await this.showTree(fresh.value.details);
    } catch (error) {
      const isNone = error instanceof Refusal && error.status === 404;
      const said2 = isNone ? "No campaign of this name is shown here." : error instanceof Error ? error.message : String(error);
      const told2 = error instanceof Unreachable && this.campaign ? "The server does not answer; what it said last is shown." : said2;
      this.tell([html("div", { class: "notice wrong" }, html("span", {}, told2))]);
      if (!this.campaign) byId("lead").textContent = told2;
      this.tag = "";
    } finally {
      this.isAsking = false;
    }
  }
  show(campaign, ago) {
    const { details } = campaign;
    const lead = details ? about(details) : campaign.trouble ? "Nothing is known of this campaign." : "The ledger is being read …";
    if (byId("lead").textContent !== lead) byId("lead").textContent = lead;
    this.tell(notices(campaign));
    if (!details) return;
    this.facts.show(facts(details, ago));
    const hasWork = details.nodes > 0;
    const charts = html("div", { class: "charts" }, growthChart(details.growth, "Answers", (point) => point.answered), growthChart(details.growth, "Nodes", (point) => point.nodes));
    const note = html("p", { class: "quiet" }, "The ledger has no times of day, so the axis is the work of all workers, each job's time on one core.");
    this.growth.show(hasWork ? [charts, note] : []);
    this.crew.show(crewTable(details, ago));
  }
  /** Says what is wrong, once. */
  tell(parts) {
    const text = parts.map((part) => part.outerHTML).join("");
    if (this.notices.innerHTML !== text) this.notices.replaceChildren(...parts);
  }
  async showTree(details) {
    const { board, start, scoring, root, question } = details;
    const of = { address: this.address, board, start, scoring, root, question };
    if (this.branches) return this.branches.refresh(of);
    const side = sideName(sideOf(details));
    const about2 = `Values are for ${side}; numbers are the effort, in nodes as they are guessed, to prove that the answer is yes, and that it is no. The best move of the side to move comes first. Open a position with Enter or the right arrow.`;
    this.branches = new Tree(of);
    this.tree.append(html("p", { class: "quiet" }, about2), this.branches.element);
    this.tree.hidden = false;
  }
};
function nameIn(address) {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
async function begin() {
  installTheme();
  const match = /^\/campaigns\/([^/]+)$/.exec(location.pathname);
  try {
    if (match?.[1]) await new CampaignPage(nameIn(match[1])).follow();
    else await followList();
  } catch (error) {
    byId("lead").textContent = error instanceof Error ? error.message : String(error);
  }
}
void begin();
