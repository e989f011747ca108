import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keepDraft, keptDraft, placeNow } from '../../../platform/draft/drafts.ts';
import { onHidden } from '../../../platform/draft/keeping.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { parseDuration } from '../../../platform/text/parseNumber.ts';
import { toast } from '../../../platform/toasts.tsx';
import { openWorkspaceId } from '../../../platform/workspace/workspace.ts';
import { shortDuration } from '../actions.ts';
import { timeMessages } from '../messages.ts';
import css from './weekGrid.module.css';

interface WeekCellProps {
  label: string;
  /** The name under which what is typed outlives the page. */
  draft: string;
  /** ms */
  time: number;
  /** Why it takes nothing; undefined where it takes time. */
  refusal: string | undefined;
  /** Takes the focus as soon as it is there. */
  autoFocus: boolean;
  /** Stores the time, ms, unless the person refuses; returns what is wrong with it. */
  onSet: (time: number) => Promise<string | undefined>;
}

/** Shows the time of a task and day, as a field: what is typed is stored when it, or the page, is left. */
export function WeekCell({ label, draft, time, refusal, autoFocus, onSet }: WeekCellProps) {
  const t = useMessages(timeMessages);
  const shown = time > 0 ? shortDuration(time) : '';
  const { current: place } = useRef(placeNow());
  const [typed, setShown] = useState(() => keptDraft<string>(draft, place));
  const setTyped = (next: string | undefined) => {
    setShown(next);
    // What another tab keeps of a cell that nobody touched here is not this one's to forget.
    if (next !== undefined || typed !== undefined) keepDraft(draft, next, place);
  };
  const [error, setError] = useState<string>();
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
    toast.error(t('cellLost', { cell: label, typed: typed?.trim() || '0:00', fault }), { stays: true });
    keepDraft(draft, undefined, place);
  };
  const fail = (fault: string) => (isGone.current ? tellLost(fault) : setError(fault));
  const leave = useRef(() => {});
  useLayoutEffect(() => {
    leave.current = () => {
      if (error !== undefined) {
        if (isGone.current) tellLost(error);
      } else if (typed !== undefined && refusal === undefined && isInWorkspace()) void store();
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
  const store = async () => {
    if (isStoring.current) return;
    if (typed === undefined || typed.trim() === shown) {
      setTyped(undefined);
      setError(undefined);
      return;
    }
    const minutes = parseDuration(typed) ?? (typed.trim() === '' ? 0 : undefined);
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
  return (
    <>
      <Tooltip
        label={error}
        opened={error !== undefined}
        position="bottom-end"
        color="red"
        multiline
        maw={240}
      >
        <input
          ref={field}
          className={css.cell}
          value={typed ?? shown}
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          readOnly={refusal !== undefined || isLocked}
          {...(refusal !== undefined && { title: refusal, 'aria-description': refusal })}
          // biome-ignore lint/a11y/noAutofocus: whoever adds a row wants to write into it
          autoFocus={autoFocus}
          inputMode="text"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setError(undefined);
          }}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => void store()}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed === undefined) return;
            event.stopPropagation();
            if (isStoring.current) return;
            setTyped(undefined);
            setError(undefined);
          }}
        />
      </Tooltip>
      {error && <VisuallyHidden role="alert">{error}</VisuallyHidden>}
    </>
  );
}
