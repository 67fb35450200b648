(** What the program accepts is true. *)

From Coq Require Import List ZArith Bool Lia Uint63.
From Verified Require Import Rules Value Bits Program Moves Search Symmetry.
Import ListNotations.

(** * The statement *)

Definition bound_holds (exact : Z) (what : bound) : Prop :=
  match what with
  | AtLeast score => (score <= exact)%Z
  | AtMost score => (exact <= score)%Z
  end.

(** A claim holds if the value of its position, by the rules, keeps to all its bounds. *)
Definition holds (what : claim) : Prop := Forall (bound_holds (value (rule what) (root what))) (bounds what).

(** * Its proof *)

Lemma in_insert x new nodes : In x (insert new nodes) -> x = new \/ In x nodes.
Proof.
  induction nodes as [|first rest IH]; simpl; [intuition congruence|].
  destruct (_ <=? _)%uint63; simpl; intuition congruence.
Qed.

Lemma in_nodes all own opp x : forall left nodes, In x (nodes_after all left own opp nodes) ->
  In x nodes \/ exists on, In on left /\ (flips_if_empty own opp on =? 0)%uint63 = false
                 /\ mover x = own_after own opp on /\ waiting x = opp_after own opp on.
Proof.
  induction left as [|on left IH]; simpl; [auto|]. intros nodes Hx. apply IH in Hx as [Hx|(on' & Hon & Hx)].
  - destruct (_ =? 0)%uint63 eqn:Hf; [auto|]. apply in_insert in Hx as [->|Hx]; [|auto].
    right. exists on. auto.
  - right. exists on'. tauto.
Qed.

Lemma pick_in {A} (list : list A) : forall number x, pick list number = Some x -> In x list.
Proof.
  induction list as [|first rest IH]; simpl; [easy|]. intros number x.
  destruct (_ =? 0)%uint63; [intros E; injection E as ->; now left|]. intros E. right. eauto.
Qed.

Section Check.
Variables (rows cols : nat) (by_rule : scoring).
Hypothesis few : rows * cols <= 63.
Notation g := (game_of rows cols by_rule).
Notation cell_at := (cell_of rows cols).
Notation at_ := (position_of rows cols).
Notation all := (seq 0 (rows * cols)).
Notation proper := (proper rows cols).
Notation reaches := (reaches by_rule).

Lemma g_cells : cells g = map cell_at all.
Proof. reflexivity. Qed.

Lemma full_spec : forall l set k, (forall s, In s l -> s < 63) ->
  has (fold_left (fun set on => set lor bit on)%uint63 (map cell_at l) set) k = has set k || is_in k l.
Proof.
  induction l as [|s l IH]; intros set k Hl; cbn [map fold_left]; [now rewrite orb_false_r|].
  rewrite IH by (intros; apply Hl; now right). cbn [bit cell_of].
  rewrite has_lor, has_mask, <- orb_assoc by (apply Hl; now left). reflexivity.
Qed.

Lemma g_full k : has (full g) k = (k <? rows * cols).
Proof.
  unfold game_of. cbn [full]. rewrite full_spec, has_zero.
  - cbn [orb]. apply eq_true_iff_eq. rewrite is_in_spec, in_seq, Nat.ltb_lt. lia.
  - intros s Hs. apply in_seq in Hs. lia.
Qed.

Lemma g_wof : wof g = match by_rule with Wof => true | Discs => false end.
Proof. reflexivity. Qed.

Lemma g_by_worth on : In on (by_worth g) <-> In on (cells g).
Proof.
  unfold game_of. cbn [by_worth cells]. rewrite in_flat_map. split.
  - intros (how & _ & Hon). apply in_map_iff in Hon as (s & <- & Hs). apply filter_In in Hs as [Hs _].
    now apply in_map.
  - intros Hon. apply in_map_iff in Hon as (s & <- & Hs). exists (worth rows cols s). split.
    + apply in_seq. unfold worth.
      pose proof (filter_length (fun line : list nat => match line with [] => false | _ => true end) (lines rows cols s)).
      unfold lines in *. rewrite map_length in *. cbn [length directions] in *. lia.
    + apply in_map, filter_In. split; [easy|]. unfold is_worth. apply Nat.eqb_refl.
Qed.

Lemma least_right sd own opp : proper own opp -> forall list best,
  (forall f, In f list -> is_symmetry rows cols f = true) ->
  (proper (fst best) (snd best) /\
     forall goal, reaches (at_ sd (fst best) (snd best)) goal = reaches (at_ sd own opp) goal) ->
  let found := least (map (pairs_of rows cols) list) own opp best in
  proper (fst found) (snd found) /\
    forall goal, reaches (at_ sd (fst found) (snd found)) goal = reaches (at_ sd own opp) goal.
Proof.
  intros H. induction list as [|f list IH]; intros best Hl Hb; [exact Hb|]. cbn [map least].
  apply IH; [intros; apply Hl; now right|].
  destruct (is_less _ best); [|exact Hb].
  assert (is_symmetry rows cols f = true) as Hf by (apply Hl; now left).
  pose proof (image_right rows cols f Hf few sd own opp H) as Hi.
  destruct (image (pairs_of rows cols f) own opp 0 0) as [own' opp']. cbn [fst snd].
  destruct Hi as [Hp Hi]. split; [exact Hp|]. intros goal. eapply image_reaches; eauto.
Qed.

Lemma canonical_right sd own opp : proper own opp ->
  let found := canonical g own opp in
  proper (fst found) (snd found) /\
    forall goal, reaches (at_ sd (fst found) (snd found)) goal = reaches (at_ sd own opp) goal.
Proof.
  intros H. unfold canonical, game_of. cbn [symmetries]. apply least_right; auto.
  intros f Hf. now apply filter_In in Hf.
Qed.

Section Walk.
Variables (prover : colour) (goal version : int).
Hypothesis goal_small : (to_Z goal <= 128)%Z.

(** That the prover reaches its goal. *)
Definition good (by_prover : bool) (x : int * int) : Prop :=
  if by_prover then reaches (at_ prover (fst x) (snd x)) (integer goal) = true
  else reaches (at_ (other prover) (fst x) (snd x)) (1 - integer goal) = false.

Definition is_in_level (by_prover : bool) (x : int * int) (l : level) : Prop :=
  Positions.In x (if by_prover then provers l else others l).

Definition all_proper (l : level) : Prop := forall b x, is_in_level b x l -> proper (fst x) (snd x).
Definition all_good (l : level) : Prop := forall b x, is_in_level b x l -> good b x.

Lemma in_add b x l b' y : is_in_level b' y (add b x l) <-> (b' = b /\ y = x) \/ is_in_level b' y l.
Proof.
  unfold is_in_level, add. destruct b, b'; cbn [provers others]; rewrite ?Positions.add_spec; intuition congruence.
Qed.

Lemma add_right b x l : proper (fst x) (snd x) -> all_proper l ->
  all_proper (add b x l) /\ (all_good (add b x l) -> good b x /\ all_good l).
Proof.
  intros Hx Hl. split.
  - intros b' y Hy. apply in_add in Hy as [[-> ->]|Hy]; [easy|eauto].
  - intros H. split.
    + apply H, in_add. now left.
    + intros b' y Hy. apply H, in_add. now right.
Qed.

Lemma good_canonical b own opp : proper own opp -> good b (canonical g own opp) -> good b (own, opp).
Proof.
  intros H. unfold good. cbn [fst snd].
  destruct b; [destruct (canonical_right prover own opp H) as [_ E]|destruct (canonical_right (other prover) own opp H) as [_ E]];
    rewrite E; easy.
Qed.

Lemma good_pass (b : bool) own opp sd : proper own opp -> moves (at_ sd own opp) = [] -> sd = (if b then prover else other prover) ->
  good (negb b) (opp, own) -> good b (own, opp).
Proof.
  intros H Hm E. unfold good. cbn [fst snd].
  destruct b; subst sd; cbn [negb];
    rewrite (no_move_reaches rows cols by_rule g few g_full _ own opp _ H Hm), ?other_other.
  - now intros ->.
  - replace (1 - (1 - integer goal))%Z with (integer goal) by lia. now intros ->.
Qed.

Lemma enter_right b own opp l l' : proper own opp -> all_proper l -> enter g goal b own opp l = Some l' ->
  all_proper l' /\ (all_good l' -> good b (own, opp) /\ all_good l).
Proof.
  intros H Hl. unfold enter. pose proof (proper_pass _ _ _ _ H) as H'.
  set (sd := if b then prover else other prover).
  rewrite (can_move_spec rows cols few sd (cells g) own opp H (covers_all rows cols few own opp)).
  rewrite (can_move_spec rows cols few (other sd) (cells g) opp own H' (covers_all rows cols few opp own)).
  destruct (moves (at_ sd own opp)) eqn:Hm.
  - destruct (moves (at_ (other sd) opp own)) eqn:Hp.
    + assert (forall z, reaches (at_ sd own opp) z = (z <=? score by_rule (at_ sd own opp))%Z) as Hr.
      { intros z. now apply over_reaches. }
      destruct (integer_final rows cols by_rule g few g_cells g_full g_wof sd own opp H) as [Hi Hi'].
      set (s := final_score g own opp) in *. cbv zeta.
      destruct (if b then (goal <=? s)%uint63 else (s <=? 128 - goal)%uint63) eqn:Hs; [|easy].
      intros E. injection E as <-. split; [easy|]. intros Hgood. split; [|easy].
      unfold good. cbn [fst snd]. subst sd.
      destruct b; rewrite Hr, <- Hi; unfold integer in *; rewrite leb_Z in Hs; apply Z.leb_le in Hs.
      * apply Z.leb_le. lia.
      * rewrite to_Z_sub in Hs by exact goal_small. change (to_Z 128) with 128%Z in Hs.
        apply Z.leb_gt. lia.
    + intros E. injection E as <-.
      destruct (canonical_right sd opp own H') as [Hc _].
      destruct (add_right (negb b) (canonical g opp own) l Hc Hl) as [H1 H2]. split; [easy|].
      intros Hgood. apply H2 in Hgood as [Hgood Hrest]. split; [|easy].
      apply (good_pass b own opp sd); auto. now apply good_canonical.
  - intros E. injection E as <-.
    destruct (canonical_right sd own opp H) as [Hc _].
    destruct (add_right b (canonical g own opp) l Hc Hl) as [H1 H2]. split; [easy|].
    intros Hgood. apply H2 in Hgood as [Hgood Hrest]. split; [|easy]. now apply good_canonical.
Qed.

Lemma leaf_right b x : proper (fst x) (snd x) -> leaf_holds g goal b x = true -> good b x.
Proof.
  destruct x as [own opp]. cbn [fst snd]. intros H. unfold leaf_holds, good. cbn [fst snd].
  destruct (integer_against goal) as [Ha Ha']; [lia|].
  destruct b.
  - now rewrite (reaches_goal_right rows cols by_rule g few g_cells g_full g_wof g_by_worth prover) by (easy || lia).
  - rewrite (reaches_goal_right rows cols by_rule g few g_cells g_full g_wof g_by_worth (other prover)) by easy.
    rewrite Ha. apply negb_true_iff.
Qed.

Lemma after_right sd own opp on : proper own opp -> In on (cells g) ->
  (flips_if_empty own opp on =? 0)%uint63 = false ->
  proper (own_after own opp on) (opp_after own opp on) /\
  (forall z, reaches (at_ (other sd) (own_after own opp on) (opp_after own opp on)) (1 - z) = false ->
     reaches (at_ sd own opp) z = true).
Proof.
  intros H Hon Hf. rewrite g_cells in Hon. pose proof Hon as Hon'. apply in_map_iff in Hon as (s & <- & Hs). apply in_seq in Hs.
  assert (s < rows * cols) as Hs' by lia.
  pose proof Hf as Hf'. rewrite (flips_legal rows cols few sd) in Hf by easy. apply negb_false_iff in Hf.
  assert (is_empty (at_ sd own opp) s = true) as Hempty
    by (unfold is_legal, turned in Hf; now destruct (is_empty _ s)).
  split; [eapply proper_after; eauto|]. intros z Hz.
  rewrite (some_move_reaches rows cols by_rule few sd (map cell_at all) own opp z H (covers_all rows cols few own opp)).
  - apply existsb_exists. exists (cell_at s). split; [easy|]. now rewrite Hf', Hz.
  - assert (In s (moves (at_ sd own opp))) as Hm by (apply filter_In; split; [now apply in_squares|easy]).
    intros E. now rewrite E in Hm.
Qed.

Lemma chosen_right byte own opp x : proper own opp -> chosen g version byte own opp = Some x ->
  proper (mover x) (waiting x) /\ (good false (mover x, waiting x) -> good true (own, opp)).
Proof.
  intros H Hx.
  assert (exists on, In on (cells g) /\ (flips_if_empty own opp on =? 0)%uint63 = false
          /\ mover x = own_after own opp on /\ waiting x = opp_after own opp on) as (on & Hon & Hf & -> & ->).
  { unfold chosen in Hx. destruct (3 <=? version)%uint63.
    - apply pick_in, in_nodes in Hx as [[]|Hx]. exact Hx.
    - destruct (pick (cells g) byte) as [on|] eqn:Hon; [|easy]. apply pick_in in Hon.
      apply pick_in, in_nodes in Hx as [[]|(on' & [<-|[]] & Hx)]. exists on. tauto. }
  destruct (after_right prover own opp on H Hon Hf) as [Hp Hr]. split; [easy|].
  unfold good. cbn [fst snd]. apply Hr.
Qed.

(** What holds if no search is left to other parts. *)
Variable is_mine : int * int -> bool.
Hypothesis all_mine : forall x, is_mine x = true.

Lemma passes_right b x : proper (fst x) (snd x) -> leaf_passes g goal is_mine b x = true -> good b x.
Proof. unfold leaf_passes. rewrite all_mine. apply leaf_right. Qed.

Lemma follow_right may_mark : forall positions moves l moves' l',
  (forall x, In x positions -> proper (fst x) (snd x)) -> all_proper l ->
  follow g goal version is_mine may_mark positions moves l = Some (moves', l') ->
  all_proper l' /\ (all_good l' -> all_good l /\ forall x, In x positions -> good true x).
Proof.
  induction positions as [|[own opp] positions IH]; intros moves l moves' l' Hx Hl Hf.
  - cbn in Hf. injection Hf as <- <-. split; [easy|]. intros Hg. split; [easy|]. intros x [].
  - cbn [follow] in Hf. destruct moves as [|byte moves]; [easy|].
    assert (proper own opp) as H by apply (Hx (own, opp) (or_introl eq_refl)).
    assert (forall x, In x positions -> proper (fst x) (snd x)) as Hx' by (intros; apply Hx; now right).
    destruct (byte =? 64)%uint63.
    + destruct may_mark; [|easy]. destruct (leaf_passes g goal is_mine true (own, opp)) eqn:Hleaf; [|easy].
      apply IH in Hf as [H1 H2]; auto. split; [easy|]. intros Hg. apply H2 in Hg as [Hg Hrest]. split; [easy|].
      intros x [<-|Hin]; [|auto]. now apply passes_right.
    + destruct (chosen g version byte own opp) as [x|] eqn:Hchosen; [|easy].
      apply chosen_right in Hchosen as [Hp Hgood]; [|easy].
      destruct (enter g goal false (mover x) (waiting x) l) as [l''|] eqn:Henter; [|easy].
      apply enter_right in Henter as [Hl'' He]; auto.
      apply IH in Hf as [H1 H2]; auto. split; [easy|]. intros Hg. apply H2 in Hg as [Hg Hrest].
      apply He in Hg as [Hg Hg']. split; [easy|]. intros y [<-|Hin]; auto.
Qed.

Lemma enter_all_right : forall nodes l l',
  (forall x, In x nodes -> proper (mover x) (waiting x)) -> all_proper l ->
  enter_all g goal nodes l = Some l' ->
  all_proper l' /\ (all_good l' -> all_good l /\ forall x, In x nodes -> good true (mover x, waiting x)).
Proof.
  induction nodes as [|x nodes IH]; intros l l' Hx Hl Hf; cbn [enter_all] in Hf.
  - injection Hf as <-. split; [easy|]. intros Hg. split; [easy|]. intros x [].
  - destruct (enter g goal true (mover x) (waiting x) l) as [l''|] eqn:Henter; [|easy].
    apply enter_right in Henter as [Hl'' He]; auto; [|apply Hx; now left].
    apply IH in Hf as [H1 H2]; auto; [|intros; apply Hx; now right].
    split; [easy|]. intros Hg. apply H2 in Hg as [Hg Hrest]. apply He in Hg as [Hg Hg']. split; [easy|].
    intros y [<-|Hin]; auto.
Qed.

Lemma follow_all_right : forall positions l l',
  (forall x, In x positions -> proper (fst x) (snd x)) -> all_proper l ->
  follow_all g goal positions l = Some l' ->
  all_proper l' /\ (all_good l' -> all_good l /\ forall x, In x positions -> good false x).
Proof.
  induction positions as [|[own opp] positions IH]; intros l l' Hx Hl Hf; cbn [follow_all] in Hf.
  - injection Hf as <-. split; [easy|]. intros Hg. split; [easy|]. intros x [].
  - assert (proper own opp) as H by apply (Hx (own, opp) (or_introl eq_refl)).
    assert (forall x, In x positions -> proper (fst x) (snd x)) as Hx' by (intros; apply Hx; now right).
    pose proof (in_nodes [] own opp) as Hin.
    pose proof (fun f => exists_nodes [] own opp f (cells g) []) as Hex.
    specialize (fun x => Hin x (cells g) []).
    destruct (nodes_after [] (cells g) own opp []) as [|first rest] eqn:Hnodes; [easy|]. rewrite <- Hnodes in *.
    destruct (enter_all g goal _ l) as [l''|] eqn:Henter; [|easy].
    apply enter_all_right in Henter as [Hl'' He]; auto.
    2:{ intros x Hn. apply Hin in Hn as [[]|(on & Hon & Hflips & -> & ->)].
        now apply (after_right prover own opp on). }
    apply IH in Hf as [H1 H2]; auto. split; [easy|]. intros Hg. apply H2 in Hg as [Hg Hrest].
    apply He in Hg as [Hg Hg']. split; [easy|]. intros y [<-|Hy]; [|auto].
    unfold good. cbn [fst snd].
    rewrite (some_move_reaches rows cols by_rule few (other prover) (cells g) own opp _ H (covers_all rows cols few own opp)).
    + rewrite other_other. replace (1 - (1 - integer goal))%Z with (integer goal) by lia.
      specialize (Hex (fun own opp => negb (reaches (at_ prover own opp) (integer goal)))). cbn [existsb orb] in Hex.
      rewrite <- Hex. apply not_true_iff_false. rewrite existsb_exists. intros (x & Hn & Hbad).
      apply Hg' in Hn. unfold good in Hn. cbn [fst snd] in Hn. now rewrite Hn in Hbad.
    + intros E. specialize (Hex (fun _ _ => true)).
      rewrite (after_some_any rows cols few (other prover) (cells g) own opp H (covers_all rows cols few own opp)), E, Hnodes
        in Hex.
      discriminate.
Qed.

Lemma in_elements x set : In x (Positions.elements set) <-> Positions.In x set.
Proof.
  rewrite <- Positions.elements_spec1. rewrite SetoidList.InA_alt. split.
  - intros H. exists x. now split.
  - intros (y & E & H). now rewrite E.
Qed.

Lemma none_proper : all_proper no_positions.
Proof. intros b x Hx. exfalso. unfold is_in_level in Hx. destruct b; cbn in Hx; now apply Positions.empty_spec in Hx. Qed.

Lemma walk_right : forall levels empty_squares l moves rest, all_proper l ->
  walk g goal version is_mine levels empty_squares l moves = Some rest -> all_good l.
Proof.
  induction levels as [|levels IH]; intros empty_squares l moves rest Hl Hw; cbn [walk] in Hw.
  - destruct (forallb (leaf_passes g goal is_mine true) _) eqn:H1; [|easy].
    destruct (forallb (leaf_passes g goal is_mine false) _) eqn:H2; [|easy].
    rewrite forallb_forall in H1, H2. intros b x Hx. apply passes_right; [now apply (Hl b)|].
    destruct b; [apply H1|apply H2]; now apply in_elements.
  - cbv zeta in Hw.
    destruct (follow g goal version is_mine _ _ moves no_positions) as [[moves' l1]|] eqn:Hf; [|easy].
    destruct (follow_all g goal _ l1) as [l2|] eqn:Ha; [|easy].
    apply follow_right in Hf as [P1 G1]; [|intros x Hx; now apply (Hl true), in_elements|exact none_proper].
    apply follow_all_right in Ha as [P2 G2]; [|intros x Hx; now apply (Hl false), in_elements|exact P1].
    apply IH in Hw; [|exact P2]. apply G2 in Hw as [Hw Hothers]. apply G1 in Hw as [_ Hprovers].
    intros b x Hx. destruct b; [apply Hprovers|apply Hothers]; now apply in_elements.
Qed.

End Walk.

Lemma check_proof_right is_mine sd version cut own opp bytes what rest :
  (forall x, is_mine x = true) -> proper own opp ->
  check_proof g is_mine version cut own opp bytes = Some (what, rest) -> bound_holds (value by_rule (at_ sd own opp)) what.
Proof.
  intros Hmine H. unfold check_proof. destruct bytes as [|kind [|byte moves]]; [easy|easy|]. cbv zeta.
  pose proof (count_all rows cols g few g_cells (full g)) as Hsize.
  assert (size rows cols (full g) <= 63) as Hsmall.
  { unfold size. eapply Nat.le_trans; [apply filter_length|]. now rewrite seq_length. }
  set (squares := count_in (cells g) (full g) 0) in *. set (score := score_of byte).
  set (by_prover := (kind =? 0)%uint63).
  set (goal := if by_prover then score else (128 - score)%uint63).
  destruct (_ && _) eqn:Hscore; [|easy]. rewrite !andb_true_iff in Hscore. destruct Hscore as [[_ Hscore] _].
  rewrite leb_Z, to_Z_add in Hscore by (rewrite Hsize; change (to_Z 64) with 64%Z; lia).
  apply Z.leb_le in Hscore. change (to_Z 64) with 64%Z in Hscore.
  assert (to_Z score <= 127)%Z as Hs by lia. clear Hscore.
  assert (to_Z goal <= 128)%Z as Hgoal.
  { unfold goal. destruct by_prover; [lia|]. rewrite to_Z_sub; change (to_Z 128) with 128%Z; [|lia].
    pose proof (to_Z_bounded score). lia. }
  destruct (goal + squares =? 64)%uint63 eqn:Hlowest.
  { intros E. injection E as <- _. pose proof (value_bounded by_rule (at_ sd own opp)) as Hvalue.
    change (number_of_squares (at_ sd own opp)) with (rows * cols) in Hvalue.
    assert (size rows cols (full g) = rows * cols) as Hall.
    { unfold size. rewrite (filter_same _ (fun _ => true)).
      - clear. rewrite <- (seq_length (rows * cols) 0) at 2. induction all as [|s l IH]; [easy|]. cbn. now rewrite IH.
      - intros k Hk. apply in_seq in Hk. rewrite g_full. apply Nat.ltb_lt. lia. }
    rewrite Hall in Hsize. rewrite eqb_Z, to_Z_add in Hlowest by (rewrite Hsize; lia).
    apply Z.eqb_eq in Hlowest. rewrite Hsize in Hlowest. change (to_Z 64) with 64%Z in Hlowest.
    unfold goal in Hlowest. destruct by_prover; cbn [bound_holds]; unfold integer.
    - lia.
    - rewrite to_Z_sub in Hlowest by (change (to_Z 128) with 128%Z; lia). change (to_Z 128) with 128%Z in Hlowest. lia. }
  destruct (enter g goal by_prover own opp no_positions) as [l|] eqn:Henter; [|easy].
  destruct (walk g goal version is_mine _ _ l moves) as [rest'|] eqn:Hwalk; [|easy].
  intros E. injection E as <- _.
  set (prover := if by_prover then sd else other sd).
  apply (enter_right prover goal Hgoal) in Henter as [Hl He]; [|exact H|exact none_proper].
  apply (walk_right prover goal version Hgoal is_mine Hmine) in Hwalk; [|exact Hl].
  apply He in Hwalk as [Hgood _]. unfold good in Hgood. cbn [fst snd] in Hgood.
  unfold Value.reaches in Hgood. subst prover goal. destruct by_prover; cbn [bound_holds].
  - now apply Z.leb_le in Hgood.
  - rewrite other_other in Hgood. apply Z.leb_gt in Hgood. unfold integer in *.
    rewrite to_Z_sub in Hgood by (change (to_Z 128) with 128%Z; lia). change (to_Z 128) with 128%Z in Hgood. lia.
Qed.

Lemma is_position_proper own opp : is_position g own opp = true -> proper own opp.
Proof.
  unfold is_position. rewrite andb_true_iff. intros [H1 H2]. pose proof (proj1 (is_zero _) H1) as Hz.
  apply eqb_spec in H2.
  assert (forall k, has own k || has opp k = true -> k < rows * cols) as Hon.
  { intros k Hk. apply Nat.ltb_lt. rewrite <- g_full, <- H2, has_lor, has_lor, Hk. easy. }
  intros k. specialize (Hz k). rewrite has_land in Hz. specialize (Hon k).
  destruct (has own k), (has opp k); cbn [andb orb] in *; intuition easy.
Qed.

End Check.

Lemma check_proofs_right is_mine rows cols by_rule sd own opp version cut two body what :
  (forall x, is_mine x = true) ->
  check_proofs is_mine rows cols by_rule sd own opp version cut two body = Proven what -> holds what.
Proof.
  intros Hmine. unfold check_proofs. cbv zeta. destruct (_ && _) eqn:H; [|easy]. apply andb_true_iff in H as [Hfew H].
  apply Nat.leb_le in Hfew. apply is_position_proper in H; [|exact Hfew].
  destruct (check_proof _ is_mine version cut own opp body) as [[first rest]|] eqn:H1; [|easy].
  apply (check_proof_right rows cols by_rule Hfew is_mine sd) in H1; [|exact Hmine|exact H].
  destruct two.
  - destruct first as [low|low]; [|easy].
    destruct (check_proof _ is_mine version cut own opp rest) as [[[high|high] [|]]|] eqn:H2; try easy.
    apply (check_proof_right rows cols by_rule Hfew is_mine sd) in H2; [|exact Hmine|exact H].
    intros E. injection E as <-. unfold holds. cbn [rule root bounds]. auto.
  - destruct rest; [|easy]. intros E. injection E as <-. unfold holds. cbn [rule root bounds]. auto.
Qed.

(** * Parts *)

Section Either.
Variables one another : int * int -> bool.
Definition either (x : int * int) : bool := one x || another x.

(** What passes two checks passes one that searches all that either searches. *)
Lemma passes_either g goal b x :
  leaf_passes g goal one b x = true -> leaf_passes g goal another b x = true -> leaf_passes g goal either b x = true.
Proof. unfold leaf_passes, either. destruct (one x), (another x); easy. Qed.

Lemma follow_either g goal version may_mark : forall positions moves l r r',
  follow g goal version one may_mark positions moves l = Some r ->
  follow g goal version another may_mark positions moves l = Some r' ->
  r = r' /\ follow g goal version either may_mark positions moves l = Some r.
Proof.
  induction positions as [|[own opp] positions IH]; intros moves l r r'; cbn [follow].
  - intros E E'. now injection E as <-; injection E' as <-.
  - destruct moves as [|byte moves]; [easy|]. destruct (byte =? 64)%uint63.
    + destruct may_mark; [|easy].
      pose proof (passes_either g goal true (own, opp)) as Hp.
      destruct (leaf_passes g goal one _ _); [|easy]. destruct (leaf_passes g goal another _ _); [|easy].
      rewrite Hp by easy. apply IH.
    + destruct (chosen g version byte own opp); [|easy]. destruct (enter g goal false _ _ l); [|easy]. apply IH.
Qed.

Lemma forall_either g goal b list :
  forallb (leaf_passes g goal one b) list = true -> forallb (leaf_passes g goal another b) list = true ->
  forallb (leaf_passes g goal either b) list = true.
Proof. rewrite !forallb_forall. intros H H' x Hx. apply passes_either; auto. Qed.

Lemma walk_either g goal version : forall levels empty_squares l moves r r',
  walk g goal version one levels empty_squares l moves = Some r ->
  walk g goal version another levels empty_squares l moves = Some r' ->
  r = r' /\ walk g goal version either levels empty_squares l moves = Some r.
Proof.
  induction levels as [|levels IH]; intros empty_squares l moves r r'; cbn [walk]; cbv zeta.
  - pose proof (forall_either g goal true (Positions.elements (provers l))) as H1.
    pose proof (forall_either g goal false (Positions.elements (others l))) as H2.
    destruct (forallb (leaf_passes g goal one true) _); [|easy].
    destruct (forallb (leaf_passes g goal one false) _); [|easy].
    destruct (forallb (leaf_passes g goal another true) _); [|easy].
    destruct (forallb (leaf_passes g goal another false) _); [|easy].
    rewrite H1, H2 by easy. intros E E'. now injection E as <-; injection E' as <-.
  - destruct (follow g goal version one _ _ _ _) as [[m n]|] eqn:H1; [|easy].
    destruct (follow g goal version another _ _ _ _) as [[m' n']|] eqn:H2; [|easy].
    destruct (follow_either _ _ _ _ _ _ _ _ _ H1 H2) as [E ->]. injection E as <- <-.
    destruct (follow_all g goal _ n); [|easy]. apply IH.
Qed.

Lemma check_proof_either g version cut own opp bytes r r' :
  check_proof g one version cut own opp bytes = Some r -> check_proof g another version cut own opp bytes = Some r' ->
  r = r' /\ check_proof g either version cut own opp bytes = Some r.
Proof.
  unfold check_proof. destruct bytes as [|kind [|byte moves]]; [easy|easy|]. cbv zeta.
  destruct (_ && _); [|easy]. destruct (_ =? 64)%uint63.
  { intros E E'. now injection E as <-; injection E' as <-. }
  destruct (enter g _ _ own opp no_positions) as [l|]; [|easy].
  destruct (walk g _ version one _ _ l moves) as [m|] eqn:H1; [|easy].
  destruct (walk g _ version another _ _ l moves) as [m'|] eqn:H2; [|easy].
  destruct (walk_either _ _ _ _ _ _ _ _ _ H1 H2) as [<- ->].
  intros E E'. now injection E as <-; injection E' as <-.
Qed.

Lemma check_proofs_either rows cols by_rule sd own opp version cut two body what what' :
  check_proofs one rows cols by_rule sd own opp version cut two body = Proven what ->
  check_proofs another rows cols by_rule sd own opp version cut two body = Proven what' ->
  check_proofs either rows cols by_rule sd own opp version cut two body = Proven what.
Proof.
  unfold check_proofs. cbv zeta. destruct (_ && _); [|easy].
  destruct (check_proof _ one version cut own opp body) as [[first rest]|] eqn:H1; [|easy].
  destruct (check_proof _ another version cut own opp body) as [[first' rest']|] eqn:H2; [|easy].
  destruct (check_proof_either _ _ _ _ _ _ _ _ H1 H2) as [E ->]. injection E as <- <-.
  destruct two; [|easy]. destruct first; [|easy].
  destruct (check_proof _ one version cut own opp rest) as [second|] eqn:H3; [|easy].
  destruct (check_proof _ another version cut own opp rest) as [second'|] eqn:H4; [|easy].
  destruct (check_proof_either _ _ _ _ _ _ _ _ H3 H4) as [<- ->]. easy.
Qed.

End Either.

Lemma check_some_either one another bytes what what' :
  check_some one bytes = Proven what -> check_some another bytes = Proven what' ->
  check_some (either one another) bytes = Proven what.
Proof.
  unfold check_some. do 32 (destruct bytes as [|? bytes]; [discriminate|]).
  cbv zeta. match goal with |- (if ?condition then _ else _) = _ -> _ => destruct condition end; [|discriminate].
  apply check_proofs_either.
Qed.

Lemma check_some_right is_mine bytes what :
  (forall x, is_mine x = true) -> check_some is_mine bytes = Proven what -> holds what.
Proof.
  intros Hmine. unfold check_some. do 32 (destruct bytes as [|? bytes]; [discriminate|]).
  cbv zeta. match goal with |- (if ?condition then _ else _) = _ -> _ => destruct condition end; [|discriminate].
  now apply check_proofs_right.
Qed.

(** The claim of every certificate that the program accepts holds by the rules. *)
Theorem check_right bytes what : check bytes = Proven what -> holds what.
Proof. now apply check_some_right. Qed.

(** The searches of a first part and of more. *)
Fixpoint any_of (parts first : int) (more : list int) : int * int -> bool :=
  match more with
  | [] => fun x => (part_of parts x =? first)%uint63
  | next :: more => either (fun x => (part_of parts x =? next)%uint63) (any_of parts first more)
  end.

Lemma any_of_spec parts first x more : In (part_of parts x) (first :: more) -> any_of parts first more x = true.
Proof.
  induction more as [|next more IH]; cbn [any_of In]; unfold either; rewrite ?orb_true_iff, ?eqb_spec.
  - intros [->|[]]. reflexivity.
  - cbn [In] in IH. intros [E|[E|E]]; [right; auto|now left|right; auto].
Qed.

(** If all parts of a certificate are accepted, its claim holds. *)
Theorem parts_right parts bytes what : (0 <? parts)%uint63 = true ->
  (forall part, (part <? parts)%uint63 = true -> check_part parts part bytes = Proven what) -> holds what.
Proof.
  intros Hparts Hall. apply ltb_spec in Hparts. change (to_Z 0) with 0%Z in Hparts.
  set (more := map (fun n => of_Z (Z.of_nat n)) (seq 0 (Z.to_nat (to_Z parts)))).
  assert (forall part, In part more <-> (part <? parts)%uint63 = true) as Hmore.
  { intros part. unfold more. rewrite in_map_iff, ltb_spec. pose proof (to_Z_bounded parts) as Hb. split.
    - intros (n & <- & Hn). apply in_seq in Hn. rewrite of_Z_spec, Z.mod_small; lia.
    - intros H. pose proof (to_Z_bounded part) as Hp. exists (Z.to_nat (to_Z part)). split.
      + rewrite Z2Nat.id by lia. apply of_to_Z.
      + apply in_seq. lia. }
  assert (0 <? parts = true)%uint63 as Hzero by (apply ltb_spec; exact Hparts).
  apply (check_some_right (any_of parts 0 more) bytes).
  - intros x. apply any_of_spec. right. apply Hmore, ltb_spec. unfold part_of. rewrite mod_spec. now apply Z.mod_pos_bound.
  - assert (forall part, In part more -> check_part parts part bytes = Proven what) as Hin by (intros; now apply Hall, Hmore).
    clearbody more. clear Hmore. induction more as [|next more IH]; cbn [any_of].
    + now apply Hall.
    + apply (check_some_either _ _ _ _ what); [apply (Hin next); now left|]. apply IH. intros. apply Hin. now right.
Qed.

Print Assumptions check_right.
Print Assumptions parts_right.
