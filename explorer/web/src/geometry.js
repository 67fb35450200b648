// Shapes of boards and names of squares. The server knows the rules.

/**
 * @typedef {object} Shape
 * @property {number} rows
 * @property {number} cols
 * @property {number} squares
 */

/**
 * The shape of `ROWSxCOLUMNS`.
 * @param {string} board
 * @returns {Shape}
 */
export function shape(board) {
  const [rows = 0, cols = 0] = board.split("x").map(Number);
  return { rows, cols, squares: rows * cols };
}

/** @param {number} col */
export function columnLetter(col) {
  return String.fromCharCode(97 + col);
}

/**
 * `c4`.
 * @param {number} row
 * @param {number} col
 */
export function squareName(row, col) {
  return `${columnLetter(col)}${row + 1}`;
}

/**
 * Row and column of `c4`; null for a pass.
 * @param {string} move
 * @returns {{ row: number; col: number } | null}
 */
export function place(move) {
  const match = /^([a-z])(\d+)$/.exec(move);
  if (!match?.[1] || !match[2]) return null;
  return { row: Number(match[2]) - 1, col: match[1].charCodeAt(0) - 97 };
}

/**
 * The four centre squares, on which every game begins, in row order.
 * @param {string} board
 * @returns {{ row: number; col: number }[]}
 */
export function centre(board) {
  const { rows, cols } = shape(board);
  const [row, col] = [Math.floor((rows - 2) / 2), Math.floor((cols - 2) / 2)];
  return [0, 1, 2, 3].map((index) => ({ row: row + Math.floor(index / 2), col: col + (index % 2) }));
}

/**
 * @param {string} position
 * @returns {{ black: number; white: number }}
 */
export function countDiscs(position) {
  const squares = position.split(" ")[0] ?? "";
  const count = (/** @type {string} */ symbol) => squares.split(symbol).length - 1;
  return { black: count("X"), white: count("O") };
}

/** Every board there is: both sides at least 3, together at most 64 squares. */
export function allBoards() {
  /** @type {string[]} */
  const boards = [];
  for (let rows = 3; rows * 3 <= 64; rows++) {
    for (let cols = 3; rows * cols <= 64; cols++) boards.push(`${rows}x${cols}`);
  }
  return boards;
}
