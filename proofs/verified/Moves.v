(** The program's moves are those of the rules. *)

From Coq Require Import List ZArith Bool Lia Uint63.
From Verified Require Import Rules Value Bits Program.
Import ListNotations.

Definition is_in (k : nat) (list : list nat) : bool := existsb (Nat.eqb k) list.

Lemma is_in_spec k list : is_in k list = true <-> In k list.
Proof.
  unfold is_in. rewrite existsb_exists. split.
  - intros (x & Hx & Hk). apply Nat.eqb_eq in Hk. now subst.
  - intros Hk. exists k. now rewrite Nat.eqb_refl.
Qed.

Lemma is_in_app k one another : is_in k (one ++ another) = is_in k one || is_in k another.
Proof. apply existsb_app. Qed.

Lemma nothing_in list : (forall k, is_in k list = false) -> list = [].
Proof.
  destruct list as [|x list]; [easy|]. intros H. specialize (H x). unfold is_in in H. simpl in H.
  now rewrite Nat.eqb_refl in H.
Qed.

Section Lines.
Variables rows cols : nat.

Lemma next_square_on_board direction s t : next_square rows cols direction s = Some t -> t < rows * cols.
Proof.
  unfold next_square.
  set (r := (Z.of_nat (s / cols) + fst direction)%Z). set (c := (Z.of_nat (s mod cols) + snd direction)%Z).
  destruct (_ && _)%bool eqn:H; [|easy]. intros E. injection E as <-.
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt in H. destruct H as [[[H1 H2] H3] H4].
  assert (Z.to_nat r < rows) by lia. assert (Z.to_nat c < cols) by lia. nia.
Qed.

Lemma line_on_board steps direction : forall s t, In t (line steps rows cols direction s) -> t < rows * cols.
Proof.
  induction steps as [|steps IH]; simpl; [easy|]. intros s t.
  destruct next_square as [u|] eqn:Hu; [|easy]. apply next_square_on_board in Hu.
  intros [<-|Ht]; [easy|]. eauto.
Qed.

Lemma lines_on_board s l t : In l (lines rows cols s) -> In t l -> t < rows * cols.
Proof.
  unfold lines. rewrite in_map_iff. intros (d & <- & _). apply line_on_board.
Qed.

End Lines.

Lemma enclosed_before_found p : forall l passed k, In k (enclosed_before p l passed) ->
  In k passed \/ (In k l /\ exists c, disc p k = Some c /\ same c (side p) = false).
Proof.
  induction l as [|s l IH]; intros passed k; simpl; [easy|].
  destruct (disc p s) as [c|] eqn:Hc; [|easy]. destruct (same c (side p)) eqn:Hs; [auto|].
  intros Hk. apply IH in Hk as [[<-|Hk]|[Hk Hk']]; eauto 6.
Qed.

Lemma turned_found p s k : In k (turned p s) ->
  k < rows p * cols p /\ exists c, disc p k = Some c /\ same c (side p) = false.
Proof.
  unfold turned. destruct (is_empty p s); [|easy]. rewrite in_flat_map. intros (l & Hl & Hk).
  apply enclosed_before_found in Hk as [[]|[Hk Hd]]. split; [|easy]. eapply lines_on_board; eauto.
Qed.

Section Moves.
Variables rows cols : nat.
Hypothesis few : rows * cols <= 63.

Notation at_ := (position_of rows cols).

(** Both sets lie on the board, and no square holds two discs. *)
Definition proper (own opp : int) : Prop :=
  forall k, (has own k = true -> k < rows * cols /\ has opp k = false) /\ (has opp k = true -> k < rows * cols).

Lemma proper_pass own opp : proper own opp -> proper opp own.
Proof.
  intros H k. destruct (H k) as [H1 H2]. split; intros Hk.
  - split; [auto|]. destruct (has own k); [|easy]. destruct H1; congruence.
  - now apply H1.
Qed.

Lemma disc_at sd own opp k : proper own opp ->
  disc (at_ sd own opp) k = if has own k then Some sd else if has opp k then Some (other sd) else None.
Proof.
  intros H. unfold disc, position_of. cbn [discs]. rewrite nth_map_seq. unfold disc_of.
  destruct (Nat.ltb_spec k (rows * cols)).
  - rewrite !test_mask by lia. now destruct (has own k), (has opp k).
  - destruct (H k) as [H1 H2]. destruct (has own k); [destruct H1; auto; lia|].
    destruct (has opp k); [specialize (H2 eq_refl); lia|easy].
Qed.

Lemma is_empty_at sd own opp k : proper own opp -> is_empty (at_ sd own opp) k = negb (has own k || has opp k).
Proof. intros H. unfold is_empty. rewrite disc_at by easy. now destruct (has own k), (has opp k). Qed.

Lemma same_other sd : same (other sd) sd = false.
Proof. now destruct sd. Qed.
Lemma same_refl sd : same sd sd = true.
Proof. now destruct sd. Qed.

Lemma along_spec sd own opp : proper own opp -> forall l passed passed_list,
  (forall t, In t l -> t < 63) -> (forall k, has passed k = is_in k passed_list) ->
  forall k, has (along own opp (map mask l) passed) k = is_in k (enclosed_before (at_ sd own opp) l passed_list).
Proof.
  intros H. induction l as [|s l IH]; intros passed passed_list Hl Hp k; simpl; [apply has_zero|].
  assert (s < 63) by (apply Hl; now left).
  rewrite !test_mask, disc_at by easy. cbn [side position_of].
  destruct (has opp s) eqn:Ho; simpl.
  - assert (has own s = false) as ->. { destruct (has own s) eqn:E; [|easy]. destruct (H s) as [H1 _]. apply H1 in E as [_ E]. congruence. }
    rewrite same_other. apply IH; [eauto with datatypes|].
    intros j. rewrite has_lor, has_mask, Hp by easy. unfold is_in. simpl. apply orb_comm.
  - destruct (has own s); simpl; [rewrite same_refl; apply Hp|apply has_zero].
Qed.

Lemma along_all_spec sd own opp : proper own opp -> forall ls t,
  (forall l, In l ls -> forall t, In t l -> t < 63) ->
  forall k, has (along_all own opp (map (map mask) ls) t) k
            = has t k || is_in k (flat_map (enclosed (at_ sd own opp)) ls).
Proof.
  intros H. induction ls as [|l ls IH]; intros t Hl k; simpl; [now rewrite orb_false_r|].
  rewrite IH by eauto with datatypes. rewrite has_lor, is_in_app, <- orb_assoc. f_equal. f_equal.
  apply along_spec; eauto with datatypes. intros j. apply has_zero.
Qed.

Lemma only_long p ls : flat_map (enclosed p) (filter is_long ls) = flat_map (enclosed p) ls.
Proof.
  induction ls as [|l ls IH]; [easy|]. cbn [filter flat_map].
  destruct l as [|s [|t l]]; cbn [is_long flat_map]; rewrite IH; [reflexivity| |reflexivity].
  unfold enclosed at 2. simpl. destruct (disc p s) as [c|]; [|easy]. now destruct (same c (side p)).
Qed.

Lemma heads_spec sd own opp : proper own opp -> forall ls, (forall l, In l ls -> forall t, In t l -> t < 63) ->
  (opp land heads (map (map mask) ls) =? 0)%uint63 = true ->
  flat_map (enclosed (at_ sd own opp)) ls = [].
Proof.
  intros H. induction ls as [|l ls IH]; intros Hl Hz; [easy|]. simpl in *.
  destruct l as [|s l]; simpl in *; [apply IH; [intros l Hin; apply Hl; now right|exact Hz]|].
  pose proof (proj1 (is_zero _) Hz) as Hk.
  assert (s < 63) by (apply (Hl (s :: l)); eauto with datatypes).
  assert (has opp s = false) as Hs.
  { specialize (Hk s). rewrite has_land, has_lor, has_mask, Nat.eqb_refl in Hk by easy. simpl in Hk.
    now rewrite andb_true_r in Hk. }
  rewrite IH; [|intros l2 Hin; apply Hl; now right|].
  - unfold enclosed. simpl. rewrite disc_at, Hs by easy. cbn [side position_of].
    destruct (has own s); [now rewrite same_refl|easy].
  - apply is_zero. intros k. specialize (Hk k). rewrite has_land, has_lor in Hk. rewrite has_land.
    destruct (has opp k); [|easy]. simpl in *. now apply orb_false_elim in Hk.
Qed.

Notation cell_at := (cell_of rows cols).

Lemma flips_spec sd own opp s : proper own opp -> s < rows * cols -> forall k,
  has (flips_if_empty own opp (cell_at s)) k = is_in k (turned (at_ sd own opp) s).
Proof.
  intros H Hs k. unfold flips_if_empty, turned. cbn [bit cell_of]. rewrite test_mask by lia.
  rewrite is_empty_at, has_lor by easy. destruct (negb _); [|apply has_zero].
  cbn [Rules.rows Rules.cols position_of].
  assert (forall l, In l (filter is_long (lines rows cols s)) -> forall t, In t l -> t < 63) as Hl.
  { intros l Hl t Ht. apply filter_In in Hl as [Hl _]. pose proof (lines_on_board _ _ _ _ _ Hl Ht). lia. }
  unfold flips. cbn [near rays cell_of]. rewrite <- only_long.
  destruct (_ =? 0)%uint63 eqn:Hz.
  - rewrite (heads_spec sd own opp H _ Hl Hz). apply has_zero.
  - rewrite (along_all_spec sd) by easy. now rewrite has_zero.
Qed.

Lemma flips_legal sd own opp s : proper own opp -> s < rows * cols ->
  (flips_if_empty own opp (cell_at s) =? 0)%uint63 = negb (is_legal (at_ sd own opp) s).
Proof.
  intros H Hs. unfold is_legal. apply eq_true_iff_eq. rewrite is_zero. split.
  - intros Hk. rewrite (nothing_in (turned (at_ sd own opp) s)); [easy|].
    intros k. rewrite <- (flips_spec sd) by easy. apply Hk.
  - destruct (turned _ _) eqn:Ht; [|easy]. intros _ k. rewrite (flips_spec sd), Ht by easy. easy.
Qed.

Definition own_after (own opp : int) (on : cell) : int := (opp lxor flips_if_empty own opp on)%uint63.
Definition opp_after (own opp : int) (on : cell) : int := (own lor (bit on lor flips_if_empty own opp on))%uint63.

Lemma turned_of_opp sd own opp s k : proper own opp -> is_in k (turned (at_ sd own opp) s) = true -> has opp k = true.
Proof.
  intros H Hk. apply is_in_spec, turned_found in Hk as (_ & c & Hd & Hc). rewrite disc_at in Hd by easy.
  cbn [side position_of] in Hc.
  destruct (has own k); [injection Hd as <-; now rewrite same_refl in Hc|]. now destruct (has opp k).
Qed.

Lemma has_own_after sd own opp s k : proper own opp -> s < rows * cols ->
  has (own_after own opp (cell_at s)) k = has opp k && negb (is_in k (turned (at_ sd own opp) s)).
Proof.
  intros H Hs. unfold own_after. rewrite has_lxor, (flips_spec sd) by easy.
  pose proof (turned_of_opp sd own opp s k H). destruct (is_in _ _), (has opp k); intuition easy.
Qed.

Lemma has_opp_after sd own opp s k : proper own opp -> s < rows * cols ->
  has (opp_after own opp (cell_at s)) k = has own k || ((k =? s) || is_in k (turned (at_ sd own opp) s)).
Proof.
  intros H Hs. unfold opp_after. cbn [bit cell_of].
  rewrite !has_lor, has_mask, (flips_spec sd) by lia || easy. easy.
Qed.

Section Placed.
Variables (sd : colour) (own opp : int) (s : nat).
Hypotheses (H : proper own opp) (Hs : s < rows * cols) (Hempty : is_empty (at_ sd own opp) s = true).

Lemma proper_after : proper (own_after own opp (cell_at s)) (opp_after own opp (cell_at s)).
Proof.
  rewrite is_empty_at in Hempty by easy. apply negb_true_iff, orb_false_elim in Hempty as [Ho Hp].
  intros k. rewrite !(has_own_after sd), !(has_opp_after sd) by easy. destruct (H k) as [H1 H2]. split.
  - rewrite andb_true_iff, negb_true_iff. intros [Hk Ht]. split; [auto|]. rewrite Ht.
    destruct (has own k); [destruct H1; congruence|]. simpl. rewrite orb_false_r.
    destruct (Nat.eqb_spec k s); [congruence|easy].
  - rewrite !orb_true_iff. intros [Hk|[Hk|Hk]].
    + now apply H1.
    + apply Nat.eqb_eq in Hk. now subst.
    + apply H2. eapply turned_of_opp; eauto.
Qed.

Lemma place_at :
  place (at_ sd own opp) s = at_ (other sd) (own_after own opp (cell_at s)) (opp_after own opp (cell_at s)).
Proof.
  rewrite is_empty_at in Hempty by easy. apply negb_true_iff, orb_false_elim in Hempty as [Ho Hp].
  unfold place. cbn [Rules.rows Rules.cols side position_of].
  unfold squares, number_of_squares. cbn [Rules.rows Rules.cols position_of].
  set (now := at_ sd own opp). unfold position_of. f_equal. subst now.
  apply map_ext_in. intros k Hk. apply in_seq in Hk. unfold disc_of. rewrite !test_mask by lia.
  rewrite (has_own_after sd), (has_opp_after sd), disc_at, other_other by easy.
  cbn [existsb]. fold (is_in k (turned (at_ sd own opp) s)).
  pose proof (turned_of_opp sd own opp s k H) as Ht. pose proof (proj1 (H k)) as Hd.
  destruct (Nat.eqb_spec k s) as [->|]; simpl.
  - rewrite Hp. simpl. now rewrite orb_true_r.
  - destruct (is_in k _); simpl.
    + rewrite Ht by easy. simpl. now rewrite orb_true_r.
    + rewrite andb_true_r, orb_false_r. destruct (has own k), (has opp k); simpl; try easy.
      now destruct Hd.
Qed.

End Placed.

Lemma pass_at sd own opp : proper own opp -> pass (at_ sd own opp) = at_ (other sd) opp own.
Proof.
  intros H. unfold pass. cbn [Rules.rows Rules.cols side discs position_of]. unfold position_of. f_equal.
  apply map_ext_in. intros k Hk. apply in_seq in Hk. unfold disc_of. rewrite !test_mask, other_other by lia.
  pose proof (proj1 (H k)) as Hd. destruct (has own k), (has opp k); simpl; try easy. now destruct Hd.
Qed.

(** Cells of the board, those of all empty squares among them. *)
Definition covers (left : list cell) (own opp : int) : Prop :=
  (forall on, In on left -> exists s, s < rows * cols /\ on = cell_at s) /\
  (forall s, s < rows * cols -> has own s = false -> has opp s = false -> In (cell_at s) left).

Lemma covers_all own opp : covers (map cell_at (seq 0 (rows * cols))) own opp.
Proof.
  split.
  - intros on Hon. apply in_map_iff in Hon as (s & <- & Hs). apply in_seq in Hs. exists s. split; [lia|easy].
  - intros s Hs _ _. apply in_map. apply in_seq. lia.
Qed.

Lemma covers_pass left own opp : covers left own opp -> covers left opp own.
Proof. intros [H1 H2]. split; auto. Qed.

Lemma covers_after left own opp s : proper own opp -> s < rows * cols -> covers left own opp ->
  covers left (own_after own opp (cell_at s)) (opp_after own opp (cell_at s)).
Proof.
  intros H Hs [H1 H2]. split; [easy|]. intros t Ht.
  rewrite (has_own_after Black), (has_opp_after Black) by easy.
  rewrite !orb_false_iff, andb_false_iff, negb_false_iff. intros [Ho|Ho] (Hp & _ & Hq); [now apply H2|congruence].
Qed.

(** What holds after some move. *)
Definition after_some (left : list cell) (own opp : int) (f : int -> int -> bool) : bool :=
  existsb (fun on => negb (flips_if_empty own opp on =? 0)%uint63 && f (own_after own opp on) (opp_after own opp on)) left.

Lemma after_some_move sd left own opp (f : position -> bool) : proper own opp -> covers left own opp ->
  after_some left own opp (fun own opp => f (at_ (other sd) own opp))
  = existsb f (map (place (at_ sd own opp)) (moves (at_ sd own opp))).
Proof.
  intros H [H1 H2]. apply eq_true_iff_eq. unfold after_some. rewrite !existsb_exists. split.
  - intros (on & Hon & Hf). apply H1 in Hon as (s & Hs & ->).
    rewrite (flips_legal sd), negb_involutive, andb_true_iff in Hf by easy. destruct Hf as [Hlegal Hf].
    assert (In s (moves (at_ sd own opp))) as Hm by (apply filter_In; split; [now apply in_squares|easy]).
    exists (place (at_ sd own opp) s). split; [now apply in_map|].
    rewrite place_at; auto. now apply moves_empty.
  - intros (q & Hq & Hf). apply in_map_iff in Hq as (s & <- & Hm).
    pose proof (moves_empty _ _ Hm) as [Hempty Hs]. change (s < rows * cols) in Hs.
    pose proof Hempty as He. rewrite is_empty_at in He by easy. apply negb_true_iff, orb_false_elim in He as [Ho Hp].
    exists (cell_at s). split; [now apply H2|].
    apply filter_In in Hm as [_ Hm].
    rewrite (flips_legal sd), negb_involutive, Hm, <- place_at by easy. easy.
Qed.

Lemma after_some_any sd left own opp : proper own opp -> covers left own opp ->
  after_some left own opp (fun _ _ => true) = match moves (at_ sd own opp) with [] => false | _ => true end.
Proof.
  intros H Hc. rewrite (after_some_move sd left own opp (fun _ => true)) by easy. now destruct (moves _).
Qed.

Lemma can_move_spec sd left own opp : proper own opp -> covers left own opp ->
  can_move left own opp = match moves (at_ sd own opp) with [] => false | _ => true end.
Proof.
  intros H Hc. rewrite <- (after_some_any sd left) by easy. unfold after_some. clear Hc.
  induction left as [|on left IH]; [easy|]. simpl. now destruct (_ =? 0)%uint63.
Qed.

Lemma exists_insert f new nodes : existsb f (insert new nodes) = f new || existsb f nodes.
Proof.
  induction nodes as [|first rest IH]; [easy|]. simpl. destruct (_ <=? _)%uint63; simpl; [|easy].
  rewrite IH, !orb_assoc. f_equal. apply orb_comm.
Qed.

Lemma exists_nodes all own opp (f : int -> int -> bool) : forall left nodes,
  existsb (fun next => f (mover next) (waiting next)) (nodes_after all left own opp nodes)
  = existsb (fun next => f (mover next) (waiting next)) nodes || after_some left own opp f.
Proof.
  induction left as [|on left IH]; intros nodes; simpl; [now rewrite orb_false_r|].
  rewrite IH. destruct (_ =? 0)%uint63; simpl; [easy|].
  rewrite exists_insert. simpl. rewrite orb_assoc. f_equal. apply orb_comm.
Qed.

End Moves.
