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

let number text = match int_of_string_opt text with Some number when number >= 0 -> number | _ -> -1

let report file name check before =
  match check (read file) with
  | Proven claim -> Printf.printf "%s %s.\n" before (sentence claim)
  | Unproven -> fail name "the certificate does not prove its claim"
  | Malformed -> fail name "this is not a certificate that this program can read"
  | exception (Sys_error reason) -> fail name reason
  | exception (Stack_overflow | Out_of_memory) -> fail name "there is not enough memory"

let () =
  match Array.to_list Sys.argv with
  | [ _; file; name ] -> report file name check (name ^ " proves:")
  | [ _; file; name; part; parts ] when 1 <= number part && number part <= number parts ->
      let check = check_part (Uint63.of_int (number parts)) (Uint63.of_int (number part - 1)) in
      report file name check (Printf.sprintf "part %s/%s of %s holds; all parts together prove:" part parts name)
  | _ -> prerr_endline "usage: verified FILE NAME [PART PARTS]"; exit 2
