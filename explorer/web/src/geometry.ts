// Shapes of boards and names of squares. The server knows the rules.

export interface Shape {
  rows: number;
  cols: number;
  squares: number;
}

/** The shape of `ROWSxCOLUMNS`. */
export function shape(board: string): Shape {
  const [rows = 0, cols = 0] = board.split("x").map(Number);
  return { rows, cols, squares: rows * cols };
}

export function columnLetter(col: number): string {
  return String.fromCharCode(97 + col);
}

/** `c4`. */
export function squareName(row: number, col: number): string {
  return `${columnLetter(col)}${row + 1}`;
}

/** Row and column of `c4`; null for a pass. */
export function place(move: string): { row: number; col: number } | null {
  const match = /^([a-z])(\d+)$/.exec(move);
  if (!match?.[1] || !match[2]) return null;
  return { row: Number(match[2]) - 1, col: match[1].charCodeAt(0) - 97 };
}

/** The four centre squares, on which every game begins, in row order. */
export function centre(board: string): { row: number; col: number }[] {
  const { rows, cols } = shape(board);
  const [row, col] = [Math.floor((rows - 2) / 2), Math.floor((cols - 2) / 2)];
  return [0, 1, 2, 3].map((index) => ({ row: row + Math.floor(index / 2), col: col + (index % 2) }));
}

export function countDiscs(position: string): { black: number; white: number } {
  const squares = position.split(" ")[0] ?? "";
  const count = (symbol: string) => squares.split(symbol).length - 1;
  return { black: count("X"), white: count("O") };
}

/** Every board there is: both sides at least 3, together at most 64 squares. */
export function allBoards(): string[] {
  const boards: string[] = [];
  for (let rows = 3; rows * 3 <= 64; rows++) {
    for (let cols = 3; rows * cols <= 64; cols++) boards.push(`${rows}x${cols}`);
  }
  return boards;
}
