/** Names come from whoever uploaded a file: shown without tricks of direction, saved under what every system takes. */

/** Controls, and marks that turn the direction of writing: `a\u202Egpj.exe` would read `aexe.jpg`. */
const tricks = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const forbidden = /[\\/:*?"<>|]/g;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maxBytes = 200;

/** A name as it is shown: what would mislead stands as a replacement sign. */
export const shownName = (name: string): string => name.replace(tricks, '\ufffd');

/** Cuts a text to whole characters within so many bytes of UTF-8. */
function cut(text: string, bytes: number): string {
  let used = 0;
  let out = '';
  for (const character of text) {
    used += new TextEncoder().encode(character).length;
    if (used > bytes) break;
    out += character;
  }
  return out;
}

/** A name under which a file can be saved anywhere; the original stays in the record. */
export function safeName(name: string): string {
  const plain = name
    .replace(tricks, '')
    .replace(forbidden, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (!plain) return 'file';
  const extension = cut(/\.[^.]{1,16}$/.exec(plain)?.[0] ?? '', 20);
  const stem = cut(plain.slice(0, plain.length - extension.length), maxBytes - extension.length).trimEnd();
  const whole = `${stem || 'file'}${extension}`;
  return reserved.test(whole) ? `_${whole}` : whole;
}
