/** Reads the words of a mail as it was saved (RFC 5322, MIME). */
import PostalMime from 'postal-mime';
import { UnreadableError } from './limits.ts';
import { wordsOfXml } from './xmlText.ts';

/** Deepest nesting of parts. */
const maxNestingDepth = 20;
const lines = new Set(['p', 'div', 'br', 'tr', 'li', 'h1', 'h2', 'h3']);

/** Returns subject, people and text of a mail, and the names of what is attached. @throws UnreadableError */
export async function wordsOfMail(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth }).catch((cause: unknown) => {
    throw new UnreadableError('no mail', { cause });
  });
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((each) =>
    each ? [`${each.name} ${each.address ?? ''}`.trim()] : [],
  );
  const html = (mail.html ?? '').replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, '');
  return [
    mail.subject ?? '',
    people.join('\n'),
    mail.text ?? wordsOfXml(html, { lines }),
    ...(mail.attachments ?? []).map(({ filename }) => filename ?? ''),
  ].join('\n');
}
