(** Sets of squares as words of 63 bits. *)

From Coq Require Import List ZArith Bool Lia Uint63.
Import ListNotations.

(** Whether a square is in a set. *)
Definition has (set : int) (square : nat) : bool := Z.testbit (to_Z set) (Z.of_nat square).

(** The set of one square. *)
Definition mask (square : nat) : int := (1 << of_Z (Z.of_nat square))%uint63.

Lemma has_zero k : has 0 k = false.
Proof. apply Z.bits_0. Qed.

Lemma has_land x y k : has (x land y)%uint63 k = has x k && has y k.
Proof. unfold has. now rewrite land_spec', Z.land_spec. Qed.

Lemma has_lor x y k : has (x lor y)%uint63 k = has x k || has y k.
Proof. unfold has. now rewrite lor_spec', Z.lor_spec. Qed.

Lemma has_lxor x y k : has (x lxor y)%uint63 k = xorb (has x k) (has y k).
Proof. unfold has. now rewrite lxor_spec', Z.lxor_spec. Qed.

Lemma has_far x k : 63 <= k -> has x k = false.
Proof.
  intros Hk. unfold has. pose proof (to_Z_bounded x) as Hx.
  destruct (Z.eq_dec (to_Z x) 0) as [->|Hne]; [apply Z.bits_0|].
  apply Z.bits_above_log2; [lia|].
  apply Z.log2_lt_pow2; [lia|].
  apply Z.lt_le_trans with (1 := proj2 Hx).
  change wB with (2 ^ 63)%Z. apply Z.pow_le_mono_r; lia.
Qed.

Lemma has_mask s k : s < 63 -> has (mask s) k = (k =? s).
Proof.
  intros Hs. unfold has, mask.
  assert (to_Z (of_Z (Z.of_nat s)) = Z.of_nat s) as Hof.
  { rewrite of_Z_spec. apply Z.mod_small. split; [lia|]. apply Z.lt_trans with 63%Z; [lia|reflexivity]. }
  rewrite lsl_spec, Hof. change (to_Z 1) with 1%Z. rewrite Z.mul_1_l.
  rewrite Z.mod_small.
  2:{ split; [apply Z.pow_nonneg; lia|]. change wB with (2 ^ 63)%Z. apply Z.pow_lt_mono_r; lia. }
  rewrite Z.pow2_bits_eqb by lia.
  apply eq_true_iff_eq. rewrite Z.eqb_eq, Nat.eqb_eq. lia.
Qed.

Lemma same_bits x y : (forall k, has x k = has y k) -> x = y.
Proof.
  intros Hk. apply to_Z_inj. apply Z.bits_inj'. intros n Hn.
  specialize (Hk (Z.to_nat n)). unfold has in Hk. now rewrite Z2Nat.id in Hk.
Qed.

Lemma is_zero x : (x =? 0)%uint63 = true <-> forall k, has x k = false.
Proof.
  rewrite eqb_spec. split.
  - intros -> k. apply has_zero.
  - intros Hk. apply same_bits. intros k. now rewrite Hk, has_zero.
Qed.

(** A table look-up of one bit. *)
Lemma test_mask x s : s < 63 -> (x land mask s =? 0)%uint63 = negb (has x s).
Proof.
  intros Hs. apply eq_true_iff_eq. rewrite is_zero, negb_true_iff. split.
  - intros Hk. specialize (Hk s). rewrite has_land, has_mask, Nat.eqb_refl, andb_true_r in Hk; easy.
  - intros Hx k. rewrite has_land, has_mask by easy.
    destruct (Nat.eqb_spec k s) as [->|]; [now rewrite Hx|apply andb_false_r].
Qed.
