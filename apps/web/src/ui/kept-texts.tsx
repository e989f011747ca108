import type { RichText } from '@kontor/contract/entity';
import type { ReactNode } from 'react';
import { ConflictNotice } from './conflict-notice.tsx';
import { RichTextView } from './rich-text/rich-text-view.tsx';

/** A text that lost a race and was kept beside the record. */
export interface KeptText {
  id: string;
  /** What the field says now, and what was kept. */
  current: unknown;
  kept: unknown;
  isMine: boolean;
  /** Who wrote it, when it was somebody else. */
  by: string | undefined;
}

/** A field's text, plain or formatted. */
export const shownText = (value: unknown): ReactNode =>
  typeof value === 'object' && value !== null ? (
    <RichTextView value={value as RichText} />
  ) : (
    String(value ?? '')
  );

interface KeptTextsProps {
  texts: readonly KeptText[];
  onSettle: (id: string, choice: 'kept' | 'current') => void;
}

/** The texts that two people wrote over each other on different devices, until somebody chooses. */
export function KeptTexts({ texts, onSettle }: KeptTextsProps) {
  return texts.map(({ id, current, kept, isMine, by }) => (
    <ConflictNotice
      key={id}
      mine={shownText(isMine ? kept : current)}
      theirs={shownText(isMine ? current : kept)}
      by={by}
      onMine={() => onSettle(id, isMine ? 'kept' : 'current')}
      onTheirs={() => onSettle(id, isMine ? 'current' : 'kept')}
    />
  ));
}
