(** The program that checks a certificate. [Theorem.v] proves that what it accepts is true. *)

From Coq Require Import List ZArith Bool Uint63 Orders MSetRBT.
From Verified Require Import Rules Bits.
Import ListNotations.

Local Open Scope uint63_scope.

(** * Moves *)

(** A square as a set; the squares next to it from which a line of at least two goes on; and these lines. *)
Record cell := Cell { bit : int; near : int; rays : list (list int) }.

Definition is_long (line : list nat) : bool := match line with _ :: _ :: _ => true | _ => false end.

Definition heads (rays : list (list int)) : int :=
  fold_right (fun ray set => match ray with [] => set | first :: _ => first lor set end) 0 rays.

Definition cell_of (rows cols square : nat) : cell :=
  let rays := map (map mask) (filter is_long (lines rows cols square)) in
  Cell (mask square) (heads rays) rays.

(** The discs turned over along a ray, together with those passed so far. *)
Fixpoint along (own opp : int) (ray : list int) (passed : int) : int :=
  match ray with
  | [] => 0
  | next :: ray =>
      if opp land next =? 0
      then if own land next =? 0 then 0 else passed
      else along own opp ray (passed lor next)
  end.

Fixpoint along_all (own opp : int) (rays : list (list int)) (turned : int) : int :=
  match rays with
  | [] => turned
  | ray :: rays => along_all own opp rays (turned lor along own opp ray 0)
  end.

(** The discs that a disc on an empty square turns over. *)
Definition flips (own opp : int) (on : cell) : int :=
  if opp land near on =? 0 then 0 else along_all own opp (rays on) 0.

(** The discs that a disc on any square turns over: none if it is taken. *)
Definition flips_if_empty (own opp : int) (on : cell) : int :=
  if (own lor opp) land bit on =? 0 then flips own opp on else 0.

Fixpoint can_move (cells : list cell) (own opp : int) : bool :=
  match cells with
  | [] => false
  | next :: cells => if flips_if_empty own opp next =? 0 then can_move cells own opp else true
  end.

Fixpoint count_moves (cells : list cell) (own opp counted : int) : int :=
  match cells with
  | [] => counted
  | next :: cells =>
      count_moves cells own opp (if flips_if_empty own opp next =? 0 then counted else counted + 1)
  end.

(** A position after a move, with the number of replies. *)
Record node := Node { replies : int; mover : int; waiting : int }.

(** Adds a position behind those with as few replies. *)
Fixpoint insert (new : node) (nodes : list node) : list node :=
  match nodes with
  | [] => [new]
  | first :: rest => if replies first <=? replies new then first :: insert new rest else new :: nodes
  end.

(** The positions after all moves on these squares, those with the fewest replies first. *)
Fixpoint nodes_after (all cells : list cell) (own opp : int) (nodes : list node) : list node :=
  match cells with
  | [] => nodes
  | next :: cells =>
      let turned := flips_if_empty own opp next in
      let nodes :=
        if turned =? 0 then nodes
        else
          let own_after := opp lxor turned in
          let opp_after := own lor (bit next lor turned) in
          insert (Node (count_moves all own_after opp_after 0) own_after opp_after) nodes in
      nodes_after all cells own opp nodes
  end.

(** * The score *)

(** What the program knows of a board: its squares in order and in the order of the search, and all of them as a set;
    whether the winner always gets the empty squares; and the symmetries, each as pairs of squares: from where to where. *)
Record game := Game {
  cells : list cell;
  by_worth : list cell;
  full : int;
  wof : bool;
  symmetries : list (list (int * int))
}.

Fixpoint count_in (cells : list cell) (set counted : int) : int :=
  match cells with
  | [] => counted
  | next :: cells => count_in cells set (if set land bit next =? 0 then counted else counted + 1)
  end.

(** Scores and goals are numbers from 0 to 128 here: 64 more than in the rules. *)
Definition final_score (g : game) (own opp : int) : int :=
  let owns := count_in (cells g) own 0 in
  let opps := count_in (cells g) opp 0 in
  if owns =? opps then 64
  else
    let to_winner :=
      if wof g || (owns =? 0) || (opps =? 0)
      then count_in (cells g) (full g lxor (own lor opp)) 0 else 0 in
    if opps <=? owns then 64 + owns + to_winner - opps else 64 + owns - opps - to_winner.

(** A goal seen from the other side: a side has at least [goal] unless the other has at least this. *)
Definition against (goal : int) : int := 129 - goal.

(** * The search *)

(** Whether the side to move reaches the goal. [left] are squares, all empty ones among them; [passed] tells that the other
    side has no move. *)
Fixpoint search_plain (g : game) (fuel : nat) (left : list cell) (own opp goal : int) (passed : bool) : bool :=
  match fuel with
  | 0%nat => false
  | S fuel =>
      if own lor opp =? full g then goal <=? final_score g own opp
      else
        (fix try (now : list cell) (moved : bool) : bool :=
          match now with
          | [] =>
              if moved then false
              else if passed then goal <=? final_score g own opp
              else negb (search_plain g fuel left opp own (against goal) true)
          | next :: now =>
              let turned := flips_if_empty own opp next in
              if turned =? 0 then try now moved
              else if search_plain g fuel left (opp lxor turned) (own lor (bit next lor turned)) (against goal) false
              then try now true
              else true
          end) left false
  end.

Fixpoint search_ordered (g : game) (depth fuel : nat) (left : list cell) (own opp goal : int) (passed : bool) : bool :=
  match depth, fuel with
  | S depth, S fuel =>
      match nodes_after left left own opp [] with
      | [] =>
          if passed then goal <=? final_score g own opp
          else negb (search_ordered g depth fuel left opp own (against goal) true)
      | nodes =>
          existsb (fun next => negb (search_ordered g depth fuel left (mover next) (waiting next) (against goal) false))
            nodes
      end
  | _, _ => search_plain g fuel left own opp goal passed
  end.

(** More than any game has moves. *)
Definition enough : nat := 300.

(** Below so many empty squares, moves are not ordered. *)
Definition unordered : nat := 5.

Definition reaches_goal (g : game) (own opp goal : int) : bool :=
  let left := filter (fun on => (own lor opp) land bit on =? 0) (by_worth g) in
  search_ordered g (length left - unordered) enough left own opp goal false.

(** * Symmetries *)

Fixpoint image (pairs : list (int * int)) (own opp own_image opp_image : int) : int * int :=
  match pairs with
  | [] => (own_image, opp_image)
  | (from, to) :: pairs =>
      if own land from =? 0
      then
        if opp land from =? 0 then image pairs own opp own_image opp_image
        else image pairs own opp own_image (opp_image lor to)
      else image pairs own opp (own_image lor to) opp_image
  end.

Definition is_less (one another : int * int) : bool :=
  if fst one =? fst another then snd one <? snd another else fst one <? fst another.

(** The least image of a position. *)
Fixpoint least (symmetries : list (list (int * int))) (own opp : int) (best : int * int) : int * int :=
  match symmetries with
  | [] => best
  | pairs :: symmetries =>
      let found := image pairs own opp 0 0 in
      least symmetries own opp (if is_less found best then found else best)
  end.

Definition canonical (g : game) (own opp : int) : int * int := least (symmetries g) own opp (own, opp).

(** * The walk *)

Module Pair <: OrderedType.
  Definition t := (int * int)%type.
  Definition eq := @eq t.
  Definition eq_equiv : Equivalence eq := eq_equivalence.
  Definition lt (x y : t) : Prop := is_less x y = true.
  Lemma lt_spec (x y : t) :
    lt x y <-> (to_Z (fst x) < to_Z (fst y) \/ (fst x = fst y /\ to_Z (snd x) < to_Z (snd y)))%Z.
  Proof.
    unfold lt, is_less. destruct (fst x =? fst y) eqn:He.
    - apply eqb_spec in He. rewrite ltb_spec, He. split; [now right|].
      intros [H|[_ H]]; [now apply Z.lt_irrefl in H|easy].
    - rewrite ltb_spec. split; [now left|].
      intros [H|[H _]]; [easy|]. rewrite H, eqb_refl in He. easy.
  Qed.
  Global Instance lt_strorder : StrictOrder lt.
  Proof.
    split.
    - intros x. unfold complement. rewrite lt_spec. intros [H|[_ H]]; eapply Z.lt_irrefl; eauto.
    - intros x y z. rewrite !lt_spec. intros [H|[H H']] [K|[K K']].
      + left. eapply Z.lt_trans; eauto.
      + left. now rewrite <- K.
      + left. now rewrite H.
      + right. split; [congruence|eapply Z.lt_trans; eauto].
  Qed.
  Global Instance lt_compat : Proper (eq ==> eq ==> iff) lt.
  Proof. now intros x y -> z w ->. Qed.
  Definition compare (x y : t) : comparison :=
    match fst x ?= fst y with Datatypes.Eq => snd x ?= snd y | other => other end.
  Lemma compare_spec x y : CompareSpec (eq x y) (lt x y) (lt y x) (compare x y).
  Proof.
    unfold compare. destruct x as [a b], y as [c d]. simpl fst. simpl snd.
    rewrite !Uint63.compare_spec.
    destruct (Z.compare_spec (to_Z a) (to_Z c)) as [H|H|H].
    - apply to_Z_inj in H as ->.
      destruct (Z.compare_spec (to_Z b) (to_Z d)) as [H|H|H]; constructor.
      + apply to_Z_inj in H as ->. reflexivity.
      + apply lt_spec. simpl. auto.
      + apply lt_spec. simpl. auto.
    - constructor. apply lt_spec. simpl. auto.
    - constructor. apply lt_spec. simpl. auto.
  Qed.
  Definition eq_dec (x y : t) : {eq x y} + {~ eq x y}.
  Proof.
    destruct x as [a b], y as [c d].
    destruct (Uint63.eqb a c) eqn:H; [destruct (Uint63.eqb b d) eqn:K|].
    - left. apply eqb_spec in H, K. now rewrite H, K.
    - right. intros E. injection E as -> ->. now rewrite eqb_refl in K.
    - right. intros E. injection E as -> ->. now rewrite eqb_refl in H.
  Defined.
End Pair.

Module Positions := MSetRBT.Make Pair.

(** The positions with one number of empty squares that are still to be proven: those in which the side that proves the
    bound, the prover, is to move, and the others. *)
Record level := Level { provers : Positions.t; others : Positions.t }.

Definition no_positions : level := Level Positions.empty Positions.empty.

Definition add (by_prover : bool) (position : int * int) (to : level) : level :=
  if by_prover then Level (Positions.add position (provers to)) (others to)
  else Level (provers to) (Positions.add position (others to)).

Section Walk.
Variables (g : game) (goal : int) (version : int).

(** Several machines can share a check: each searches its own positions only. *)
Variable is_mine : int * int -> bool.

(** Whether the prover gets its goal, by a search. *)
Definition leaf_holds (by_prover : bool) (position : int * int) : bool :=
  let '(own, opp) := position in
  if by_prover then reaches_goal g own opp goal else negb (reaches_goal g own opp (against goal)).

Definition leaf_passes (by_prover : bool) (position : int * int) : bool :=
  if is_mine position then leaf_holds by_prover position else true.

(** Adds a position, after a pass if its side has no move. A finished game must have reached the goal. *)
Definition enter (by_prover : bool) (own opp : int) (to : level) : option level :=
  if can_move (cells g) own opp then Some (add by_prover (canonical g own opp) to)
  else if can_move (cells g) opp own then Some (add (negb by_prover) (canonical g opp own) to)
  else
    let score := final_score g own opp in
    if (if by_prover then goal <=? score else score <=? 128 - goal) then Some to else None.

Fixpoint pick {A} (list : list A) (number : int) : option A :=
  match list with
  | [] => None
  | first :: rest => if number =? 0 then Some first else pick rest (number - 1)
  end.

(** The position after the move that a byte tells: by its rank since version 3, else by its square. *)
Definition chosen (byte own opp : int) : option node :=
  if 3 <=? version then pick (nodes_after (cells g) (cells g) own opp []) byte
  else
    match pick (cells g) byte with
    | None => None
    | Some on => pick (nodes_after [] [on] own opp []) 0
    end.

(** Follows the prover's moves. *)
Fixpoint follow (may_mark : bool) (positions : list (int * int)) (moves : list int) (next : level) :
    option (list int * level) :=
  match positions, moves with
  | [], _ => Some (moves, next)
  | _ :: _, [] => None
  | (own, opp) :: positions, byte :: moves =>
      if byte =? 64 then
        if may_mark then
          if leaf_passes true (own, opp) then follow may_mark positions moves next else None
        else None
      else
        match chosen byte own opp with
        | None => None
        | Some after =>
            match enter false (mover after) (waiting after) next with
            | None => None
            | Some next => follow may_mark positions moves next
            end
        end
  end.

Fixpoint enter_all (nodes : list node) (next : level) : option level :=
  match nodes with
  | [] => Some next
  | after :: nodes =>
      match enter true (mover after) (waiting after) next with
      | None => None
      | Some next => enter_all nodes next
      end
  end.

(** Follows all moves of the other side. *)
Fixpoint follow_all (positions : list (int * int)) (next : level) : option level :=
  match positions with
  | [] => Some next
  | (own, opp) :: positions =>
      match nodes_after [] (cells g) own opp [] with
      | [] => None
      | nodes =>
          match enter_all nodes next with
          | None => None
          | Some next => follow_all positions next
          end
      end
  end.

(** Goes down so many levels and searches what is left there. The moves that are left over are the result. *)
Fixpoint walk (levels : nat) (empty_squares : int) (now : level) (moves : list int) : option (list int) :=
  match levels with
  | 0%nat =>
      if forallb (leaf_passes true) (Positions.elements (provers now)) then
        if forallb (leaf_passes false) (Positions.elements (others now)) then Some moves else None
      else None
  | S levels =>
      let may_mark := (2 <=? version) && (empty_squares <=? 32) in
      match follow may_mark (Positions.elements (provers now)) moves no_positions with
      | None => None
      | Some (moves, next) =>
          match follow_all (Positions.elements (others now)) next with
          | None => None
          | Some next => walk levels (empty_squares - 1) next moves
          end
      end
  end.

End Walk.

(** * Boards *)

(** Corners first, then borders. *)
Definition worth (rows cols square : nat) : nat :=
  length (filter (fun line => match line with [] => false | _ => true end) (lines rows cols square)).

Definition is_worth (rows cols how : nat) (square : nat) : bool := Nat.eqb (worth rows cols square) how.

(** Candidates: mirrored, upside down, rows and columns exchanged. Each is tried before it is used. *)
Definition candidates (rows cols : nat) : list (nat -> nat) :=
  let to row col := (row * cols + col)%nat in
  let row square := (square / cols)%nat in
  let col square := (square mod cols)%nat in
  let mirrored n := (cols - 1 - n)%nat in
  let turned n := (rows - 1 - n)%nat in
  [fun s => to (row s) (mirrored (col s)); fun s => to (turned (row s)) (col s);
   fun s => to (turned (row s)) (mirrored (col s)); fun s => to (col s) (row s);
   fun s => to (col s) (mirrored (row s)); fun s => to (turned (col s)) (row s);
   fun s => to (turned (col s)) (mirrored (row s))].

Fixpoint equal_lists (one another : list nat) : bool :=
  match one, another with
  | [], [] => true
  | x :: one, y :: another => Nat.eqb x y && equal_lists one another
  | _, _ => false
  end.

Definition includes (lists others : list (list nat)) : bool :=
  forallb (fun list => existsb (equal_lists list) others) lists.

(** Whether squares are exchanged such that lines stay lines. *)
Definition is_symmetry (rows cols : nat) (f : nat -> nat) : bool :=
  let all := seq 0 (rows * cols) in
  forallb (fun s => Nat.ltb (f s) (rows * cols)) all
  && forallb (fun s => existsb (fun t => Nat.eqb (f t) s) all) all
  && forallb (fun s => forallb (fun t => implb (Nat.eqb (f s) (f t)) (Nat.eqb s t)) all) all
  && forallb (fun s =>
       let images := map (map f) (lines rows cols s) in
       includes images (lines rows cols (f s)) && includes (lines rows cols (f s)) images) all.

Definition pairs_of (rows cols : nat) (f : nat -> nat) : list (int * int) :=
  map (fun s => (mask s, mask (f s))) (seq 0 (rows * cols)).

Definition game_of (rows cols : nat) (by_rule : scoring) : game :=
  let all := seq 0 (rows * cols) in
  let in_order := map (cell_of rows cols) all in
  let of_worth how := map (cell_of rows cols) (filter (is_worth rows cols how) all) in
  Game in_order
    (flat_map of_worth (seq 0 9))
    (fold_left (fun set on => set lor bit on) in_order 0)
    (match by_rule with Wof => true | Discs => false end)
    (map (pairs_of rows cols) (filter (is_symmetry rows cols) (candidates rows cols))).

(** * Certificates *)

(** A position as the rules know it. *)
Definition disc_of (side : colour) (own opp : int) (square : nat) : option colour :=
  if own land mask square =? 0
  then if opp land mask square =? 0 then None else Some (other side)
  else Some side.

Definition position_of (rows cols : nat) (side : colour) (own opp : int) : position :=
  Position rows cols (map (disc_of side own opp) (seq 0 (rows * cols))) side.

(** A bound on the value of a position. *)
Inductive bound := AtLeast (score : Z) | AtMost (score : Z).

(** What a certificate says: bounds on the value of a position. *)
Record claim := Claim { root : position; rule : scoring; bounds : list bound }.

Inductive verdict :=
  | Proven (what : claim)
  | Unproven (** A certificate whose claim its moves do not prove. *)
  | Malformed (** No certificate. *).

Fixpoint equal_bytes (one another : list int) : bool :=
  match one, another with
  | [], [] => true
  | x :: one, y :: another => (x =? y) && equal_bytes one another
  | _, _ => false
  end.

Fixpoint word (bytes : list int) : int :=
  match bytes with
  | [] => 0
  | byte :: bytes => byte lor (word bytes << 8)
  end.

(** The score that a byte means, from -64 to 64, less [low], or a number above 128. *)
Definition score_of (byte : int) : int := (byte + 64) land 255.

Definition integer (score : int) : Z := (to_Z score - 64)%Z.

(** A position with the squares of the board only, none with two discs. *)
Definition is_position (g : game) (own opp : int) : bool :=
  (own land opp =? 0) && ((own lor opp) lor full g =? full g).

(** Checks one proof; the bound, and what follows it. *)
Definition check_proof (g : game) (is_mine : int * int -> bool) (version cut own opp : int) (bytes : list int) : option (bound * list int) :=
  match bytes with
  | kind :: byte :: moves =>
      let squares := count_in (cells g) (full g) 0 in
      let empty_squares := count_in (cells g) (full g lxor (own lor opp)) 0 in
      let levels := if empty_squares <=? cut then 0%nat else Z.to_nat (to_Z (empty_squares - cut)) in
      let score := score_of byte in
      let by_prover := kind =? 0 in
      let goal := if by_prover then score else 128 - score in
      if (64 <=? score + squares) && (score <=? 64 + squares) && ((kind =? 0) || (kind =? 1)) then
        let proven rest := Some (if by_prover then AtLeast (integer score) else AtMost (integer score), rest) in
        (* Nobody ends below the lowest score: that takes no moves. *)
        if goal + squares =? 64 then proven moves
        else
          match enter g goal by_prover own opp no_positions with
          | None => None
          | Some root =>
              match walk g goal version is_mine levels empty_squares root moves with
              | None => None
              | Some rest => proven rest
              end
          end
      else None
  | _ => None
  end.

(** Checks one proof, or two if [two], with nothing behind them: a lower bound first, then an upper one. *)
Definition check_proofs (is_mine : int * int -> bool) (rows cols : nat) (by_rule : scoring) (side : colour)
    (own opp version cut : int) (two : bool) (body : list int) : verdict :=
  let g := game_of rows cols by_rule in
  let claimed bounds := Proven (Claim (position_of rows cols side own opp) by_rule bounds) in
  if Nat.leb (rows * cols) 63 && is_position g own opp then
    match check_proof g is_mine version cut own opp body with
    | None => Unproven
    | Some (first, rest) =>
        if two then
          match first, check_proof g is_mine version cut own opp rest with
          | AtLeast _, Some (AtMost _ as second, []) => claimed [first; second]
          | _, _ => Unproven
          end
        else match rest with [] => claimed [first] | _ => Unproven end
    end
  else Malformed.

(** [OTHPLAIN] *)
Definition magic : list int := [79; 84; 72; 80; 76; 65; 73; 78].

(** Checks a certificate but for the searches of positions that are not [is_mine]. *)
Definition check_some (is_mine : int * int -> bool) (bytes : list int) : verdict :=
  match bytes with
  | m0 :: m1 :: m2 :: m3 :: m4 :: m5 :: m6 :: m7 :: version :: rows :: cols :: scored :: to_move :: cut :: proofs
      :: unused
      :: b0 :: b1 :: b2 :: b3 :: b4 :: b5 :: b6 :: b7
      :: w0 :: w1 :: w2 :: w3 :: w4 :: w5 :: w6 :: w7
      :: body =>
      let black := word [b0; b1; b2; b3; b4; b5; b6; b7] in
      let white := word [w0; w1; w2; w3; w4; w5; w6; w7] in
      let is_black := to_move =? 0 in
      if equal_bytes magic [m0; m1; m2; m3; m4; m5; m6; m7]
         && (1 <=? version) && (version <=? 3) && (3 <=? rows) && (rows <=? 21) && (3 <=? cols) && (cols <=? 21)
         && (rows * cols <=? 63) && (scored <=? 1) && (to_move <=? 1) && (cut <=? 24) && (unused =? 0)
         && (1 <=? proofs) && (proofs <=? 2) && (b7 <? 128) && (w7 <? 128)
      then
        check_proofs is_mine (Z.to_nat (to_Z rows)) (Z.to_nat (to_Z cols)) (if scored =? 0 then Discs else Wof)
          (if is_black then Black else White) (if is_black then black else white) (if is_black then white else black)
          version cut (proofs =? 2) body
      else Malformed
  | _ => Malformed
  end.

Definition check : list int -> verdict := check_some (fun _ => true).

(** The part to which the search of a position belongs. Any number below [parts] would do. *)
Definition part_of (parts : int) (position : int * int) : int :=
  ((fst position * 2654435761 + snd position * 2246822519) >> 29) mod parts.

Definition check_part (parts part : int) : list int -> verdict :=
  check_some (fun position => part_of parts position =? part).
