// src/api.ts
var Refusal = class extends Error {
  constructor(status, sentence, retryAfter) {
    super(sentence);
    this.status = status;
    this.retryAfter = retryAfter;
  }
  status;
  retryAfter;
};
async function answered(path, query, options = {}) {
  const address = `${path}?${new URLSearchParams(query)}`;
  const response = await fetch(address, options);
  if (response.ok || response.status === 304) return response;
  const body = await response.json().catch(() => ({}));
  const sentence = body.error ?? `The server answered ${response.status}.`;
  throw new Refusal(response.status, sentence, Number(response.headers.get("retry-after") ?? 0));
}
async function ask(path, query = {}, signal) {
  return (await answered(path, query, signal ? { signal } : {})).json();
}
async function follow(query, listener, signal) {
  const response = await answered("/api/solve", query, { signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const events = (text + part.value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) tell(event, listener);
  }
}
function tell(event, listener) {
  const field = (name2) => {
    const lines = event.split("\n").filter((line) => line.startsWith(`${name2}:`));
    return lines.map((line) => line.slice(name2.length + 1).trimStart()).join("\n");
  };
  const data = field("data");
  if (!data) return;
  const name = field("event");
  if (name === "position") listener.position(JSON.parse(data));
  if (name === "progress") listener.progress(JSON.parse(data));
  if (name === "done") listener.done(JSON.parse(data));
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
function countDiscs(position) {
  const squares = position.split(" ")[0] ?? "";
  const count = (symbol) => squares.split(symbol).length - 1;
  return { black: count("X"), white: count("O") };
}
function allBoards() {
  const boards = [];
  for (let rows = 3; rows * 3 <= 64; rows++) {
    for (let cols = 3; rows * cols <= 64; cols++) boards.push(`${rows}x${cols}`);
  }
  return boards;
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
var Board = class {
  constructor(element, play) {
    this.element = element;
    this.play = play;
    element.addEventListener("keydown", (event) => this.pressed(event));
  }
  element;
  play;
  cells = [];
  shown = "";
  focus = 0;
  /** Shows a position. */
  show(view) {
    if (view.board !== this.shown) this.make(view.board);
    const { cols, squares } = shape(view.board);
    const discs = view.position.split(" ")[0] ?? "";
    const moves = new Map(view.record?.moves.map((move) => [move.move, move]));
    this.cells.forEach((cell, index) => {
      const name = squareName(Math.floor(index / cols), index % cols);
      const move = moves.get(name);
      this.draw(cell, discs[index] ?? "-", move, view, name, squares);
    });
  }
  /** Puts the keyboard's focus on the grid. */
  focusGrid() {
    this.cells[this.focus]?.focus();
  }
  make(board2) {
    this.shown = board2;
    const { rows, cols } = shape(board2);
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--cols", String(cols));
    this.element.setAttribute("aria-label", `Board of ${rows} rows and ${cols} columns`);
    this.element.setAttribute("aria-rowcount", String(rows));
    this.element.setAttribute("aria-colcount", String(cols));
    this.cells = [];
    const head = html("div", { class: "letters", "aria-hidden": "true" }, html("span"));
    for (let col = 0; col < cols; col++) head.append(html("span", {}, columnLetter(col)));
    const lines = [head];
    for (let row = 0; row < rows; row++) {
      const line = html("div", { role: "row", class: "row", "aria-rowindex": row + 1 });
      line.append(html("span", { class: "number", "aria-hidden": "true" }, String(row + 1)));
      for (let col = 0; col < cols; col++) {
        const cell = html("div", { role: "gridcell", class: "cell", tabindex: "-1", "aria-colindex": col + 1 });
        cell.dataset["square"] = squareName(row, col);
        cell.addEventListener("click", () => this.chosen(cell));
        this.cells.push(cell);
        line.append(cell);
      }
      lines.push(line);
    }
    this.element.replaceChildren(...lines);
    this.focus = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
    this.cells[this.focus]?.setAttribute("tabindex", "0");
  }
  draw(cell, symbol, move, view, name, squares) {
    const disc = symbol === "X" ? "Black" : symbol === "O" ? "White" : null;
    const isLegal = move !== void 0 && view.isOpen;
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
    if (cell.getAttribute("aria-disabled") === "false") this.play(cell.dataset["square"] ?? "");
  }
  moveFocus(index) {
    this.cells[this.focus]?.setAttribute("tabindex", "-1");
    this.focus = index;
    this.cells[index]?.setAttribute("tabindex", "0");
    this.cells[index]?.focus({ preventScroll: false });
  }
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { rows, cols } = shape(this.shown);
    const row = Math.floor(this.focus / cols);
    const col = this.focus % cols;
    const to = (down, right) => down * cols + right;
    const targets2 = {
      ArrowUp: to(Math.max(row - 1, 0), col),
      ArrowDown: to(Math.min(row + 1, rows - 1), col),
      ArrowLeft: to(row, Math.max(col - 1, 0)),
      ArrowRight: to(row, Math.min(col + 1, cols - 1)),
      Home: to(row, 0),
      End: to(row, cols - 1)
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
  const told = mistakes.map((point) => `${point.title} lost ${point.lost}`).join("; ");
  const moves = points2.length === 2 ? "1 move" : `${points2.length - 1} moves`;
  return `Value for Black over ${moves}. ${told ? `Mistakes: ${told}.` : "No mistake is known."}`;
}

// src/keyboard.ts
function installKeys(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target;
    if (target.closest("input, textarea, select")) return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

// src/moves.ts
function drawMoves(element, moves, cursor, jump2) {
  const entry = (ply, children, name, more = "") => {
    const button = html("button", { type: "button", class: `move${more}`, "aria-label": name }, ...children);
    if (ply === cursor) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => jump2(ply));
    return html("li", {}, button);
  };
  const first = entry(0, [html("span", { class: "name" }, "start")], "Start of the game", " start");
  const rest = moves.map(({ move, side, point }, index) => {
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
    return entry(index + 1, children, name, point.lost > 0 ? " wrong" : "");
  });
  element.replaceChildren(first, ...rest);
  const now = element.querySelector("[aria-current]");
  if (now) element.scrollTop = now.offsetTop - element.clientHeight / 2;
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

// src/searching.ts
var ASIDE_MS = 3e3;
var Searching = class {
  constructor(game2, learned, failed) {
    this.game = game2;
    this.learned = learned;
    this.failed = failed;
    byId("cancel").addEventListener("click", () => this.cancel());
    byId("again").addEventListener("click", () => void this.look(true));
  }
  game;
  learned;
  failed;
  running = null;
  /** Positions whose search has ended without a value, so that it does not begin again by itself. */
  givenUp = /* @__PURE__ */ new Set();
  /** Stops whatever is going on. */
  stop() {
    this.running?.abort();
    this.running = null;
    byId("moves").removeAttribute("aria-busy");
    byId("search").hidden = true;
  }
  cancel() {
    this.givenUp.add(this.key());
    this.stop();
    this.tellRest("The search was cancelled.");
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
      if (record2 && !record2.complete) {
        if (this.givenUp.has(this.key())) this.tellRest("Not everything is proven here.");
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
    if (this.game.record(position)?.complete) return;
    const record2 = await ask("/api/position", this.game.query(position, { time_ms: "0" }), signal);
    this.game.learn(record2);
    this.learned();
  }
  async search(signal) {
    const key = this.key();
    byId("search-what").textContent = "Searching this position";
    byId("search-limits").textContent = byId("search-nodes").textContent = "";
    byId("search").hidden = false;
    const listener = {
      position: (record2) => {
        if (signal.aborted) return;
        this.game.learn(record2);
        this.learned();
      },
      progress: (progress) => !signal.aborted && this.tell(progress),
      done: (done) => {
        if (signal.aborted) return;
        byId("search").hidden = true;
        if (done.reason === "solved") return;
        this.givenUp.add(key);
        const told = { time: `The time limit came after ${seconds(done.seconds)}.`, stopped: "The server is ending.", busy: "Others are waiting for the server.", table: "A table is wrong about this position." };
        this.tellRest(told[done.reason]);
      }
    };
    await follow(this.game.query(this.game.ply.position), listener, signal);
  }
  /** Finds the values of the game's other positions, the last first, when nothing else is to be done. */
  async aside(signal) {
    for (const ply of [...this.game.plies].reverse()) {
      const value = this.game.value(ply.position);
      const key = `aside ${this.game.origin.board} ${ply.position} ${this.game.scoring}`;
      if (value && value.lower === value.upper || this.givenUp.has(key)) continue;
      this.givenUp.add(key);
      const query = this.game.query(ply.position, { time_ms: String(ASIDE_MS) });
      this.game.learn(await ask("/api/position", query, signal));
      if (signal.aborted) return;
      this.learned();
    }
  }
  tell(progress) {
    const what = progress.waiting ? "Waiting for a free search" : progress.move ? `Searching ${progress.move}` : "Searching this position";
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
  tellRest(sentence) {
    byId("rest-what").textContent = sentence;
    byId("rest").hidden = false;
  }
  refused(error) {
    if (error instanceof Refusal && error.status === 503) {
      this.tellRest("The server is busy.");
      return;
    }
    this.failed(error instanceof Error ? error.message : String(error));
  }
};

// src/setup.ts
var USUAL = ["4x4", "4x5", "4x6", "5x5", "4x8", "5x6", "4x10", "6x6", "4x12", "6x7", "8x8"];
var Setup = class {
  constructor(game2, open2) {
    this.game = game2;
    this.open = open2;
    this.fill();
    for (const id of ["board-choice", "start-choice"]) byId(id).addEventListener("change", () => this.anew());
    for (const input of document.querySelectorAll("input[name=scoring]")) {
      input.addEventListener("change", () => this.rescored(input.value));
    }
    byId("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.pasted();
    });
  }
  game;
  open;
  fill() {
    const select = byId("board-choice");
    const group = (label2, boards) => {
      const options = boards.map((board2) => html("option", { value: board2 }, board2.replace("x", " × ")));
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
    void this.open(new URLSearchParams({ board: board2, start: start === "given" ? "othello" : start, scoring: this.game.scoring }));
  }
  rescored(scoring) {
    const parameters = new URLSearchParams(this.game.address().slice(2));
    parameters.set("scoring", scoring);
    void this.open(parameters);
  }
  /** A position (squares and side, perhaps with its board) or moves, whichever the text looks like. */
  async pasted() {
    const field = byId("paste");
    const text = field.value.trim();
    if (!text) return;
    const parameters = new URLSearchParams({ scoring: this.game.scoring });
    if (/^[a-z]\d|^(pass|ps|pa)\b/i.test(text)) {
      parameters.set("board", this.game.origin.board);
      if (this.game.origin.start) parameters.set("start", this.game.origin.start);
      else parameters.set("position", this.game.origin.position ?? "");
      parameters.set("moves", text);
    } else {
      if (!/^\d/.test(text)) parameters.set("board", this.game.origin.board);
      parameters.set("position", text);
    }
    if (await this.open(parameters)) field.value = "";
  }
};

// src/state.ts
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
  async load(parameters) {
    const get = (name) => parameters.get(name) ?? "";
    const position = get("position") || null;
    const query = {};
    if (get("board")) query["board"] = get("board");
    if (position) query["position"] = position;
    else query["start"] = get("start") || "othello";
    query["moves"] = get("moves");
    query["scoring"] = get("scoring") || "discs";
    const record2 = await ask("/api/game", query);
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
    const query = new URLSearchParams({ board: this.origin.board });
    if (this.origin.start) query.set("start", this.origin.start);
    else query.set("position", this.origin.position ?? "");
    if (this.plies.length > 1) query.set("moves", this.moves.join(""));
    if (!this.isAtEnd) query.set("ply", String(this.cursor));
    if (this.scoring !== "discs") query.set("scoring", this.scoring);
    return `/?${query}`;
  }
};

// src/theme.ts
var KEY = "theme";
function wanted() {
  const kept = localStorage.getItem(KEY);
  if (kept === "dark" || kept === "light") return kept;
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
    localStorage.setItem(KEY, wanted() === "dark" ? "light" : "dark");
    apply();
  });
}

// src/explore.ts
var STEP_MS = 700;
var game = new Game();
var board = new Board(byId("board"), (square) => playMove(square));
var searching = new Searching(game, show, complain);
var opponent = new Opponent(game, (move) => playMove(move, true), arrived, complain);
var setup = new Setup(game, open);
var playingOut = null;
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
    const rest = isUnknown(black, squares) ? "nothing is proven here yet" : black.lower === black.upper ? "if nobody errs from here on" : "that much is proven";
    const doubt = value?.unverified ? " It rests on entries of the table that nobody here has verified." : "";
    detail.textContent = `${sideName(side)} to move; ${rest}.${doubt}`;
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
    point: shown[index + 1]
  }));
  drawMoves(byId("moves"), moves, game.cursor, jump);
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
  const end = known.final ? html("li", { class: "end" }, `ends ${known.final.black} : ${known.final.white}`) : "";
  element.replaceChildren(html("ol", { class: "chips" }, ...chips, end));
}
function nextPerfect() {
  const known = record();
  const first = known?.line[0];
  return known?.moves.find((move) => move.move === first) ?? known?.moves.find((move) => move.best);
}
function arrived() {
  history.replaceState(null, "", game.address());
  setup.show();
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
function playMove(name, isOpponent = false) {
  const move = record()?.moves.find((one) => one.move === name);
  if (!move || opponent.isToMove && !isOpponent) return;
  const mover = sideName(game.ply.side);
  game.play(move);
  complain("");
  const { squares } = shape(game.origin.board);
  const value = byId("show-values").checked ? `, ${worth(move, squares)}` : "";
  announce(move.move === "pass" ? `${mover} passes.` : `${mover} plays ${move.move}${value}.`);
  arrived();
}
function jump(ply) {
  stopPlayingOut();
  game.cursor = Math.min(Math.max(ply, 0), game.plies.length - 1);
  const { move, side } = game.ply;
  announce(`${move ? `After move ${game.cursor}, ${move}` : "Start"}. ${sideName(side)} to move.`);
  arrived();
}
function playBest() {
  const move = nextPerfect();
  if (move) playMove(move.move, true);
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
async function open(parameters) {
  stopPlayingOut();
  searching.stop();
  opponent.stop();
  try {
    await game.load(parameters);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    if (game.plies.length > 0) arrived();
    return false;
  }
  complain("");
  announce(`Board ${game.origin.board.replace("x", " by ")}. ${sideName(game.ply.side)} to move.`);
  arrived();
  return true;
}
async function share() {
  const address = new URL(game.address(), location.href).href;
  const told = byId("shared");
  try {
    await navigator.clipboard.writeText(address);
    told.textContent = "Link copied";
  } catch {
    told.textContent = "Copy the address of this page";
  }
  setTimeout(() => told.textContent = "", 2500);
}
function install() {
  const clicks = {
    first: () => jump(0),
    undo: () => jump(game.cursor - 1),
    redo: () => jump(game.cursor + 1),
    last: () => jump(game.plies.length - 1),
    best: playBest,
    "play-out": togglePlayingOut,
    pass: () => playMove("pass"),
    share: () => void share(),
    "complaint-close": () => complain("")
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
  byId("show-values").addEventListener("change", show);
  installKeys({
    u: () => game.cursor > 0 && jump(game.cursor - 1),
    r: () => !game.isAtEnd && jump(game.cursor + 1),
    b: playBest,
    p: () => playMove("pass"),
    g: () => board.focusGrid()
  });
  addEventListener("pagehide", () => {
    stopPlayingOut();
    searching.stop();
    opponent.stop();
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted && game.plies.length > 0) arrived();
  });
  addEventListener("popstate", () => void open(new URLSearchParams(location.search)));
}
async function usual() {
  const boards = await ask("/api/boards").catch(() => null);
  const isSolved = boards?.starts.some((one) => one.board === "6x6" && one.start === "othello" && one.scoring === "discs" && one.value !== null);
  return new URLSearchParams({ board: isSolved ? "6x6" : "4x8" });
}
async function begin() {
  installTheme();
  install();
  await opponent.install().catch(() => void 0);
  const parameters = location.search ? new URLSearchParams(location.search) : await usual();
  if (!await open(parameters)) {
    const sentence = byId("complaint-text").textContent ?? "";
    await open(await usual());
    complain(sentence);
  }
}
void begin();
