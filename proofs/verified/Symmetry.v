(** Symmetric positions have the same value. *)

From Coq Require Import List ZArith Bool Lia Permutation Uint63.
From Verified Require Import Rules Value Bits Program Moves Search.
Import ListNotations.

Lemma equal_lists_spec : forall one another, equal_lists one another = true -> one = another.
Proof.
  induction one as [|x one IH]; intros [|y another]; simpl; try easy.
  rewrite andb_true_iff, Nat.eqb_eq. intros [-> H]. f_equal. auto.
Qed.

Lemma includes_spec lists others l : includes lists others = true -> In l lists -> In l others.
Proof.
  unfold includes. rewrite forallb_forall. intros H Hl. apply H in Hl. apply existsb_exists in Hl as (l' & Hl' & E).
  apply equal_lists_spec in E. now subst.
Qed.

Section Symmetry.
Variables (rows cols : nat) (by_rule : scoring) (f : nat -> nat).
Hypothesis symmetric : is_symmetry rows cols f = true.
Notation n := (rows * cols).
Notation all := (seq 0 n).

Lemma f_on_board s : s < n -> f s < n.
Proof.
  intros Hs. unfold is_symmetry in symmetric. rewrite !andb_true_iff in symmetric.
  destruct symmetric as [[[H _] _] _]. rewrite forallb_forall in H.
  apply Nat.ltb_lt, H, in_seq. lia.
Qed.

Lemma f_onto s : s < n -> exists t, t < n /\ f t = s.
Proof.
  intros Hs. unfold is_symmetry in symmetric. rewrite !andb_true_iff in symmetric.
  destruct symmetric as [[[_ H] _] _]. rewrite forallb_forall in H.
  specialize (H s). rewrite existsb_exists in H. destruct H as (t & Ht & E); [apply in_seq; lia|].
  apply Nat.eqb_eq in E. apply in_seq in Ht. exists t. split; [lia|easy].
Qed.

Lemma f_injective s t : s < n -> t < n -> f s = f t -> s = t.
Proof.
  intros Hs Ht E. unfold is_symmetry in symmetric. rewrite !andb_true_iff in symmetric.
  destruct symmetric as [[[_ _] H] _]. rewrite forallb_forall in H.
  specialize (H s). rewrite forallb_forall in H. specialize (H ltac:(apply in_seq; lia) t ltac:(apply in_seq; lia)).
  rewrite (proj2 (Nat.eqb_eq _ _) E) in H. now apply Nat.eqb_eq.
Qed.

Lemma f_lines s l : s < n -> (In l (lines rows cols (f s)) <-> exists l', In l' (lines rows cols s) /\ l = map f l').
Proof.
  intros Hs. unfold is_symmetry in symmetric. rewrite !andb_true_iff in symmetric.
  destruct symmetric as [_ H]. rewrite forallb_forall in H.
  specialize (H s ltac:(apply in_seq; lia)). cbv zeta in H. rewrite andb_true_iff in H. destruct H as [H1 H2]. split.
  - intros Hl. apply (includes_spec _ _ _ H2) in Hl. apply in_map_iff in Hl as (l' & <- & Hl). eauto.
  - intros (l' & Hl & ->). apply (includes_spec _ _ _ H1). now apply in_map.
Qed.

Lemma f_permutes : Permutation all (map f all).
Proof.
  apply NoDup_Permutation_bis; [apply seq_NoDup|now rewrite map_length|].
  intros s Hs. apply in_seq in Hs. destruct (f_onto s) as (t & Ht & <-); [lia|]. apply in_map, in_seq. lia.
Qed.

(** The second position is the image of the first. *)
Record is_image (p q : position) : Prop := {
  image_rows : Rules.rows p = rows /\ Rules.rows q = rows;
  image_cols : Rules.cols p = cols /\ Rules.cols q = cols;
  image_side : side q = side p;
  image_disc : forall s, s < n -> disc q (f s) = disc p s
}.

Lemma image_squares p q : is_image p q -> squares p = all /\ squares q = all.
Proof. intros [[H1 H2] [H3 H4] _ _]. unfold squares, number_of_squares. now rewrite H1, H2, H3, H4. Qed.

Lemma image_pass p q : is_image p q -> is_image (pass p) (pass q).
Proof. intros [H1 H2 H3 H4]. split; auto. simpl. now rewrite H3. Qed.

Lemma image_enclosed p q : is_image p q -> forall l passed, (forall s, In s l -> s < n) ->
  enclosed_before q (map f l) (map f passed) = map f (enclosed_before p l passed).
Proof.
  intros H. induction l as [|s l IH]; intros passed Hl; [easy|]. cbn [map enclosed_before].
  rewrite (image_disc _ _ H), (image_side _ _ H) by (apply Hl; now left).
  destruct (disc p s) as [c|]; [|easy]. destruct (same c (side p)); [easy|].
  apply (IH (s :: passed)). intros; apply Hl; now right.
Qed.

Lemma image_empty p q s : is_image p q -> s < n -> is_empty q (f s) = is_empty p s.
Proof. intros H Hs. unfold is_empty. now rewrite (image_disc _ _ H). Qed.

Lemma image_turned p q s t : is_image p q -> s < n ->
  (In t (turned q (f s)) <-> exists u, In u (turned p s) /\ t = f u).
Proof.
  intros H Hs. unfold turned. rewrite (image_empty p q) by easy.
  destruct (image_rows _ _ H) as [-> ->]. destruct (image_cols _ _ H) as [-> ->].
  destruct (is_empty p s); [|firstorder].
  rewrite in_flat_map. split.
  - intros (l & Hl & Ht). apply f_lines in Hl as (l' & Hl & ->); [|easy].
    unfold enclosed in Ht. change (@nil nat) with (map f []) in Ht. rewrite (image_enclosed p q) in Ht; [|easy|].
    + apply in_map_iff in Ht as (u & <- & Hu). exists u. split; [|easy]. apply in_flat_map. eauto.
    + intros u Hu. eapply lines_on_board; eauto.
  - intros (u & Hu & ->). apply in_flat_map in Hu as (l & Hl & Hu). exists (map f l). split.
    + apply f_lines; eauto.
    + unfold enclosed. change (@nil nat) with (map f []). rewrite (image_enclosed p q); [|easy|].
      * now apply in_map.
      * intros v Hv. eapply lines_on_board; eauto.
Qed.

Lemma image_legal p q s : is_image p q -> s < n -> is_legal q (f s) = is_legal p s.
Proof.
  intros H Hs. pose proof (fun t => image_turned p q s t H Hs) as Ht. unfold is_legal.
  destruct (turned q (f s)) as [|t l], (turned p s) as [|u l']; try easy.
  - exfalso. apply (proj2 (Ht (f u))). exists u. split; [now left|easy].
  - exfalso. destruct (proj1 (Ht t)) as (v & [] & _). now left.
Qed.

Lemma turned_on_board p q s u : is_image p q -> In u (turned p s) -> u < n.
Proof.
  intros H Hu. apply turned_found in Hu as [Hu _].
  destruct (image_rows _ _ H) as [E _]. destruct (image_cols _ _ H) as [E' _]. now rewrite E, E' in Hu.
Qed.

Lemma image_place p q s : is_image p q -> s < n -> is_image (place p s) (place q (f s)).
Proof.
  intros H Hs. split; try apply H.
  - simpl. now rewrite (image_side _ _ H).
  - intros k Hk. rewrite !disc_place. unfold number_of_squares.
    destruct (image_rows _ _ H) as [-> ->]. destruct (image_cols _ _ H) as [-> ->].
    pose proof (f_on_board k Hk) as Hfk. apply Nat.ltb_lt in Hfk. rewrite Hfk.
    rewrite (proj2 (Nat.ltb_lt _ _) Hk), (image_side _ _ H), (image_disc _ _ H) by easy.
    assert (existsb (Nat.eqb (f k)) (f s :: turned q (f s)) = existsb (Nat.eqb k) (s :: turned p s)) as ->; [|easy].
    fold (is_in (f k) (f s :: turned q (f s))) (is_in k (s :: turned p s)).
    apply eq_true_iff_eq. rewrite !is_in_spec. cbn [In]. rewrite (image_turned p q) by easy. split.
    + intros [E|(u & Hu & E)].
      * left. now apply f_injective.
      * right. apply f_injective in E; [now subst|easy|]. eapply turned_on_board; eauto.
    + intros [->|Hk']; eauto.
Qed.

Lemma image_moves p q (F G : position -> bool) : is_image p q ->
  (forall s, s < n -> In s (moves p) -> F (place p s) = G (place q (f s))) ->
  existsb F (map (place p) (moves p)) = existsb G (map (place q) (moves q)).
Proof.
  intros H HFG. destruct (image_squares p q H) as [Hp Hq].
  apply eq_true_iff_eq. rewrite !existsb_exists. split.
  - intros (r & Hr & HF). apply in_map_iff in Hr as (s & <- & Hs).
    pose proof Hs as Hs'. unfold moves in Hs'. rewrite filter_In, Hp, in_seq in Hs'. destruct Hs' as [Hn Hl].
    exists (place q (f s)). split; [|now rewrite <- HFG; auto; lia].
    apply in_map. unfold moves. rewrite filter_In, Hq, in_seq. split; [pose proof (f_on_board s); lia|].
    rewrite (image_legal p q); auto. lia.
  - intros (r & Hr & HG). apply in_map_iff in Hr as (t & <- & Ht).
    unfold moves in Ht. rewrite filter_In, Hq, in_seq in Ht. destruct Ht as [Hn Hl].
    destruct (f_onto t) as (s & Hs & <-); [lia|]. rewrite (image_legal p q) in Hl by easy.
    assert (In s (moves p)) as Hm by (unfold moves; rewrite filter_In, Hp, in_seq; split; [lia|easy]).
    exists (place p s). split; [now apply in_map|]. now rewrite HFG.
Qed.

Lemma image_no_moves p q : is_image p q -> (moves p = [] <-> moves q = []).
Proof.
  intros H. pose proof (image_moves p q (fun _ => true) (fun _ => true) H (fun _ _ _ => eq_refl)) as E.
  destruct (moves p), (moves q); simpl in E; easy.
Qed.

Lemma image_length p q (F G : nat -> bool) : is_image p q -> (forall s, s < n -> G (f s) = F s) ->
  length (filter F (squares p)) = length (filter G (squares q)).
Proof.
  intros H HFG. destruct (image_squares p q H) as [-> ->].
  assert (forall l l', Permutation l l' -> length (filter G l) = length (filter G l')) as Hperm.
  { clear. induction 1 as [|x l l' _ IH|x y l|]; simpl; try congruence.
    - destruct (G x); simpl; congruence.
    - now destruct (G x), (G y). }
  rewrite (Hperm _ _ f_permutes). clear Hperm.
  assert (forall s, In s all -> s < n) as Hl by (intros s Hs; apply in_seq in Hs; lia).
  induction all as [|s l IH]; [easy|]. cbn [map filter]. rewrite HFG by (apply Hl; now left).
  assert (length (filter F l) = length (filter G (map f l))) by (apply IH; intros; apply Hl; now right).
  destruct (F s); simpl; congruence.
Qed.

Lemma image_score p q : is_image p q -> score by_rule q = score by_rule p.
Proof.
  intros H. unfold score. rewrite (image_side _ _ H).
  assert (forall c, count q c = count p c) as Hc.
  { intros c. unfold count. symmetry. apply image_length; [easy|]. intros s Hs. unfold has_disc.
    now rewrite (image_disc _ _ H). }
  assert (empties q = empties p) as He.
  { unfold empties. symmetry. apply image_length; [easy|]. intros s Hs. now apply image_empty. }
  now rewrite !Hc, He.
Qed.

Theorem image_reaches : forall p q, is_image p q -> forall goal, reaches by_rule q goal = reaches by_rule p goal.
Proof.
  intros p. remember (left_over p) as m. assert (left_over p <= m) as Hm by lia. clear Heqm. revert p Hm.
  induction m as [|m IH]; intros p Hm q H goal; rewrite !reaches_by_moves.
  all: pose proof (image_no_moves p q H) as Hmoves.
  all: pose proof (image_no_moves _ _ (image_pass p q H)) as Hpass.
  all: pose proof (image_score p q H) as Hscore.
  all: pose proof (successors_left_over p) as Hleft.
  all: unfold successors in *.
  - destruct (moves p) as [|s l]; [|exfalso; specialize (Hleft (place p s) (or_introl eq_refl)); lia].
    rewrite (proj1 Hmoves eq_refl).
    destruct (moves (pass p)) as [|s l]; [|exfalso; specialize (Hleft (pass p) (or_introl eq_refl)); lia].
    rewrite (proj1 Hpass eq_refl). now rewrite Hscore.
  - destruct (moves p) as [|s l] eqn:Hp.
    + rewrite (proj1 Hmoves eq_refl).
      destruct (moves (pass p)) as [|s l] eqn:Hp'.
      * rewrite (proj1 Hpass eq_refl). now rewrite Hscore.
      * destruct (moves (pass q)) as [|s' l'] eqn:Hq'; [discriminate (proj2 Hpass eq_refl)|].
        cbn [existsb]. rewrite (IH (pass p)); [easy| |now apply image_pass].
        specialize (Hleft (pass p) (or_introl eq_refl)). lia.
    + destruct (moves q) as [|s' l'] eqn:Hq; [discriminate (proj2 Hmoves eq_refl)|].
      assert (existsb (fun next => negb (reaches by_rule next (1 - goal))) (map (place p) (moves p))
              = existsb (fun next => negb (reaches by_rule next (1 - goal))) (map (place q) (moves q))) as E.
      { apply image_moves; [easy|]. intros t Ht Hin. f_equal. symmetry. apply (IH (place p t)); [|now apply image_place].
        assert (In (place p t) (map (place p) (moves p))) as Hin' by now apply in_map.
        rewrite Hp in Hin'. specialize (Hleft _ Hin'). lia. }
      rewrite Hp, Hq in E. symmetry. exact E.
Qed.

(** * Images as words *)

Hypothesis few : n <= 63.
Notation proper := (proper rows cols).
Notation at_ := (position_of rows cols).

Lemma image_spec own opp : forall l a b, (forall s, In s l -> s < n) ->
  (forall k, has (fst (image (map (fun s => (mask s, mask (f s))) l) own opp a b)) k
             = has a k || existsb (fun s => has own s && (k =? f s)) l) /\
  (forall k, has (snd (image (map (fun s => (mask s, mask (f s))) l) own opp a b)) k
             = has b k || existsb (fun s => negb (has own s) && has opp s && (k =? f s)) l).
Proof.
  induction l as [|s l IH]; intros a b Hl; cbn [map image existsb].
  - split; intros k; now rewrite orb_false_r.
  - assert (s < n) as Hs by (apply Hl; now left). pose proof (f_on_board s Hs).
    assert (forall s, In s l -> s < n) as Hl' by (intros; apply Hl; now right).
    rewrite !test_mask by lia.
    destruct (has own s), (has opp s); cbn [negb andb orb];
      (split; intros k; [rewrite (proj1 (IH _ _ Hl'))|rewrite (proj2 (IH _ _ Hl'))];
       rewrite ?has_lor, ?has_mask by lia; now rewrite <- ?orb_assoc).
Qed.

Lemma image_right sd own opp : proper own opp ->
  let '(own', opp') := image (pairs_of rows cols f) own opp 0 0 in
  proper own' opp' /\ is_image (at_ sd own opp) (at_ sd own' opp').
Proof.
  intros H. destruct (image_spec own opp all 0%uint63 0%uint63) as [Hown Hopp].
  { intros s Hs. apply in_seq in Hs. lia. }
  change (map (fun s => (mask s, mask (f s))) all) with (pairs_of rows cols f) in Hown, Hopp.
  destruct (image _ own opp 0 0) as [own' opp']. cbn [fst snd] in Hown, Hopp.
  assert (forall k, has own' k = true -> exists s, s < n /\ f s = k /\ has own s = true) as H1.
  { intros k. rewrite Hown, has_zero. cbn [orb]. rewrite existsb_exists. intros (s & Hs & E).
    rewrite andb_true_iff, Nat.eqb_eq in E. apply in_seq in Hs. exists s. intuition lia. }
  assert (forall k, has opp' k = true -> exists s, s < n /\ f s = k /\ has own s = false /\ has opp s = true) as H2.
  { intros k. rewrite Hopp, has_zero. cbn [orb]. rewrite existsb_exists. intros (s & Hs & E).
    rewrite !andb_true_iff, Nat.eqb_eq, negb_true_iff in E. apply in_seq in Hs. exists s. intuition lia. }
  assert (proper own' opp') as Hproper.
  { intros k. split.
    - intros Hk. destruct (H1 k Hk) as (s & Hs & <- & Ho). split; [now apply f_on_board|].
      destruct (has opp' (f s)) eqn:E; [|easy]. apply H2 in E as (t & Ht & E & Ho' & _).
      apply f_injective in E; [|easy|easy]. congruence.
    - intros Hk. destruct (H2 k Hk) as (s & Hs & <- & _). now apply f_on_board. }
  split; [easy|]. split; try easy. intros s Hs. rewrite !(disc_at rows cols) by easy.
  assert (has own' (f s) = has own s) as ->.
  { apply eq_true_iff_eq. split.
    - intros E. apply H1 in E as (t & Ht & E & Ho). apply f_injective in E; [now subst|easy|easy].
    - intros Ho. rewrite Hown, has_zero. cbn [orb]. apply existsb_exists. exists s.
      rewrite Ho, Nat.eqb_refl. split; [apply in_seq; lia|easy]. }
  destruct (has own s) eqn:Ho; [easy|].
  assert (has opp' (f s) = has opp s) as ->; [|easy].
  apply eq_true_iff_eq. split.
  - intros E. apply H2 in E as (t & Ht & E & _ & Hp). apply f_injective in E; [now subst|easy|easy].
  - intros Hp. rewrite Hopp, has_zero. cbn [orb]. apply existsb_exists. exists s.
    rewrite Ho, Hp, Nat.eqb_refl. split; [apply in_seq; lia|easy].
Qed.

End Symmetry.
