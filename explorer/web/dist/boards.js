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
function grouped(value) {
  return value.toLocaleString("en-US");
}
function compact(value) {
  for (const [unit, size] of [["P", 1e15], ["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]]) {
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit}`;
  }
  return String(value);
}
function tick(value) {
  const [amount, unit] = compact(Number(value.toPrecision(3))).split(" ");
  return unit ? `${Number(amount)} ${unit}` : String(amount);
}
function bytes(value) {
  for (const [unit, size] of [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]]) {
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit}`;
  }
  return `${value} bytes`;
}
function seconds(value) {
  return value < 60 ? `${value.toFixed(1)} s` : `${Math.floor(value / 60)} min ${Math.floor(value % 60)} s`;
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
function explorerAt(query) {
  return `${isAlone ? "index.html" : "/"}?${query}`;
}
function gameAt(folder, name) {
  if (!isAlone) return `/${folder}/${name}`;
  return `${folder === "atlas" ? "game" : "boards"}.html?game=${name}`;
}
function nameHere() {
  if (isAlone) return new URLSearchParams(location.search).get("game") ?? "";
  return /^\/[a-z]+\/([^/]+)$/.exec(location.pathname)?.[1] ?? "";
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
function follow(query, listener, signal) {
  return backend.follow(query, listener, signal);
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

// src/bars.ts
var WIDTH = 560;
var HEIGHT = 200;
var LEFT = 46;
var BOTTOM = 34;
var TOP = 10;
function barChart(counts) {
  const most = Math.max(...counts, 10);
  const decades = Math.ceil(Math.log10(most));
  const y = (count) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * Math.log10(Math.max(count, 1)) / decades;
  const chart = svg("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  chart.setAttribute("aria-label", `Positions by number of empty squares: ${counts.map((count, empties) => `${empties}: ${grouped(count)}`).filter((_, at) => counts[at]).join(", ")}`);
  for (let decade = 0; decade <= decades; decade += decades > 6 ? 2 : 1) {
    const at = y(10 ** decade);
    chart.append(svg("line", { class: "grid", x1: LEFT, x2: WIDTH, y1: at, y2: at }));
    chart.append(label(LEFT - 6, at + 4, tick(10 ** decade), { "text-anchor": "end" }));
  }
  const first = Math.max(0, counts.findIndex((count) => count > 0));
  const step = (WIDTH - LEFT) / Math.max(counts.length - first, 1);
  const every = [1, 2, 5, 10].find((size) => step * size >= 22) ?? 10;
  counts.slice(first).forEach((count, index) => {
    const x = LEFT + index * step;
    if (count > 0) {
      const bar = svg("rect", { class: "bar", x: x + step * 0.12, y: y(count), width: step * 0.76, height: HEIGHT - BOTTOM - y(count) });
      bar.append(svg("title", {}, `${grouped(count)} positions with ${first + index} empty squares`));
      chart.append(bar);
    }
    if ((first + index) % every === 0) {
      chart.append(label(x + step / 2, HEIGHT - BOTTOM + 16, String(first + index), { "text-anchor": "middle" }));
    }
  });
  chart.append(label((LEFT + WIDTH) / 2, HEIGHT - 3, "empty squares", { "text-anchor": "middle", class: "axis" }));
  chart.append(label(10, HEIGHT / 2, "positions", { "text-anchor": "middle", class: "axis", transform: `rotate(-90 10 ${HEIGHT / 2})` }));
  return chart;
}

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

// src/geometry.ts
function shape(board) {
  const [rows = 0, cols = 0] = board.split("x").map(Number);
  return { rows, cols, squares: rows * cols };
}
function columnLetter(col) {
  return String.fromCharCode(97 + col);
}
function place(move) {
  const match = /^([a-z])(\d+)$/.exec(move);
  if (!match?.[1] || !match[2]) return null;
  return { row: Number(match[2]) - 1, col: match[1].charCodeAt(0) - 97 };
}
function centre(board) {
  const { rows, cols } = shape(board);
  const [row, col] = [Math.floor((rows - 2) / 2), Math.floor((cols - 2) / 2)];
  return [0, 1, 2, 3].map((index) => ({ row: row + Math.floor(index / 2), col: col + index % 2 }));
}
function allBoards() {
  const boards2 = [];
  for (let rows = 3; rows * 3 <= 64; rows++) {
    for (let cols = 3; rows * cols <= 64; cols++) boards2.push(`${rows}x${cols}`);
  }
  return boards2;
}

// src/figure.ts
var SIZE = 40;
var EDGE = 24;
var LEAST = 26;
var CENTRE = {
  othello: ["white", "black", "black", "white"],
  reversi: ["black", "white", "black", "white"],
  "reversi-rows": ["black", "black", "white", "white"]
};
function turns(board) {
  const { rows, cols } = shape(board);
  return cols > rows && innerHeight > innerWidth && innerWidth * SIZE / (cols * SIZE + 2 * EDGE) < LEAST;
}
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
function gameFigure(board, start, line, isSmall = false) {
  const edge = isSmall ? 2 : EDGE;
  const { rows, cols } = shape(board);
  const isTurned = !isSmall && turns(board);
  const figure = emptyFigure(isTurned ? `${cols}x${rows}` : board, isSmall, isTurned);
  figure.setAttribute("aria-label", `A perfect game on ${rows} by ${cols}: ${line.join(" ") || "not known"}`);
  const disc = (row, col, colour, text) => {
    const [right, down] = isTurned ? [row, col] : [col, row];
    const [x, y] = [edge + (right + 0.5) * SIZE, edge + (down + 0.5) * SIZE];
    figure.append(svg("circle", { class: `stone ${colour}`, cx: x, cy: y, r: SIZE * 0.42 }));
    if (text) figure.append(label(x, y + 5, text, { class: `on-${colour}`, "text-anchor": "middle" }));
  };
  centre(board).forEach(({ row, col }, index) => {
    const colour = CENTRE[start]?.[index];
    if (colour) disc(row, col, colour, "");
  });
  line.forEach((move, index) => {
    const square = place(move);
    if (square) disc(square.row, square.col, index % 2 === 0 ? "black" : "white", String(index + 1));
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

// src/games.ts
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

// src/boards.ts
var QUICK = ["4x4", "4x5", "4x6", "5x5", "4x8", "4x10"];
function card(record) {
  const { squares } = shape(record.board);
  const isSolved = record.value !== null;
  const link = html("a", { class: "tile", href: pageOf("boards", record) });
  link.append(
    gameFigure(record.board, record.start, record.line, true),
    html("h2", {}, times(record.board)),
    html("p", { class: "result" }, verdict(record, squares)),
    html("p", { class: "quiet" }, `${record.start} start, scoring ${record.scoring}${isSolved ? "" : ", not solved"}`)
  );
  return link;
}
function showList(boards2, isAstray) {
  document.title = "Boards · solve explorer";
  byId("title").textContent = "Boards";
  const listed = boards2.starts.filter((one) => !isAlone || one.start === "othello" && one.scoring === "discs");
  const solved = listed.filter((record) => record.value !== null);
  const rest = listed.filter((record) => record.value === null);
  const lead = solved.length > 0 ? "Positions from which all play is known. Values are for Black, who moves first." : "The tables here hold no solved start yet. The solver finds these in moments:";
  byId("lead").textContent = isAstray ? `There is no board of that name. ${lead}` : lead;
  const tiles = html("div", { class: "tiles" });
  tiles.append(...[...solved, ...rest].map(card));
  if (solved.length === 0) {
    tiles.append(
      ...QUICK.map((board) => {
        const link = html("a", { class: "tile", href: pageOf("boards", { board, start: "othello", scoring: "discs" }) });
        link.append(gameFigure(board, "othello", [], true), html("h2", {}, times(board)), html("p", { class: "quiet" }, "othello start"));
        return link;
      })
    );
  }
  byId("content").replaceChildren(tiles, ...tableSection(boards2.tables));
}
function tableSection(tables) {
  if (tables.length === 0) return [];
  const head = html("tr", {}, ...["Board", "Scoring", "Holds", "Positions", "Exact", "On the disk"].map((text) => html("th", { scope: "col" }, text)));
  const rows = tables.map((table) => {
    const kind = table.kind === "whole" ? `every position from ${table.start}` : "proven bounds";
    const counts = table.counts;
    const cells = counts ? [grouped(counts.entries), grouped(counts.exact), bytes(counts.bytes)] : ["being counted", "", ""];
    return html("tr", {}, html("th", { scope: "row" }, times(table.board)), ...[table.scoring, kind, ...cells].map((text) => html("td", {}, text)));
  });
  const body = html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows));
  return [html("h2", {}, "Tables"), html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Tables" }, body)];
}
function showBoard(name, boards2) {
  const title = `${times(name.board)}, ${name.start} start`;
  document.title = `${title} · solve explorer`;
  byId("title").textContent = title;
  const record = boards2.starts.find((one) => one.board === name.board && one.start === name.start && one.scoring === name.scoring);
  const content = byId("content");
  const result = html("section", { class: "card result-card" });
  content.replaceChildren(result, ...certificates(record), ...statistics(name, boards2));
  if (record && record.value !== null && record.final) {
    showResult(result, name, record);
    return;
  }
  byId("lead").textContent = lacking(name, record);
  const told2 = html("p", { class: "quiet", role: "status" });
  const isValued = record !== void 0 && record.value !== null;
  const button = html("button", { type: "button", class: "primary" }, isValued ? "Find a perfect game" : "Solve it now");
  button.addEventListener("click", () => {
    button.disabled = true;
    void solve(name, told2, result).finally(() => button.disabled = false);
  });
  result.replaceChildren(gameFigure(name.board, name.start, record?.line ?? []), html("div", {}, button, told2));
}
function lacking(name, record) {
  if (!record) return "This start is not in the tables here. The solver can look for its value.";
  const known = verdict(record, shape(name.board).squares);
  if (record.value === null) return `${known}: the tables here know no more. The solver can look for its value.`;
  return `${known} if nobody errs. The tables here do not know a perfect game to its end; the solver can look for the rest.`;
}
async function solve(name, told2, result) {
  const stop = new AbortController();
  addEventListener("pagehide", () => stop.abort(), { once: true });
  const query = { board: name.board, start: name.start, scoring: name.scoring };
  let last = null;
  const finished = () => {
    if (last && last.value !== null && last.final) {
      showResult(result, name, last);
      return true;
    }
    return false;
  };
  try {
    await follow(query, {
      position: (record) => {
        last = record;
        if (finished()) stop.abort();
        else if (record.value !== null) byId("lead").textContent = `${verdict(record, shape(name.board).squares)} if nobody errs.`;
      },
      progress: (progress) => {
        told2.textContent = progress.waiting ? "Waiting for a free search" : `${compact(progress.nodes)} nodes, ${seconds(progress.seconds)}, ${progress.phase}`;
      },
      done: (done) => {
        if (!finished()) told2.textContent = endOf(done) || "A perfect game is not known to its end.";
      }
    }, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) told2.textContent = error instanceof Error ? error.message : String(error);
    else if (!finished()) told2.textContent = "The search ended when the page was left.";
  }
}
function showResult(result, name, record) {
  const { squares } = shape(name.board);
  const { line, final } = record;
  byId("lead").textContent = `${verdict(record, squares)} if nobody errs.`;
  const passes = line.flatMap((move, index) => move === "pass" ? [String(index + 1)] : []);
  const facts = html("dl", { class: "facts" });
  facts.append(fact("Value for Black", verdict(record, squares)));
  if (final) facts.append(fact("Discs at the end", `Black ${final.black}, White ${final.white}`));
  facts.append(fact("Scoring", SCORING_SAYS[name.scoring]));
  facts.append(fact("Plies", `${line.length}${passes.length ? `, passes at ${passes.join(", ")}` : ""}`));
  const link = html("a", { class: "button primary", href: walk(name, line) }, "Walk through it");
  const moves = html("p", { class: "moves-text" }, line.join(" "));
  const side = html("div", {}, facts, html("h2", {}, "A perfect game"), moves, link);
  result.replaceChildren(html("figure", {}, gameFigure(name.board, name.start, line), html("figcaption", {}, "Each disc has the number of the ply on which its square was taken, and the colour that took it. Discs without a number stand there at the start.")), side);
}
function certificates(record) {
  if (!record || record.certificates.length === 0) return [];
  const items = record.certificates.map((one) => {
    const link = html("a", { href: `/certificates/${one.name}`, download: one.name }, one.name);
    return html("li", {}, link, ` (${bytes(one.bytes)}) claims: ${one.claim}.`);
  });
  const about = html("p", { class: "quiet" }, "This server has not checked them: solve check does, and shares no code with the search.");
  return [html("section", { class: "card" }, html("h2", {}, "Certificates"), html("ul", {}, ...items), about)];
}
function statistics(name, boards2) {
  const wide = (board) => {
    const { rows, cols } = shape(board);
    return rows > cols ? `${cols}x${rows}` : board;
  };
  const tables = boards2.tables.filter((table) => table.board === wide(name.board) && table.scoring === name.scoring && (table.start === null || table.start === name.start));
  return tables.flatMap((table) => {
    const counts = table.counts;
    if (!counts) return [];
    const title = table.kind === "whole" ? "Every position" : "Proven positions in the table";
    const facts = html("dl", { class: "facts row" });
    facts.append(fact("Positions", grouped(counts.entries)), fact("Known to the disc", grouped(counts.exact)));
    if (table.kind === "bounds") facts.append(fact("Only who wins", grouped(counts.decided)));
    if (counts.unverified > 0) facts.append(fact("Verified by nobody here", grouped(counts.unverified)));
    facts.append(fact("On the disk", bytes(counts.bytes)));
    return [html("section", { class: "card" }, html("h2", {}, title), facts, barChart(counts.by_empties))];
  });
}
async function begin() {
  installTheme();
  try {
    const boards2 = await ask("/api/boards");
    const name = namedBy(nameHere());
    if (name) showBoard(name, boards2);
    else showList(boards2, nameHere() !== "");
  } catch (error) {
    byId("lead").textContent = error instanceof Error ? error.message : String(error);
  }
}
void begin();
