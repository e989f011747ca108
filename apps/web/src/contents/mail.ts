/** Reads the words of a mail as it was saved (RFC 5322, MIME). */
import PostalMime from 'postal-mime';
import { contentLimits, UnreadableError } from './limits.ts';
import { wordsOfXml } from './xmlText.ts';

/** Deepest nesting of parts. */
const maxNestingDepth = 20;
const lineFeed = 0x0a;
const lines = new Set(['p', 'div', 'br', 'tr', 'li', 'h1', 'h2', 'h3']);

/**
 * Returns markup without styles and scripts; one that nothing closes takes the rest with it, as it does in browsers. Costs the
 * length of the markup.
 */
function withoutCode(html: string): string {
  const begin = /<(style|script)\b/gi;
  const pieces: string[] = [];
  let at = 0;
  for (let found = begin.exec(html); found; found = begin.exec(html)) {
    pieces.push(html.slice(at, found.index));
    const end = found[1]!.toLowerCase() === 'style' ? /<\/style\b/gi : /<\/script\b/gi;
    end.lastIndex = begin.lastIndex;
    const close = end.test(html) ? html.indexOf('>', end.lastIndex) : -1;
    if (close < 0) return pieces.join('');
    at = close + 1;
    begin.lastIndex = at;
  }
  return pieces.join('') + html.slice(at);
}

/** Returns subject, people and text of a mail, and the names of what is attached. @throws UnreadableError */
export async function wordsOfMail(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count++;
  if (count > contentLimits.mailLines) throw new UnreadableError('too many lines');
  const mail = await PostalMime.parse(bytes, { maxNestingDepth }).catch((cause: unknown) => {
    throw new UnreadableError('no mail', { cause });
  });
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((each) =>
    each ? [`${each.name} ${each.address ?? ''}`.trim()] : [],
  );
  return [
    mail.subject ?? '',
    people.join('\n'),
    mail.text ?? wordsOfXml(withoutCode(mail.html ?? ''), { lines }),
    ...(mail.attachments ?? []).map(({ filename }) => filename ?? ''),
  ].join('\n');
}
