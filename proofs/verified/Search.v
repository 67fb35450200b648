(** The search tells whether a position reaches a goal. *)

From Coq Require Import List ZArith Bool Lia Uint63.
From Verified Require Import Rules Value Bits Program Moves.
Import ListNotations.

Lemma wB_large : (1000 < wB)%Z.
Proof. reflexivity. Qed.

Lemma to_Z_add x y : (to_Z x + to_Z y < 1000)%Z -> to_Z (x + y)%uint63 = (to_Z x + to_Z y)%Z.
Proof.
  intros H. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). pose proof wB_large.
  rewrite add_spec. apply Z.mod_small. lia.
Qed.

Lemma to_Z_sub x y : (to_Z y <= to_Z x)%Z -> to_Z (x - y)%uint63 = (to_Z x - to_Z y)%Z.
Proof.
  intros H. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y).
  rewrite sub_spec. apply Z.mod_small. lia.
Qed.

Lemma leb_Z x y : (x <=? y)%uint63 = (to_Z x <=? to_Z y)%Z.
Proof. apply eq_true_iff_eq. now rewrite leb_spec, Z.leb_le. Qed.

Lemma eqb_Z x y : (x =? y)%uint63 = (to_Z x =? to_Z y)%Z.
Proof.
  apply eq_true_iff_eq. rewrite eqb_spec, Z.eqb_eq. split; [now intros ->|apply to_Z_inj].
Qed.

Lemma filter_same {A} (f g : A -> bool) list : (forall x, In x list -> f x = g x) -> filter f list = filter g list.
Proof.
  induction list as [|x list IH]; intros H; [easy|]. simpl. rewrite (H x) by now left.
  rewrite IH by (intros y Hy; apply H; now right). easy.
Qed.

Lemma filter_length {A} (f : A -> bool) l : length (filter f l) <= length l.
Proof. induction l as [|x l IH]; simpl; [lia|]. destruct (f x); simpl; lia. Qed.

Lemma integer_against goal : (to_Z goal <= 129)%Z ->
  integer (against goal) = (1 - integer goal)%Z /\ (to_Z (against goal) <= 129)%Z.
Proof.
  intros H. unfold integer, against. pose proof (to_Z_bounded goal).
  rewrite to_Z_sub; change (to_Z 129) with 129%Z; lia.
Qed.

Section Search.
Variables (rows cols : nat) (by_rule : scoring) (g : game).
Hypothesis few : rows * cols <= 63.
Notation cell_at := (cell_of rows cols).
Notation at_ := (position_of rows cols).
Notation all := (seq 0 (rows * cols)).
Notation proper := (proper rows cols).
Notation covers := (covers rows cols).

Hypothesis g_cells : cells g = map cell_at all.
Hypothesis g_full : forall k, has (full g) k = (k <? rows * cols).
Hypothesis g_wof : wof g = match by_rule with Wof => true | Discs => false end.

Definition size (set : int) : nat := length (filter (has set) all).

Lemma count_in_spec set : forall list counted, (forall s, In s list -> s < 63) ->
  (to_Z counted + Z.of_nat (length list) < 1000)%Z ->
  to_Z (count_in (map cell_at list) set counted) = (to_Z counted + Z.of_nat (length (filter (has set) list)))%Z.
Proof.
  induction list as [|s list IH]; intros counted Hl Hc; simpl map; cbn [count_in filter]; [simpl; lia|].
  cbn [bit cell_of]. rewrite test_mask by (apply Hl; now left). cbn [length] in Hc.
  destruct (has set s); cbn [negb]; rewrite IH; try (intros; apply Hl; now right); try lia.
  - rewrite to_Z_add; change (to_Z 1) with 1%Z; cbn [length]; lia.
  - rewrite to_Z_add; change (to_Z 1) with 1%Z; lia.
Qed.

Lemma count_all set : to_Z (count_in (cells g) set 0) = Z.of_nat (size set).
Proof.
  rewrite g_cells, count_in_spec; [reflexivity| |].
  - intros s Hs. apply in_seq in Hs. lia.
  - rewrite seq_length. change (to_Z 0) with 0%Z. lia.
Qed.

Lemma three_parts own opp : proper own opp ->
  size own + size opp + size (full g lxor (own lor opp))%uint63 = rows * cols.
Proof.
  intros H. unfold size. clear g_cells. rewrite <- (seq_length (rows * cols) 0) at 4.
  assert (forall k, In k all -> k < rows * cols) as Hl by (intros k Hk; apply in_seq in Hk; lia).
  induction all as [|k l IH]; [easy|]. cbn [filter].
  assert (k < rows * cols) as Hk by (apply Hl; now left).
  assert (forall k, In k l -> k < rows * cols) as Hl' by (intros; apply Hl; now right). specialize (IH Hl').
  rewrite has_lxor, has_lor, g_full. rewrite (proj2 (Nat.ltb_lt _ _) Hk).
  pose proof (proj1 (H k)). destruct (has own k), (has opp k); cbn [orb xorb length]; try lia.
Qed.

Lemma count_own sd own opp : proper own opp -> count (at_ sd own opp) sd = size own.
Proof.
  intros H. unfold count, size. f_equal. apply filter_same. intros k _. unfold has_disc.
  rewrite disc_at by easy. destruct (has own k); [now destruct sd|]. destruct (has opp k); now destruct sd.
Qed.

Lemma count_opp sd own opp : proper own opp -> count (at_ sd own opp) (other sd) = size opp.
Proof.
  intros H. unfold count, size. f_equal. apply filter_same. intros k _. unfold has_disc.
  rewrite disc_at by easy. pose proof (proj1 (H k)).
  destruct (has own k); [|destruct (has opp k); now destruct sd].
  destruct H0 as [_ ->]; [easy|]. now destruct sd.
Qed.

Lemma count_empty sd own opp : proper own opp ->
  empties (at_ sd own opp) = size (full g lxor (own lor opp))%uint63.
Proof.
  intros H. unfold empties, size. f_equal. apply filter_same. intros k Hk. apply in_seq in Hk.
  rewrite is_empty_at, has_lxor, has_lor, g_full by easy. rewrite (proj2 (Nat.ltb_lt _ _)) by lia.
  now destruct (has own k || has opp k).
Qed.

Lemma integer_final sd own opp : proper own opp ->
  integer (final_score g own opp) = score by_rule (at_ sd own opp) /\ (0 <= to_Z (final_score g own opp) <= 128)%Z.
Proof.
  intros H. pose proof (three_parts own opp H) as H3.
  unfold score. cbn [side position_of]. rewrite count_own, count_opp, (count_empty sd) by easy.
  unfold final_score, integer.
  pose proof (count_all own) as Ha. pose proof (count_all opp) as Hb.
  pose proof (count_all (full g lxor (own lor opp))%uint63) as Hc.
  set (a := count_in (cells g) own 0) in *. set (b := count_in (cells g) opp 0) in *.
  set (c := count_in (cells g) (full g lxor (own lor opp)) 0) in *.
  rewrite g_wof, !eqb_Z, leb_Z, Ha, Hb. change (to_Z 0) with 0%Z.
  set (x := Z.of_nat (size own)) in *. set (y := Z.of_nat (size opp)) in *.
  set (z := Z.of_nat (size (full g lxor (own lor opp))%uint63)) in *.
  assert (x + y + z <= 63 /\ 0 <= x /\ 0 <= y /\ 0 <= z)%Z as (Hs & Hx & Hy & Hz) by lia.
  change (to_Z 64) with 64%Z.
  destruct (Z.eqb_spec x y) as [E|E].
  - rewrite E, Z.sub_diag. change (to_Z 64) with 64%Z. cbn [Z.sgn]. lia.
  - set (won := match by_rule with Wof => true | Discs => false end || (x =? 0)%Z || (y =? 0)%Z).
    assert (match by_rule with Discs => if ((x =? 0) || (y =? 0))%Z then z else 0%Z | Wof => z end
            = if won then z else 0%Z) as -> by (unfold won; now destruct by_rule).
    assert (forall w, to_Z (if won then c else 0%uint63) = w ->
      w = (if won then z else 0)%Z) as Hw by (intros w <-; now destruct won).
    specialize (Hw _ eq_refl).
    set (w := if won then c else 0%uint63) in *.
    assert (0 <= (if won then z else 0) <= z)%Z as Hwz by (destruct won; lia).
    set (v := if won then z else 0%Z) in *.
    destruct (Z.leb_spec y x).
    + assert (Z.sgn (x - y) = 1)%Z as -> by (apply Z.sgn_pos; lia).
      rewrite to_Z_sub; rewrite ?to_Z_add; rewrite ?to_Z_add; rewrite ?Ha, ?Hb, ?Hw; change (to_Z 64) with 64%Z; lia.
    + assert (Z.sgn (x - y) = -1)%Z as -> by (apply Z.sgn_neg; lia).
      rewrite to_Z_sub; rewrite ?to_Z_sub; rewrite ?to_Z_add; rewrite ?Ha, ?Hb, ?Hw; change (to_Z 64) with 64%Z; lia.
Qed.

Lemma score_pass sd own opp : proper own opp ->
  score by_rule (at_ (other sd) opp own) = (- score by_rule (at_ sd own opp))%Z.
Proof.
  intros H. pose proof (proper_pass _ _ _ _ H) as H'. unfold score. cbn [side position_of].
  rewrite !count_own, !count_opp, (count_empty (other sd)), (count_empty sd) by easy.
  assert ((opp lor own)%uint63 = (own lor opp)%uint63) as ->.
  { apply same_bits. intros k. rewrite !has_lor. apply orb_comm. }
  set (x := Z.of_nat (size own)). set (y := Z.of_nat (size opp)). set (z := Z.of_nat (size _)).
  rewrite (orb_comm (y =? 0)%Z).
  replace (y - x)%Z with (- (x - y))%Z by lia. rewrite Z.sgn_opp. lia.
Qed.

(** * Goals *)

Notation reaches := (reaches by_rule).

Lemma final_reaches sd own opp goal : proper own opp ->
  (goal <=? final_score g own opp)%uint63 = (integer goal <=? score by_rule (at_ sd own opp))%Z.
Proof.
  intros H. destruct (integer_final sd own opp H) as [<- _]. unfold integer. rewrite leb_Z.
  apply eq_true_iff_eq. rewrite !Z.leb_le. lia.
Qed.

Lemma no_move_reaches sd own opp goal : proper own opp -> moves (at_ sd own opp) = [] ->
  reaches (at_ sd own opp) goal = negb (reaches (at_ (other sd) opp own) (1 - goal)).
Proof.
  intros H Hm. rewrite reaches_by_moves. unfold successors. rewrite Hm, (pass_at rows cols) by easy.
  destruct (moves (at_ (other sd) opp own)) eqn:Hp.
  - rewrite reaches_by_moves. unfold successors.
    rewrite Hp, (pass_at rows cols), other_other, Hm by eauto using proper_pass.
    rewrite score_pass by easy. apply eq_true_iff_eq. rewrite negb_true_iff, Z.leb_le, Z.leb_gt. lia.
  - simpl. now rewrite orb_false_r.
Qed.

Lemma over_reaches sd own opp goal : proper own opp -> moves (at_ sd own opp) = [] ->
  moves (at_ (other sd) opp own) = [] -> reaches (at_ sd own opp) goal = (goal <=? score by_rule (at_ sd own opp))%Z.
Proof.
  intros H Hm Hp. rewrite reaches_by_moves. unfold successors. now rewrite Hm, (pass_at rows cols), Hp by easy.
Qed.

Lemma some_move_reaches sd left own opp goal : proper own opp -> covers left own opp -> moves (at_ sd own opp) <> [] ->
  reaches (at_ sd own opp) goal
  = after_some left own opp (fun own opp => negb (reaches (at_ (other sd) own opp) (1 - goal))).
Proof.
  intros H Hc Hm.
  rewrite (after_some_move rows cols few sd left own opp (fun p => negb (reaches p (1 - goal)))) by easy.
  rewrite reaches_by_moves. unfold successors. destruct (moves (at_ sd own opp)); [easy|].
  reflexivity.
Qed.

(** * The search *)

Definition needed (p : position) (passed : bool) : nat := 2 * left_over p + if passed then 0 else 1.

Lemma needed_pass sd own opp : proper own opp -> moves (at_ sd own opp) = [] ->
  needed (at_ (other sd) opp own) true < needed (at_ sd own opp) false.
Proof.
  intros H Hm. unfold needed, left_over. rewrite Hm.
  rewrite <- (pass_at rows cols) by easy. rewrite empties_pass. destruct (moves (pass _)); lia.
Qed.

Lemma needed_after sd own opp s passed : proper own opp -> s < rows * cols -> is_legal (at_ sd own opp) s = true ->
  needed (at_ (other sd) (own_after own opp (cell_at s)) (opp_after own opp (cell_at s))) false
  < needed (at_ sd own opp) passed.
Proof.
  intros H Hs Hl.
  assert (In s (moves (at_ sd own opp))) as Hm by (apply filter_In; split; [now apply in_squares|easy]).
  rewrite <- place_at; auto; [|now apply moves_empty].
  assert (left_over (place (at_ sd own opp) s) < left_over (at_ sd own opp)) as Hlt.
  { apply successors_left_over. unfold successors. pose proof (in_map (place (at_ sd own opp)) _ _ Hm) as Hin.
    destruct (moves (at_ sd own opp)); [easy|exact Hin]. }
  unfold needed. destruct passed; lia.
Qed.

Lemma full_no_moves sd own opp : (own lor opp =? full g)%uint63 = true -> proper own opp ->
  moves (at_ sd own opp) = [].
Proof.
  intros Hf H. apply eqb_spec in Hf. destruct (moves (at_ sd own opp)) as [|s l] eqn:Hm; [easy|].
  assert (In s (moves (at_ sd own opp))) as Hs by (rewrite Hm; now left).
  apply moves_empty in Hs as [He Hs]. rewrite is_empty_at in He by easy.
  change (s < rows * cols) in Hs. apply Nat.ltb_lt in Hs. rewrite <- g_full, <- Hf, has_lor in Hs.
  now rewrite Hs in He.
Qed.

Lemma search_plain_right : forall fuel left sd own opp goal passed,
  proper own opp -> covers left own opp -> (to_Z goal <= 129)%Z ->
  (passed = true -> moves (at_ (other sd) opp own) = []) -> needed (at_ sd own opp) passed < fuel ->
  search_plain g fuel left own opp goal passed = reaches (at_ sd own opp) (integer goal).
Proof.
  induction fuel as [|fuel IH]; intros left sd own opp goal passed H Hc Hg Hp Hfuel; [lia|].
  pose proof (proper_pass _ _ _ _ H) as H'.
  destruct (integer_against goal Hg) as [Hagainst Hg'].
  cbn [search_plain].
  destruct (own lor opp =? full g)%uint63 eqn:Hfull.
  { rewrite (final_reaches sd), over_reaches; auto.
    - now apply full_no_moves.
    - apply full_no_moves; [|easy]. apply eqb_spec in Hfull. apply eqb_spec. rewrite <- Hfull.
      apply same_bits. intros k. rewrite !has_lor. apply orb_comm. }
  set (f := fun own opp => negb (reaches (at_ (other sd) own opp) (1 - integer goal))).
  match goal with |- ?loop left false = _ => set (try := loop) end.
  assert (forall now moved, (forall on, In on now -> In on left) ->
    try now moved = after_some now own opp f ||
      (if moved || after_some now own opp (fun _ _ => true) then false
       else if passed then (integer goal <=? score by_rule (at_ sd own opp))%Z
       else negb (search_plain g fuel left opp own (against goal) true))) as Htry.
  { induction now as [|on now IHnow]; intros moved Hin.
    - cbn. rewrite orb_false_r. destruct moved; [easy|]. destruct passed; [|easy]. now apply final_reaches.
    - assert (In on left) as Hon by (apply Hin; now left).
      assert (forall on, In on now -> In on left) as Hin' by (intros; apply Hin; now right).
      apply (proj1 Hc) in Hon as (s & Hs & ->). cbn [try].
      unfold after_some. cbn [existsb]. fold (after_some now own opp f) (after_some now own opp (fun _ _ => true)).
      fold (own_after own opp (cell_at s)) (opp_after own opp (cell_at s)).
      destruct (flips_if_empty own opp (cell_at s) =? 0)%uint63 eqn:Hflips; cbn [negb andb orb].
      + now apply IHnow.
      + rewrite (flips_legal rows cols few sd), negb_false_iff in Hflips by easy.
        assert (is_empty (at_ sd own opp) s = true) as Hempty.
        { unfold is_legal, turned in Hflips. now destruct (is_empty _ s). }
        rewrite (IH left (other sd)), Hagainst; auto using covers_after; try easy.
        2:{ eapply proper_after; eauto. }
        2:{ pose proof (needed_after sd own opp s passed H Hs Hflips). lia. }
        change (f (own_after own opp (cell_at s)) (opp_after own opp (cell_at s)))
          with (negb (reaches (at_ (other sd) (own_after own opp (cell_at s)) (opp_after own opp (cell_at s)))
                  (1 - integer goal))).
        destruct (reaches (at_ (other sd) (own_after own opp (cell_at s)) (opp_after own opp (cell_at s)))
                    (1 - integer goal)); cbn [negb orb]; [|reflexivity].
        rewrite IHnow by easy. rewrite orb_true_r. now destruct (after_some now own opp f). }
  rewrite Htry by auto. clear Htry. rewrite (after_some_any rows cols few sd) by easy. cbn [orb].
  destruct (moves (at_ sd own opp)) as [|s l] eqn:Hm.
  - assert (after_some left own opp f = false) as ->.
    { unfold f. rewrite (after_some_move rows cols few sd left own opp (fun p => negb (reaches p (1 - integer goal)))), Hm by easy.
      easy. }
    cbn [orb]. destruct passed.
    + rewrite over_reaches; auto.
    + rewrite (IH left (other sd)), Hagainst, (no_move_reaches sd own opp); auto using covers_pass.
      * now rewrite other_other.
      * pose proof (needed_pass sd own opp H Hm). lia.
  - rewrite orb_false_r. symmetry. apply some_move_reaches; auto. congruence.
Qed.

Lemma search_ordered_right : forall depth fuel left sd own opp goal passed,
  proper own opp -> covers left own opp -> (to_Z goal <= 129)%Z ->
  (passed = true -> moves (at_ (other sd) opp own) = []) -> needed (at_ sd own opp) passed < fuel ->
  search_ordered g depth fuel left own opp goal passed = reaches (at_ sd own opp) (integer goal).
Proof.
  induction depth as [|depth IH]; intros fuel left sd own opp goal passed H Hc Hg Hp Hfuel;
    [now apply search_plain_right|].
  destruct fuel as [|fuel]; [lia|]. cbn [search_ordered].
  pose proof (proper_pass _ _ _ _ H) as H'.
  destruct (integer_against goal Hg) as [Hagainst Hg'].
  pose proof (exists_nodes left own opp (fun _ _ => true) left []) as Hany. cbn [existsb orb] in Hany.
  rewrite (after_some_any rows cols few sd) in Hany by easy.
  destruct (nodes_after left left own opp []) as [|first rest] eqn:Hnodes.
  - cbn [existsb] in Hany. destruct (moves (at_ sd own opp)) eqn:Hm; [|easy].
    destruct passed.
    + rewrite (final_reaches sd), over_reaches; auto.
    + rewrite (IH fuel left (other sd)), Hagainst, (no_move_reaches sd own opp); auto using covers_pass.
      * now rewrite other_other.
      * pose proof (needed_pass sd own opp H Hm). lia.
  - cbn [existsb orb] in Hany. destruct (moves (at_ sd own opp)) eqn:Hm; [easy|].
    rewrite <- Hnodes.
    rewrite (exists_nodes left own opp
      (fun own opp => negb (search_ordered g depth fuel left own opp (against goal) false)) left []).
    cbn [existsb orb]. rewrite (some_move_reaches sd left) by (auto; congruence).
    unfold after_some. apply eq_true_iff_eq. rewrite !existsb_exists.
    split; intros (on & Hon & Hf); exists on; (split; [easy|]);
      pose proof Hon as Hs; apply (proj1 Hc) in Hs as (s & Hs & ->);
      (destruct (flips_if_empty own opp (cell_at s) =? 0)%uint63 eqn:Hflips; cbn [negb andb] in *; [easy|]);
      rewrite (flips_legal rows cols few sd), negb_false_iff in Hflips by easy;
      (assert (is_empty (at_ sd own opp) s = true) as Hempty
        by (unfold is_legal, turned in Hflips; now destruct (is_empty _ s)));
      (assert (proper (own_after own opp (cell_at s)) (opp_after own opp (cell_at s))) as Hpr
        by (eapply proper_after; eauto));
      pose proof (needed_after sd own opp s passed H Hs Hflips) as Hn;
      pose proof (IH fuel left (other sd) _ _ (against goal) false Hpr (covers_after _ _ few _ _ _ _ H Hs Hc) Hg')
        as Heq;
      rewrite Hagainst in Heq; rewrite Heq in * by (easy || lia); easy.
Qed.

Hypothesis g_by_worth : forall on, In on (by_worth g) <-> In on (cells g).

Theorem reaches_goal_right sd own opp goal : proper own opp -> (to_Z goal <= 129)%Z ->
  reaches_goal g own opp goal = reaches (at_ sd own opp) (integer goal).
Proof.
  intros H Hg. unfold reaches_goal. apply search_ordered_right; auto; [|easy|].
  - split.
    + intros on Hon. apply filter_In in Hon as [Hon _]. apply g_by_worth in Hon. rewrite g_cells in Hon.
      now apply (proj1 (covers_all rows cols few own opp)).
    + intros s Hs Ho Hp. apply filter_In. split.
      * apply g_by_worth. rewrite g_cells. apply in_map, in_seq. lia.
      * cbn [bit cell_of]. rewrite test_mask, has_lor, Ho, Hp by lia. easy.
  - unfold needed, left_over, enough.
    assert (empties (at_ sd own opp) <= 63).
    { unfold empties. eapply Nat.le_trans; [apply filter_length|]. unfold squares. rewrite seq_length. exact few. }
    destruct (moves _); lia.
Qed.

End Search.
