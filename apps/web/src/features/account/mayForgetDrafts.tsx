import { sameValue } from '@kontor/client/replica/sameValue';
import { valueFields } from '@kontor/contract/entity/entity';
import { isRichText } from '@kontor/contract/entity/field';
import { placeStatus, roles } from '@kontor/contract/entity/role';
import { scopeAccess } from '@kontor/contract/entity/scopeKind';
import { entities } from '@kontor/contract/nouns/entities';
import { pastReaders } from '@kontor/contract/nouns/room';
import { signingFieldKinds } from '@kontor/contract/nouns/signing';
import { allCountries } from '@kontor/contract/text/country';
import { languages } from '@kontor/contract/text/language';
import { allDrafts, draftCount, lookAround } from '../../platform/draft/drafts.ts';
import { LeftTexts } from '../../ui/form/leftDraft.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { plainText } from '../../ui/richText/plain.ts';

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
    title,
    body: t('signOutDraftsBody'),
    action: t('signOut'),
    danger: true,
    details: <LeftTexts texts={texts.map((text, i) => ({ key: `${i}`, label: t('typedText'), text }))} />,
  });
}

/** Returns the texts of a draft, without what is chosen rather than typed. */
function textsIn(draft: unknown): string[] {
  if (typeof draft === 'string') return [draft.trim()];
  // Only a form's has a base; other drafts may have a field of the name `values`.
  const { base, values } =
    isMap(draft) && 'base' in draft ? draft : { base: undefined, values: draft as unknown };
  return typedIn('', values, base);
}

/** Returns the texts in the field of a name, and in what lies in it, but for those with which it began. */
function typedIn(name: string, value: unknown, begun: unknown): string[] {
  if (sameValue(value, begun)) return [];
  const text = isRichText(value) ? plainText(value) : value;
  if (typeof text === 'string') return isChosen(name, text) ? [] : [text.trim()];
  if (Array.isArray(value)) {
    const before: unknown[] = Array.isArray(begun) ? begun : [];
    return value
      .filter((each) => !before.some((other) => sameValue(each, other)))
      .flatMap((each) => typedIn(name, each, undefined));
  }
  if (!isMap(value)) return [];
  const before = isMap(begun) ? begun : {};
  return Object.entries(value).flatMap(([each, inside]) => typedIn(each, inside, before[each]));
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of fields that are chosen from a list, by the fields' names. */
const choices = new Map<string, Set<string>>();
const choose = (name: string, values: readonly string[] = []) => {
  choices.set(name, new Set([...(choices.get(name) ?? []), ...values]));
};
for (const entity of Object.values(entities))
  for (const [name, { values }] of valueFields(entity)) choose(name, values);
// These are chosen in forms, and no fields of a noun.
choose('role', roles);
choose('status', placeStatus);
choose('access', scopeAccess);
choose('past', pastReaders);
choose('language', languages);
choose('country', allCountries);
choose('kind', signingFieldKinds);

/** Tells whether a value is empty, an id, a day, a colour, a picture or a choice. */
const isChosen = (name: string, text: string): boolean =>
  /^(?:\s*|[0-9a-f-]{36}|\d{4}-\d\d-\d\d|#[0-9a-f]{6}|data:image\/.*)$/.test(text) ||
  choices.get(name)?.has(text) === true;
