// Values and amounts as people read them.

/**
 * @import { Outcome, Side } from "./api.js"
 * @import { DoneRecord as Done, ValueRecord as Value } from "./records.js"
 */

import { isAlone } from "./places.js";

export const MINUS = "\u2212";

/**
 * `+8`, `0` or `−8`.
 * @param {number} value
 */
export function signed(value) {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `${MINUS}${-value}`;
}

/** @param {Side} side */
export function sideName(side) {
  return side === "X" ? "Black" : "White";
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function other(side) {
  return side === "X" ? "O" : "X";
}

/**
 * The same knowledge seen from the other side.
 * @param {Value} value
 * @returns {Value}
 */
export function negated(value) {
  /** @type {Record<Outcome, Outcome>} */
  const outcome = { win: "loss", draw: "draw", loss: "win" };
  return {
    outcome: value.outcome && outcome[value.outcome],
    value: value.value === null ? null : 0 - value.value,
    lower: 0 - value.upper,
    upper: 0 - value.lower,
    unverified: value.unverified,
  };
}

/**
 * Limits as a value, from which texts are made.
 * @param {Pick<Value, "lower" | "upper">} game
 * @returns {Value}
 */
export function valueOf({ lower, upper }) {
  const outcome = lower > 0 ? /** @type {const} */ ("win") : upper < 0 ? /** @type {const} */ ("loss") : lower === upper ? /** @type {const} */ ("draw") : null;
  return { outcome, value: lower === upper ? lower : null, lower, upper, unverified: false };
}

/**
 * The value for Black, of a position with `side` to move.
 * @param {Value} value
 * @param {Side} side
 * @returns {Value}
 */
export function forBlack(value, side) {
  return side === "X" ? value : negated(value);
}

/**
 * Whether nothing at all is known.
 * @param {Pick<Value, "lower" | "upper">} value
 * @param {number} squares
 */
export function isUnknown(value, squares) {
  return value.lower <= -squares && value.upper >= squares;
}

/**
 * Who wins, and by how much, as far as it is proven. `value` is for Black.
 * @param {Value} value
 * @param {number} squares
 */
export function verdict(value, squares) {
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

/**
 * What a move is worth to the side that makes it, in a few words.
 * @param {Value} value
 * @param {number} squares
 */
export function worth(value, squares) {
  if (value.value !== null) {
    if (value.value === 0) return "draws";
    return value.value > 0 ? `wins by ${value.value}` : `loses by ${-value.value}`;
  }
  if (isUnknown(value, squares)) return "value not known yet";
  if (value.lower > -squares && value.upper < squares) return `worth ${signed(value.lower)} to ${signed(value.upper)}`;
  return value.lower > -squares ? `worth ${signed(value.lower)} or more` : `worth ${signed(value.upper)} or less`;
}

/**
 * A value on a square: `+8`, `≤ −2`, `≥ 0`, `?`.
 * @param {Value} value
 * @param {number} squares
 */
export function short(value, squares) {
  if (value.value !== null) return signed(value.value);
  const low = value.lower > -squares;
  const high = value.upper < squares;
  if (low && high) return `${signed(value.lower)}…${signed(value.upper)}`;
  if (high) return `≤${signed(value.upper)}`;
  if (low) return `≥${signed(value.lower)}`;
  return "?";
}

/**
 * `1 disc`, `4 discs`.
 * @param {number} count
 * @param {string} one
 * @param {string} many
 */
export function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

/**
 * A number with its thousands separated.
 * @param {number} value
 */
export function grouped(value) {
  return value.toLocaleString("en-US");
}

/**
 * `1.2 M`, `830 k`.
 * @param {number} value
 */
export function compact(value) {
  for (const [unit, size] of /** @type {const} */ ([["P", 1e15], ["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]])) {
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit}`;
  }
  return String(value);
}

/**
 * The same as short as possible, for the lines of a chart: `750 M`, `12.5 k`.
 * @param {number} value
 */
export function tick(value) {
  const [amount, unit] = compact(Number(value.toPrecision(3))).split(" ");
  return unit ? `${Number(amount)} ${unit}` : String(amount);
}

/** @param {number} value */
export function bytes(value) {
  for (const [unit, size] of /** @type {const} */ ([["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]])) {
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit}`;
  }
  return `${value} bytes`;
}

/**
 * A large number as a power of ten: `5·10¹²`.
 * @param {number} value
 */
export function power(value) {
  const [digit, exponent] = value.toExponential(0).split("e+");
  const raised = [...(exponent ?? "")].map((one) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(one)]).join("");
  return digit === "1" ? `10${raised}` : `${digit}·10${raised}`;
}

/**
 * A time in the unit that suits it: `12 s`, `3.5 min`, `7.25 h`, `12.1 days`, `930 years`.
 * @param {number} value
 */
export function span(value) {
  const year = 365.25 * 86400;
  for (const [unit, size] of /** @type {const} */ ([["years", 2 * year], ["days", 2 * 86400], ["h", 5400], ["min", 90]])) {
    const length = { years: year, days: 86400, h: 3600, min: 60 }[unit];
    if (value >= size) return `${Number((value / length).toPrecision(3)).toLocaleString("en-US")} ${unit}`;
  }
  return `${Number(value.toPrecision(value < 1 ? 1 : 2))} s`;
}

/** @param {number} value */
export function seconds(value) {
  return value < 60 ? `${value.toFixed(1)} s` : `${Math.floor(value / 60)} min ${Math.floor(value % 60)} s`;
}

/**
 * What a search expected that ended before it had found the value; empty if there is nothing to say.
 * @param {Done} done
 * @param {Side} side The side to move.
 * @param {number} squares
 */
export function guessOf({ estimate, likely }, side, squares) {
  if (estimate === null) return "";
  const black = forBlack(valueOf({ lower: estimate, upper: estimate }), side);
  return ` Estimate, not proven: ${verdict(black, squares)}${likely ? `, with ${likely}` : ""}.`;
}

/**
 * Why a search ended before it had found everything; empty if it found everything.
 * @param {Done} done
 */
export function endOf(done) {
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
