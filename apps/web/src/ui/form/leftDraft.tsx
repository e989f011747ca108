import { isRichText } from '@kontor/contract/entity/field';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { keepDraft, keptDraft } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { copyText } from '../copyText.ts';
import { plainText } from '../richText/plain.ts';
import { formMessages } from './messages.ts';
import { ShownText } from './shownText.tsx';
import type { Unsaved } from './versions.ts';

interface LeftDraftProps<V extends object> {
  /** The name under which the form kept it; several of forms that are gone together. */
  draft: string | readonly string[];
  labelOf: (name: keyof V & string, draft: string) => string;
  /** The fields that are left out, being chosen rather than typed. */
  omit?: readonly string[];
  /** Returns what was typed into a field that is no text, in words. */
  show?: { [K in keyof V]?: (value: V[K]) => string };
}

/** Shows what was typed into the forms of a thing that is gone. */
export function LeftDraft<V extends object>({ draft, labelOf, omit = [], show = {} }: LeftDraftProps<V>) {
  const [kept, setKept] = useState(() =>
    [draft].flat().map((each) => ({ draft: each, values: keptDraft<Unsaved<V>>(each)?.values ?? {} })),
  );
  const texts = kept.flatMap(({ draft, values }) =>
    Object.entries(values).flatMap(([name, value]) => {
      if (omit.includes(name)) return [];
      const field = name as keyof V & string;
      const plain = isRichText(value) ? plainText(value) : typeof value === 'string' ? value : '';
      const text = (show[field]?.(value as V[typeof field]) ?? plain).trim();
      return text ? [{ key: `${draft} ${name}`, label: labelOf(field, draft), text }] : [];
    }),
  );
  const discard = () => {
    for (const each of kept) keepDraft(each.draft, undefined);
    setKept([]);
  };
  return <LeftTexts texts={texts} onDiscard={discard} />;
}

interface LeftTextsProps {
  texts: readonly { key: string; label: string; text: string }[];
  /** None where the question around them discards them. */
  onDiscard?: () => void;
}

/** Shows texts that were typed and not saved, and lets the person copy them. */
export function LeftTexts({ texts, onDiscard }: LeftTextsProps) {
  const t = useMessages(formMessages);
  if (texts.length === 0) return null;
  const all = texts.map(({ text }) => text).join('\n\n');
  return (
    <section aria-label={t('left')}>
      <Text size="sm">{t('left')}</Text>
      {texts.map(({ key, label, text }) => (
        <ShownText key={key} label={label}>
          {text}
        </ShownText>
      ))}
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => void copyText(all)}>
          {t('copy')}
        </Button>
        {onDiscard && (
          <Button size="xs" variant="subtle" onClick={onDiscard}>
            {t('discard')}
          </Button>
        )}
      </Group>
    </section>
  );
}
