import { Tooltip, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepDraft, keptDraft, placeNow, showDraft } from '../../../platform/draft/drafts.ts';
import { onHidden } from '../../../platform/draft/keeping.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { parseDuration } from '../../../platform/text/parseNumber.ts';
import { toast } from '../../../platform/toasts.tsx';
import { openWorkspaceId } from '../../../platform/workspace/workspace.ts';
import { shortDuration } from '../actions.ts';
import { timeMessages } from '../messages.ts';
import css from './weekGrid.module.css';

/** Text that is typed into a cell. */
interface Typed {
  text: string;
  /** ms: the time that was stored when it was typed. */
  stored: number;
}

interface WeekCellProps {
  label: string;
  /** The name under which what is typed outlives the page. */
  draft: string;
  /** ms; undefined where nothing was done. */
  time: number | undefined;
  /** ms: the part of the time that is stored, exactly: a timer that runs goes on while somebody types. */
  stored: number;
  /** Why it takes nothing; undefined where it takes time. */
  refusal: string | undefined;
  /** Takes the focus as soon as it is there. */
  autoFocus: boolean;
  /** Stores the time, ms, unless the person refuses; returns what is wrong with it. */
  onSet: (time: number) => Promise<string | undefined>;
}

/**
 * Shows the time of a task and day, as a field: what is typed is stored when it, or the page, is left. What an earlier visit
 * left waits until somebody types on, or stores or drops it: the time may be another by now.
 */
export function WeekCell({ label, draft, time, stored, refusal, autoFocus, onSet }: WeekCellProps) {
  const t = useMessages(timeMessages);
  const shown = time === undefined ? '' : shortDuration(time);
  const { current: place } = useRef(placeNow());
  const [typed, setShown] = useState(() => keptDraft<Typed>(draft, place));
  /**
   * True for what waits in the cell until somebody says what is to become of it: it was typed in an earlier visit or another
   * tab, or over a time that is another by now.
   */
  const [isLeft, setLeft] = useState(typed !== undefined);
  const setTyped = (next: Typed | undefined) => {
    setShown(next);
    setLeft(false);
    // What another tab keeps of a cell that nobody touched here is not this one's to forget.
    if (next !== undefined || typed !== undefined) keepDraft(draft, next, place);
  };
  const [error, setError] = useState<string>();
  const letLie = () => {
    setLeft(true);
    setError(undefined);
  };
  const isMoved = typed !== undefined && typed.stored !== stored && typed.text.trim() !== shown;
  const fault =
    error ?? (isLeft && refusal === undefined ? t('cellLeft', { time: shown || '0:00' }) : undefined);
  const field = useRef<HTMLInputElement>(null);
  /** Something is being stored, and stands until then: a question about it takes the focus away, which stores nothing anew. */
  const isStoring = useRef(false);
  const [isLocked, setLocked] = useState(false);
  // Whoever stays in it types over what was stored.
  useEffect(() => {
    if (typed === undefined && document.activeElement === field.current) field.current?.select();
  }, [typed]);
  const isGone = useRef(false);
  /**
   * Tells whether the workspace of the cell is still open: whoever comes after the one who left the workspace
   * hears nothing of it.
   */
  const isInWorkspace = () => openWorkspaceId() === place;
  /** Tells of what could not be stored, where the cell that shows it is gone. */
  const tellLost = (fault: string) => {
    if (!isInWorkspace()) return;
    toast.error(t('cellLost', { cell: label, typed: typed?.text.trim() || '0:00', fault }), { stays: true });
    keepDraft(draft, undefined, place);
  };
  const fail = (fault: string) => (isGone.current ? tellLost(fault) : setError(fault));
  const leave = useRef(() => {});
  useLayoutEffect(() => {
    leave.current = () => {
      if (error !== undefined) {
        if (isGone.current) tellLost(error);
      } else if (isStoring.current || isLeft || typed === undefined) return;
      else if (isMoved) letLie();
      else if (refusal === undefined && isInWorkspace()) void store(typed);
    };
  });
  useLayoutEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      leave.current();
    };
  }, []);
  // A page in the background may end without a word.
  useEffect(() => onHidden(() => leave.current()), []);
  useEffect(() =>
    typed === undefined
      ? undefined
      : showDraft<Typed>(
          draft,
          (next) => {
            setShown(next);
            setLeft(next !== undefined);
            setError(undefined);
          },
          place,
        ),
  );
  const store = async ({ text }: Typed) => {
    if (isStoring.current) return;
    if (text.trim() === shown) {
      setTyped(undefined);
      setError(undefined);
      return;
    }
    const minutes = parseDuration(text) ?? (text.trim() === '' ? 0 : undefined);
    if (minutes === undefined || minutes < 0) return fail(t('mustBeDuration'));
    isStoring.current = true;
    setLocked(true);
    try {
      const fault = await onSet(minutes * 60_000);
      // What could not be stored stays as it was typed.
      if (fault !== undefined) return fail(fault);
      setError(undefined);
      setTyped(undefined);
    } finally {
      isStoring.current = false;
      setLocked(false);
    }
  };
  const blur = () => {
    if (typed === undefined || isLeft) return;
    if (isMoved && !isStoring.current) letLie();
    else void store(typed);
  };
  const press = (event: KeyboardEvent) => {
    if (typed === undefined || isStoring.current) return;
    if (event.key === 'Enter' && isLeft && refusal === undefined) {
      const confirmed = { ...typed, stored };
      setTyped(confirmed);
      void store(confirmed);
    }
    if (event.key !== 'Escape') return;
    setTyped(undefined);
    setError(undefined);
  };
  return (
    <>
      <Tooltip
        label={fault}
        opened={fault !== undefined}
        // Above and to the left are the cells that one comes from: it covers none that one types into next.
        position="top-end"
        color="red"
        multiline
        maw={240}
      >
        <input
          ref={field}
          className={css.cell}
          value={typed?.text ?? shown}
          aria-label={label}
          aria-invalid={fault !== undefined || undefined}
          readOnly={refusal !== undefined || isLocked}
          {...(refusal !== undefined && { title: refusal, 'aria-description': refusal })}
          // biome-ignore lint/a11y/noAutofocus: whoever adds a row wants to write into it
          autoFocus={autoFocus}
          inputMode="text"
          onChange={(event) => {
            const isSeen = typed === undefined || isLeft;
            setTyped({ text: event.currentTarget.value, stored: isSeen ? stored : typed.stored });
            setError(undefined);
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={blur}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== undefined) event.stopPropagation();
            press(event);
          }}
        />
      </Tooltip>
      {fault && <VisuallyHidden role="alert">{fault}</VisuallyHidden>}
    </>
  );
}
