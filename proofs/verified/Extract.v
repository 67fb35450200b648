(** The program in OCaml. Only the primitive integers, and bool, list, option and pairs, become OCaml's own. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63.
From Verified Require Import Rules Program.

Extraction "program.ml" check check_part starting_position.
