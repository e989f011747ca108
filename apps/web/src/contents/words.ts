/** Reads the words of files of all kinds besides PDF and pictures. */
import type { ContentKind } from './contentKind.ts';
import { contentLimits, UnreadableError } from './limits.ts';
import { collapseWhitespace, decodeText } from './plainText.ts';

/** The words of a file. */
export interface Words {
  text: string;
  /** True if the file has more of them. */
  isCut: boolean;
}

/** Controls other than the end of a line and tabs: signs of something that is no text. */
const noText = /(?![\n\r\t\v\f])\p{Cc}/u;

const mail = () => import('./mail.ts');
const office = () => import('./office.ts');

/** Fetches what else `wordsOf` needs for a kind. */
export const preload = async (kind: ContentKind): Promise<void> => {
  if (kind === 'eml') await mail();
  else if (kind !== 'text' && kind !== 'pdf' && kind !== 'picture') await office();
};

/**
 * Reads the words of a file in one of the formats of `contentKind.ts` besides PDF and pictures.
 * @throws UnreadableError where it is broken, too large, or not what its name says
 */
export async function wordsOf(
  kind: Exclude<ContentKind, 'pdf' | 'picture'>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Words> {
  if (bytes.length > contentLimits.fileBytes) throw new UnreadableError('too large');
  if (kind === 'eml') return trimmed(await (await mail()).wordsOfMail(bytes));
  if (kind !== 'text') return trimmed((await office()).wordsOfOffice(kind, bytes));
  const most = 4 * contentLimits.textUnits;
  const text = decodeText(bytes, most);
  if (noText.test(text.slice(0, 4_096))) throw new UnreadableError('no text');
  const words = trimmed(text);
  return { ...words, isCut: words.isCut || bytes.length > most };
}

/** Returns text with its white space collapsed, cut at the limit. */
export function trimmed(text: string): Words {
  const whole = collapseWhitespace(text);
  const cut = whole.slice(0, contentLimits.textUnits);
  // Half of a surrogate pair is no letter.
  return { text: cut.isWellFormed() ? cut : cut.toWellFormed(), isCut: whole.length > cut.length };
}
