/** Controls, and marks that turn the direction of writing: `a\u202Egpj.exe` would read `aexe.jpg`. */
const tricks = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name as it is shown: what would mislead stands as a replacement sign. Names come from whoever uploaded a file. */
export const shownName = (name: string): string => name.replace(tricks, '\ufffd');
