import { sameValue } from '@kontor/client/replica/sameValue';
import { isRichText } from '@kontor/contract/entity/field';
import { allDrafts, draftCount, lookAround } from '../../platform/draft/drafts.ts';
import { uiMessages } from '../messages.ts';
import { confirm } from '../overlay/confirm.tsx';
import { plainText } from '../richText/plain.ts';
import { LeftTexts } from './leftDraft.tsx';

/**
 * Asks before what was typed and not saved goes with a sign-out, in whichever tab: nothing of it is anywhere else. Shows it,
 * to be copied: the form that it was typed into may be gone.
 */
export async function mayForgetDrafts(): Promise<boolean> {
  const { t } = uiMessages;
  // Where the device cannot be read, what this tab holds is all that is known.
  await lookAround().catch((error: unknown) => reportError(error));
  const count = draftCount();
  if (count === 0) return true;
  const title = t('signOutDraftsTitle', { count });
  const texts = allDrafts().flatMap(textsIn);
  return confirm({
    ...{ title, body: t('signOutDraftsBody'), action: t('signOut'), danger: true },
    details: <LeftTexts texts={texts.map((text, i) => ({ key: `${i}`, label: t('typedText'), text }))} />,
  });
}

/** Returns the texts of a draft, without what is chosen rather than typed. */
function textsIn(draft: unknown): string[] {
  if (typeof draft === 'string') return [draft.trim()];
  if (isRichText(draft)) return [plainText(draft)];
  if (typeof draft !== 'object' || draft === null) return [];
  const { base = {}, values = draft } = draft as { base?: object; values?: object };
  return Object.entries(values).flatMap(([name, value]) => {
    const isBegun = sameValue(value, (base as Record<string, unknown>)[name]);
    const text = isRichText(value) ? plainText(value) : typeof value === 'string' ? value : '';
    return isBegun || isChosen(text) ? [] : [text.trim()];
  });
}

/** Tells whether a value is empty, an id or a day. */
const isChosen = (text: string): boolean => /^(?:\s*|[0-9a-f-]{36}|\d{4}-\d\d-\d\d)$/.test(text);
