import { isRichText } from '@kontor/contract/entity/field';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { RichTextView } from '../richText/richTextView.tsx';
import { ConflictNotice } from './conflictNotice.tsx';

/** A text that lost a race and was kept beside the record. */
export interface ConflictText {
  id: string;
  /** The present value of the field, and the kept one. */
  current: unknown;
  kept: unknown;
  /** The person who wrote what was kept, when that is known. */
  by: string | undefined;
}

/**
 * Shows a field's text, plain or formatted; nothing for values that are not text. Kept copies hold whatever their
 * writer put there.
 */
export const shownText = (value: unknown): ReactNode =>
  isRichText(value) ? <RichTextView value={value} /> : typeof value === 'string' ? value : '';

interface ConflictTextsProps {
  texts: readonly ConflictText[];
  onSettle: (id: string, choice: 'kept' | 'current') => void;
}

/**
 * Shows the texts that were written over each other on different devices, until somebody chooses. Both may be one
 * person's, so they are told apart by which one is current, not by "mine" and "theirs".
 */
export function ConflictTexts({ texts, onSettle }: ConflictTextsProps) {
  const t = useMessages(uiMessages);
  return texts.map(({ id, current, kept, by }) => (
    <ConflictNotice
      key={id}
      title={t('conflictTitle')}
      body={t('conflictBody')}
      sides={[
        {
          label: t('standing'),
          text: shownText(current),
          action: t('keepStanding'),
          onChoose: () => onSettle(id, 'current'),
        },
        {
          label: by ? t('keptBy', { name: by }) : t('kept'),
          text: shownText(kept),
          action: t('takeKept'),
          onChoose: () => onSettle(id, 'kept'),
        },
      ]}
    />
  ));
}
