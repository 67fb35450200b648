(** What the value of a position is, without a number of moves. *)

From Coq Require Import List ZArith Bool Lia.
From Verified Require Import Rules.
Import ListNotations.

Lemma same_spec one another : same one another = true <-> one = another.
Proof. destruct one, another; simpl; intuition congruence. Qed.

Lemma other_other side : other (other side) = side.
Proof. now destruct side. Qed.

Lemma nth_map_seq {A} (f : nat -> A) (default : A) n k :
  nth k (map f (seq 0 n)) default = if k <? n then f k else default.
Proof.
  destruct (Nat.ltb_spec k n).
  - rewrite nth_indep with (d' := f 0) by now rewrite map_length, seq_length.
    now rewrite map_nth, seq_nth.
  - apply nth_overflow. now rewrite map_length, seq_length.
Qed.

Lemma filter_shorter {A} (f g : A -> bool) list :
  (forall x, In x list -> f x = true -> g x = true) -> length (filter f list) <= length (filter g list).
Proof.
  induction list as [|y list IH]; simpl; intros Hfg; [lia|].
  assert (length (filter f list) <= length (filter g list)) by (apply IH; auto).
  pose proof (Hfg y (or_introl eq_refl)).
  destruct (f y); destruct (g y); simpl; try lia; intuition congruence.
Qed.

Lemma filter_strictly_shorter {A} (f g : A -> bool) list z :
  (forall x, In x list -> f x = true -> g x = true) -> In z list -> f z = false -> g z = true ->
  length (filter f list) < length (filter g list).
Proof.
  induction list as [|y list IH]; simpl; intros Hfg Hz Hf Hg; [easy|].
  pose proof (filter_shorter f g list (fun x Hx => Hfg x (or_intror Hx))).
  pose proof (Hfg y (or_introl eq_refl)).
  destruct Hz as [->|Hz].
  - rewrite Hf, Hg. simpl. lia.
  - assert (length (filter f list) < length (filter g list)) by (apply IH; auto).
    destruct (f y); destruct (g y); simpl; try lia; intuition congruence.
Qed.

Lemma in_squares p k : In k (squares p) <-> k < number_of_squares p.
Proof. unfold squares. rewrite in_seq. lia. Qed.

Lemma disc_place p s k :
  disc (place p s) k =
  if k <? number_of_squares p then if existsb (Nat.eqb k) (s :: turned p s) then Some (side p) else disc p k else None.
Proof. unfold disc at 1, place. cbn [discs]. unfold squares. now rewrite nth_map_seq. Qed.

Lemma moves_empty p s : In s (moves p) -> is_empty p s = true /\ s < number_of_squares p.
Proof.
  unfold moves. rewrite filter_In, in_squares. unfold is_legal, turned.
  destruct (is_empty p s); intuition easy.
Qed.

Lemma empties_place p s : In s (moves p) -> empties (place p s) < empties p.
Proof.
  intros Hs. apply moves_empty in Hs as [He Hs].
  unfold empties. change (squares (place p s)) with (squares p).
  apply filter_strictly_shorter with (z := s).
  - intros k Hk. apply in_squares in Hk. unfold is_empty. rewrite disc_place.
    rewrite (proj2 (Nat.ltb_lt _ _) Hk). now destruct existsb.
  - now apply in_squares.
  - unfold is_empty. rewrite disc_place, (proj2 (Nat.ltb_lt _ _) Hs). simpl. now rewrite Nat.eqb_refl.
  - easy.
Qed.

Lemma empties_pass p : empties (pass p) = empties p.
Proof. reflexivity. Qed.

(** A bound on the moves that can follow. *)
Definition left_over (p : position) : nat := 2 * empties p + match moves p with [] => 1 | _ => 0 end.

Lemma successors_left_over p q : In q (successors p) -> left_over q < left_over p.
Proof.
  unfold left_over, successors. destruct (moves p) as [|s l] eqn:Hp.
  - destruct (moves (pass p)) as [|s l] eqn:Hq; simpl; [easy|].
    intros [<-|[]]. rewrite Hq, empties_pass. lia.
  - intros Hq. change (In q (map (place p) (s :: l))) in Hq. rewrite <- Hp in Hq.
    apply in_map_iff in Hq as [t [<- Ht]]. apply empties_place in Ht.
    destruct (moves (place p t)); lia.
Qed.

Section Value.
Variable rule : scoring.

Lemma value_within_enough fewer : forall more p, left_over p <= fewer -> fewer <= more ->
  value_within fewer rule p = value_within more rule p.
Proof.
  induction fewer as [|fewer IH]; intros more p Hp Hmore.
  - destruct more as [|more]; [easy|]. simpl.
    destruct (successors p) as [|q l] eqn:Hq; [easy|].
    pose proof (successors_left_over p q). rewrite Hq in H. specialize (H (or_introl eq_refl)). lia.
  - destruct more as [|more]; [lia|]. simpl.
    assert (map (fun next => - value_within fewer rule next)%Z (successors p)
            = map (fun next => - value_within more rule next)%Z (successors p)) as ->; [|easy].
    apply map_ext_in. intros q Hq. apply successors_left_over in Hq. f_equal. apply IH; lia.
Qed.

Lemma value_any plies p : left_over p <= plies -> value_within plies rule p = value rule p.
Proof.
  intros Hp. unfold value, longest_game.
  assert (left_over p <= 2 * empties p + 1) by (unfold left_over; destruct (moves p); lia).
  transitivity (value_within (left_over p) rule p); [symmetry|]; apply value_within_enough; lia.
Qed.

(** A finished game is worth its score, any other position the best of what follows. *)
Theorem value_best p :
  value rule p =
  match map (fun next => - value rule next)%Z (successors p) with
  | [] => score rule p
  | first :: others => largest first others
  end.
Proof.
  rewrite <- (value_any (S (left_over p)) p) by lia. simpl.
  assert (map (fun next => - value_within (left_over p) rule next)%Z (successors p)
          = map (fun next => - value rule next)%Z (successors p)) as ->; [|easy].
  apply map_ext_in. intros q Hq. apply successors_left_over in Hq. f_equal. apply value_any. lia.
Qed.

Lemma largest_reaches first others goal :
  (goal <=? largest first others)%Z = existsb (Z.leb goal) (first :: others).
Proof.
  revert first. induction others as [|next rest IH]; intros first.
  - simpl. now rewrite orb_false_r.
  - change (largest first (next :: rest)) with (Z.max first (largest next rest)).
    change (existsb (Z.leb goal) (first :: next :: rest)) with ((goal <=? first)%Z || existsb (Z.leb goal) (next :: rest)).
    rewrite <- IH. apply eq_true_iff_eq. rewrite orb_true_iff, !Z.leb_le. lia.
Qed.

(** Whether a position reaches a goal, as a search finds out. *)
Definition reaches (p : position) (goal : Z) : bool := (goal <=? value rule p)%Z.

Theorem reaches_by_moves p goal :
  reaches p goal =
  match successors p with
  | [] => (goal <=? score rule p)%Z
  | _ => existsb (fun next => negb (reaches next (1 - goal))) (successors p)
  end.
Proof.
  unfold reaches. rewrite value_best.
  destruct (successors p) as [|q l]; [easy|].
  change (map (fun next => - value rule next)%Z (q :: l))
    with ((- value rule q)%Z :: map (fun next => - value rule next)%Z l).
  cbv beta iota. rewrite largest_reaches.
  change ((- value rule q)%Z :: map (fun next => - value rule next)%Z l)
    with (map (fun next => - value rule next)%Z (q :: l)).
  induction (q :: l) as [|r list IH]; [easy|]. cbn [map existsb]. rewrite IH. f_equal.
  apply eq_true_iff_eq. rewrite negb_true_iff, Z.leb_le, Z.leb_gt. lia.
Qed.

(** * No value is beyond the number of squares *)

Lemma counts_sum p c : count p c + count p (other c) + empties p = number_of_squares p.
Proof.
  unfold count, empties. rewrite <- (seq_length (number_of_squares p) 0). fold (squares p).
  induction (squares p) as [|s l IH]; [easy|]. cbn [filter]. unfold has_disc, is_empty in *.
  destruct (disc p s) as [found|]; [destruct found, c|]; cbn [same other length] in *; lia.
Qed.

Lemma score_bounded p : (Z.abs (score rule p) <= Z.of_nat (number_of_squares p))%Z.
Proof.
  unfold score. pose proof (counts_sum p (side p)) as H.
  set (own := Z.of_nat (count p (side p))). set (opp := Z.of_nat (count p (other (side p)))).
  set (won := match rule with Wof => _ | Discs => _ end).
  assert (0 <= won <= Z.of_nat (empties p))%Z as Hwon.
  { unfold won. destruct rule; [destruct (_ || _)|]; lia. }
  assert (own + opp + Z.of_nat (empties p) = Z.of_nat (number_of_squares p))%Z as Hsum by (unfold own, opp; lia).
  assert (0 <= own /\ 0 <= opp)%Z by (unfold own, opp; lia).
  destruct (Z.sgn_spec (own - opp)) as [[? ->]|[[? ->]|[? ->]]]; lia.
Qed.

Lemma largest_bounded limit : forall others first, (Z.abs first <= limit)%Z ->
  (forall x, In x others -> (Z.abs x <= limit)%Z) -> (Z.abs (largest first others) <= limit)%Z.
Proof.
  induction others as [|next rest IH]; intros first Hf H; [easy|].
  change (largest first (next :: rest)) with (Z.max first (largest next rest)).
  assert (Z.abs (largest next rest) <= limit)%Z by (apply IH; [apply H; now left|intros; apply H; now right]). lia.
Qed.

Lemma successors_squares p q : In q (successors p) -> number_of_squares q = number_of_squares p.
Proof.
  unfold successors. destruct (moves p).
  - destruct (moves (pass p)); [easy|]. now intros [<-|[]].
  - intros Hq. apply in_map_iff in Hq as (s & <- & _). reflexivity.
Qed.

Lemma value_bounded p : (Z.abs (value rule p) <= Z.of_nat (number_of_squares p))%Z.
Proof.
  unfold value. generalize (longest_game p) as plies. intros plies. revert p.
  induction plies as [|plies IH]; intros p; [apply score_bounded|]. cbn [value_within].
  assert (forall x, In x (map (fun next => - value_within plies rule next)%Z (successors p)) ->
            (Z.abs x <= Z.of_nat (number_of_squares p))%Z) as H.
  { intros x Hx. apply in_map_iff in Hx as (q & <- & Hq). rewrite <- (successors_squares p q Hq), Z.abs_opp. apply IH. }
  destruct (map _ (successors p)) as [|first others]; [apply score_bounded|].
  apply largest_bounded; [apply H; now left|intros; apply H; now right].
Qed.

End Value.
