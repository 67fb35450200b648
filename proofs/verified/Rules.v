(** The rules of Othello on a board of any rows and columns, and what a position is worth.

    Whoever wants to know what the checker has proven reads this file, and the statement in [Theorem.v]. *)

From Coq Require Import List ZArith Bool.
Import ListNotations.

(** * The board *)

(** Black moves first. *)
Inductive colour := Black | White.

Definition other (side : colour) : colour :=
  match side with Black => White | White => Black end.

Definition same (one another : colour) : bool :=
  match one, another with
  | Black, Black | White, White => true
  | _, _ => false
  end.

(** A board of so many rows and columns, with a disc, or none, on each square, and a side to move. Squares are numbered
    from 0 in row order; those of 3 rows of 4 columns:
<<
    0  1  2  3
    4  5  6  7
    8  9 10 11
>>
    The list tells what lies on square 0, on square 1, and so on. *)
Record position := Position {
  rows : nat;
  cols : nat;
  discs : list (option colour);
  side : colour
}.

Definition number_of_squares (p : position) : nat := rows p * cols p.

Definition squares (p : position) : list nat := seq 0 (number_of_squares p).

(** What lies on a square. *)
Definition disc (p : position) (square : nat) : option colour := nth square (discs p) None.

Definition is_empty (p : position) (square : nat) : bool :=
  match disc p square with None => true | Some _ => false end.

Definition has_disc (p : position) (of : colour) (square : nat) : bool :=
  match disc p square with None => false | Some found => same of found end.

(** How many discs a side has, and how many squares are empty. *)
Definition count (p : position) (of : colour) : nat := length (filter (has_disc p of) (squares p)).
Definition empties (p : position) : nat := length (filter (is_empty p) (squares p)).

(** * Directions *)

(** The eight directions, as steps down and to the right. *)
Definition directions : list (Z * Z) :=
  [(-1, -1); (-1, 0); (-1, 1); (0, -1); (0, 1); (1, -1); (1, 0); (1, 1)]%Z.

(** The next square in a direction, unless the border comes first. *)
Definition next_square (rows cols : nat) (direction : Z * Z) (square : nat) : option nat :=
  let row := (Z.of_nat (square / cols) + fst direction)%Z in
  let col := (Z.of_nat (square mod cols) + snd direction)%Z in
  let on_board := ((0 <=? row) && (row <? Z.of_nat rows) && (0 <=? col) && (col <? Z.of_nat cols))%Z in
  if on_board then Some (Z.to_nat row * cols + Z.to_nat col) else None.

(** All squares in a direction, from the nearest to the border. No line has more than [steps] squares. *)
Fixpoint line (steps : nat) (rows cols : nat) (direction : Z * Z) (square : nat) : list nat :=
  match steps with
  | 0 => []
  | S steps =>
      match next_square rows cols direction square with
      | None => []
      | Some next => next :: line steps rows cols direction next
      end
  end.

Definition lines (rows cols square : nat) : list (list nat) :=
  map (fun direction => line (rows + cols) rows cols direction square) directions.

(** * Moves *)

(** The discs of the other side between a square and the next disc of the side to move, along a line: none if an empty
    square or the border comes first. *)
Fixpoint enclosed_before (p : position) (along : list nat) (passed : list nat) : list nat :=
  match along with
  | [] => []
  | square :: further =>
      match disc p square with
      | None => []
      | Some found => if same found (side p) then passed else enclosed_before p further (square :: passed)
      end
  end.

Definition enclosed (p : position) (along : list nat) : list nat := enclosed_before p along [].

(** The discs that the side to move turns over with a disc on this square. *)
Definition turned (p : position) (square : nat) : list nat :=
  if is_empty p square then flat_map (enclosed p) (lines (rows p) (cols p) square) else [].

(** A disc may be placed where it turns over at least one. *)
Definition is_legal (p : position) (square : nat) : bool :=
  match turned p square with [] => false | _ :: _ => true end.

Definition moves (p : position) : list nat := filter (is_legal p) (squares p).

(** The position after a disc is placed on a square: this disc and those turned over belong to the side that has moved;
    then the other side is to move. *)
Definition place (p : position) (square : nat) : position :=
  let changed := square :: turned p square in
  let after at_square := if existsb (Nat.eqb at_square) changed then Some (side p) else disc p at_square in
  Position (rows p) (cols p) (map after (squares p)) (other (side p)).

(** The position after a pass: the same discs, the other side to move. *)
Definition pass (p : position) : position := Position (rows p) (cols p) (discs p) (other (side p)).

(** The positions after every move. A side that can place no disc passes, and must not pass otherwise. If neither side
    can place one, there is no move, and the game is over. *)
Definition successors (p : position) : list position :=
  match moves p, moves (pass p) with
  | [], [] => []
  | [], _ :: _ => [pass p]
  | squares, _ => map (place p) squares
  end.

(** * The score *)

(** Who gets the squares that are empty at the end of a game. *)
Inductive scoring :=
  | Discs (** Nobody; but after a wipe-out, when one side has no disc left, the winner. *)
  | Wof (** The winner; nobody after a draw. As the World Othello Federation counts. *).

Local Open Scope Z_scope.

(** The score of the discs as they lie, for the side to move: its discs less those of the other side. *)
Definition score (by_rule : scoring) (p : position) : Z :=
  let own := Z.of_nat (count p (side p)) in
  let others := Z.of_nat (count p (other (side p))) in
  let to_winner :=
    match by_rule with
    | Wof => Z.of_nat (empties p)
    | Discs => if (own =? 0) || (others =? 0) then Z.of_nat (empties p) else 0
    end in
  own - others + Z.sgn (own - others) * to_winner.

(** * The value *)

(** The largest of some numbers. *)
Fixpoint largest (first : Z) (others : list Z) : Z :=
  match others with
  | [] => first
  | next :: rest => Z.max first (largest next rest)
  end.

(** What the side to move gets when both sides play as well as they can, if the game ends within so many moves. What is
    good for one side is as bad for the other, so a position is worth the best of what follows, with its sign changed. *)
Fixpoint value_within (plies : nat) (by_rule : scoring) (p : position) : Z :=
  match plies with
  | 0%nat => score by_rule p
  | S fewer =>
      match map (fun next => - value_within fewer by_rule next) (successors p) with
      | [] => score by_rule p
      | first :: others => largest first others
      end
  end.

(** Each disc that is placed takes an empty square, and nobody passes twice: after so many moves, every game is over. *)
Definition longest_game (p : position) : nat := 2 * empties p + 1.

(** What a position is worth for the side to move. [Theorem.v] proves that it is the score if the game is over, and else
    the best of what follows, without a number of moves. *)
Definition value (by_rule : scoring) (p : position) : Z := value_within (longest_game p) by_rule p.

(** * The starts *)

(** How the four centre discs are placed: Othello with [O X] above [X O], Reversi with [X O] above [X O], and with
    [X X] above [O O]; [X] is Black. *)
Inductive start := Othello | Reversi | ReversiRows.

(** They are as near to the centre as possible, and towards the top left if the number of rows or columns is odd. *)
Definition starting_position (how : start) (rows cols : nat) : position :=
  let top := ((rows - 2) / 2)%nat in
  let left := ((cols - 2) / 2)%nat in
  let '(nw, ne, sw, se) :=
    match how with
    | Othello => (White, Black, Black, White)
    | Reversi => (Black, White, Black, White)
    | ReversiRows => (Black, Black, White, White)
    end in
  let at_square square :=
    let row := (square / cols)%nat in
    let col := (square mod cols)%nat in
    if (row =? top)%nat && (col =? left)%nat then Some nw
    else if (row =? top)%nat && (col =? left + 1)%nat then Some ne
    else if (row =? top + 1)%nat && (col =? left)%nat then Some sw
    else if (row =? top + 1)%nat && (col =? left + 1)%nat then Some se
    else None in
  Position rows cols (map at_square (seq 0 (rows * cols))) Black.
