(** What the rules say of small boards: the counts of [solve perft], and the values that [solve] finds. *)

From Coq Require Import List ZArith.
From Verified Require Import Rules.
Import ListNotations.

(** Games of so many moves, a pass counting as one. *)
Fixpoint perft (plies : nat) (p : position) : N :=
  match plies with
  | 0%nat => 1%N
  | S fewer => fold_left (fun sum next => N.add sum (perft fewer next)) (successors p) 0%N
  end.

Definition counts how rows cols plies := map (fun n => perft n (starting_position how rows cols)) (seq 1 plies).

Example perft_4x4 : counts Othello 4 4 6 = [4; 12; 44; 128; 424; 1256]%N.
Proof. vm_compute. reflexivity. Qed.
Example perft_8x8 : counts Othello 8 8 4 = [4; 12; 56; 244]%N.
Proof. vm_compute. reflexivity. Qed.
Example perft_5x7 : counts Reversi 5 7 4 = [4; 14; 65; 256]%N.
Proof. vm_compute. reflexivity. Qed.

Definition values rows cols :=
  map (fun how => (value Discs (starting_position how rows cols), value Wof (starting_position how rows cols)))
    [Othello; Reversi; ReversiRows].

Example values_3x3 : values 3 3 = [(-9, -9); (9, 9); (9, 9)]%Z.
Proof. vm_compute. reflexivity. Qed.
Example values_3x4 : values 3 4 = [(12, 12); (12, 12); (12, 12)]%Z.
Proof. vm_compute. reflexivity. Qed.

(** Positions whose values differ between the scorings. *)
Definition x := Some Black.
Definition o := Some White.
Definition n : option colour := None.
Definition both discs side := let p := Position 4 4 discs side in (value Discs p, value Wof p).

Example O_O____XXXOX_OXO : both [o;n;o;n; n;n;n;x; x;x;o;x; n;o;x;o] White = (5, 6)%Z.
Proof. vm_compute. reflexivity. Qed.
Example XXXO__OX____XOX_ : both [x;x;x;o; n;n;o;x; n;n;n;n; x;o;x;n] White = (5, 8)%Z.
Proof. vm_compute. reflexivity. Qed.
Example XOXOXX__X___XX__ : both [x;o;x;o; x;x;n;n; x;n;n;n; x;x;n;n] Black = (11, 12)%Z.
Proof. vm_compute. reflexivity. Qed.
Example OOXXOO__OO__O_X_ : both [o;o;x;x; o;o;n;n; o;o;n;n; o;n;x;n] White = (4, 10)%Z.
Proof. vm_compute. reflexivity. Qed.
