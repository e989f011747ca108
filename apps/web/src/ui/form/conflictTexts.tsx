import { isRichText } from '@kontor/contract/entity/field';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { RichTextView } from '../richText/richTextView.tsx';
import { ConflictNotice } from './conflictNotice.tsx';
import { formMessages } from './messages.ts';

/** A text or value that lost a race and was kept beside the record. */
export interface ShownConflict {
  id: string;
  value: unknown;
  /** The name of the person who wrote it, when that is known. */
  by: string | undefined;
  /** ms. */
  at: number;
}

/**
 * Shows a field's text, plain or formatted; nothing for values that are not text. Conflicts hold whatever their
 * writer put there.
 */
export const shownText = (value: unknown): ReactNode =>
  isRichText(value) ? <RichTextView value={value} /> : typeof value === 'string' ? value : '';

export interface ConflictTextsProps {
  label: string;
  /** The present value of the field, and all that were kept. */
  current: unknown;
  kept: readonly ShownConflict[];
  /** `choice` is the id of a kept text, or `current`. */
  onSettle: (choice: string) => void;
}

/**
 * Shows the texts of a field that were written over each other on different devices, until somebody chooses. They may
 * be one person's, so they are told apart by which one is current, not by "mine" and "theirs".
 */
export function ConflictTexts({ label, current, kept, onSettle }: ConflictTextsProps) {
  const t = useMessages(uiMessages);
  const f = useMessages(formMessages);
  return (
    <ConflictNotice
      title={f('conflictTitle', { field: label })}
      body={t(kept.length > 1 ? 'conflictBodyMany' : 'conflictBody')}
      sides={[
        {
          id: 'current',
          label: t('standing'),
          text: shownText(current),
          action: t('keepStanding'),
          onChoose: () => onSettle('current'),
        },
        ...kept.map(({ id, value, by, at }) => ({
          id,
          label: by
            ? t('keptBy', { name: by, time: formatDateTime(at) })
            : t('kept', { time: formatDateTime(at) }),
          text: shownText(value),
          action: t('takeKept'),
          onChoose: () => onSettle(id),
        })),
      ]}
    />
  );
}
