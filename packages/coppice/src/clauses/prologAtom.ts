/** Words that are operators in SWI-Prolog: they need brackets before a slash. */
const OPERATORS: ReadonlySet<string> = new Set(
  "as discontiguous div initialization is meta_predicate mod module_transparent multifile public rdiv rem thread_initialization thread_local volatile xor".split(
    " ",
  ),
);

/**
 * Predicates of the ISO standard, which a file must not define; directives of the file; hooks that change how it is
 * read.
 */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "abolish acyclic_term arg asserta assertz at_end_of_stream atom atom_chars atom_codes atom_concat atom_length atomic " +
    "bagof call callable catch char_code char_conversion clause close compare compound copy_term " +
    "current_char_conversion current_input current_op current_output current_predicate current_prolog_flag " +
    "discontiguous findall float flush_output functor get_byte get_char get_code ground halt initialization integer is " +
    "keysort length message_queue_create message_queue_destroy message_queue_property multifile mutex_create " +
    "mutex_destroy mutex_lock mutex_property mutex_trylock mutex_unlock nl nonvar number number_chars number_codes " +
    "numbervars once op open peek_byte peek_char peek_code phrase predicate_property put_byte put_char put_code read " +
    "read_term retract retractall set_input set_output set_prolog_flag set_stream_position setof sort stream_property " +
    "sub_atom subsumes_term term_variables thread_create thread_detach thread_get_message thread_peek_message " +
    "thread_property thread_self thread_send_message thread_signal throw unify_with_occurs_check var with_mutex write " +
    "write_canonical write_term writeq " +
    "dynamic encoding table goal_expansion term_expansion portray message_hook"
  ).split(" "),
);

const PREFIX = "relation ";

/** The predicate for a relation: its own name, unless Prolog does not allow it as a predicate. */
function predicateOf(relation: string): string {
  const odd = !/[\p{L}\p{N}]/u.test(relation) || RESERVED.has(relation) || relation.startsWith(PREFIX);
  return odd ? PREFIX + relation : relation;
}

export const predicateText = (relation: string): string => atomText(predicateOf(relation));

/** `father/2`, as directives name predicates. */
export function indicatorText(relation: string, arity: number): string {
  const text = predicateText(relation);
  return `${OPERATORS.has(text) ? `(${text})` : text}/${arity}`;
}

/** A constant: an integer stays one, anything else is an atom. */
export function constantText(name: string): string {
  return /^(?:0|-?[1-9]\d{0,14})$/.test(name) ? name : atomText(name);
}

/** A name as an atom that is read back as exactly that name, whatever it contains. */
export function atomText(name: string): string {
  if (/^[a-z][a-zA-Z0-9_]*$/.test(name)) return name;
  return `'${Array.from(name, escaped).join("")}'`;
}

const ESCAPED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?! )\p{Zs}/u;

function escaped(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  const code = character.codePointAt(0)!;
  // A lone surrogate is not a character in Prolog: it is written as its code.
  if (code >= 0xd800 && code <= 0xdfff) return `\\\\u${code.toString(16)}`;
  // SWI-Prolog 9 does not read escapes of the planes D8000 to DFFFF; characters beyond the basic plane are written
  // unescaped.
  return code <= 0xffff && ESCAPED.test(character) ? `\\x${code.toString(16)}\\` : character;
}
