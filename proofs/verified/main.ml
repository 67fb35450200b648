(* Reads an unpacked certificate, lets the extracted program check it, and prints what it proves. *)

open Program

let fail file reason = prerr_endline (Printf.sprintf "verified: %s: %s" file reason); exit 1

let read file =
  let channel = open_in_bin file in
  let length = in_channel_length channel in
  if length > 1 lsl 30 then fail file "the file is larger than 1 GiB";
  let text = really_input_string channel length in
  let rec bytes at list = if at = 0 then list else bytes (at - 1) (Uint63.of_int (Char.code text.[at - 1]) :: list) in
  bytes length []

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> 2 * int_of_positive p + 1
let int_of_z = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> - int_of_positive p

let signed score = if score = 0 then "0" else Printf.sprintf "%+d" score
let limits bounds =
  match List.map (function AtLeast z -> (true, int_of_z z) | AtMost z -> (false, int_of_z z)) bounds with
  | [ (true, low); (false, high) ] when low = high -> signed low
  | [ (true, low); (false, high) ] -> Printf.sprintf "from %s to %s" (signed low) (signed high)
  | list -> String.concat " and " (List.map (fun (least, z) -> (if least then "at least " else "at most ") ^ signed z) list)

let sentence { root; rule; bounds } =
  let starts = [ (Othello, "othello"); (Reversi, "reversi"); (ReversiRows, "reversi-rows") ] in
  let is_root (start, _) = starting_position start root.rows root.cols = root in
  let symbol = function None -> "-" | Some Black -> "X" | Some White -> "O" in
  let position =
    match List.find_opt is_root starts with
    | Some (_, name) -> name ^ " start"
    | None -> "position " ^ String.concat "" (List.map symbol root.discs) ^ " " ^ symbol (Some root.side) in
  Printf.sprintf "%dx%d, %s, scoring %s: the value for %s, who is to move, is %s" (int_of_nat root.rows)
    (int_of_nat root.cols) position (match rule with Discs -> "discs" | Wof -> "wof")
    (match root.side with Black -> "Black" | White -> "White") (limits bounds)

let () =
  match Sys.argv with
  | [| _; file; name |] -> (
      match check (read file) with
      | Proven claim -> Printf.printf "%s proves: %s.\n" name (sentence claim)
      | Unproven -> fail name "the certificate does not prove its claim"
      | Malformed -> fail name "this is not a certificate that this program can read"
      | exception (Sys_error reason) -> fail name reason
      | exception (Stack_overflow | Out_of_memory) -> fail name "there is not enough memory")
  | _ -> prerr_endline "usage: verified FILE NAME"; exit 2
