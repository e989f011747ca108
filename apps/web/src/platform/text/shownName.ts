/** Controls, and marks that turn the direction of writing: `a\u202Egpj.exe` would read `aexe.jpg`. */
const tricks = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Letters before the ending that stay in view, too. */
const beforeEnding = 3;

/** Splits a file's name into what may be cut off and what stays: its ending with the letters before it. */
export function splitName(name: string): [head: string, tail: string] {
  const ending = /\.[^.\s]{1,8}$/.exec(name)?.index ?? 0;
  const letters = [...name.slice(0, ending)];
  if (letters.length <= 2 * beforeEnding) return [name, ''];
  const head = letters.slice(0, -beforeEnding).join('');
  return [head, name.slice(head.length)];
}

/** Returns a name as it is shown: what would mislead stands as a replacement sign. Names come from whoever uploaded a file. */
export const shownName = (name: string): string => name.replace(tricks, '\ufffd');

/** Most names that a message lists. */
const listed = 3;

/** Returns the first of some names as a message lists them; dots stand for the rest. */
export const firstNames = (names: readonly string[]): string =>
  [...names.slice(0, listed).map(shownName), ...(names.length > listed ? ['…'] : [])].join(', ');
