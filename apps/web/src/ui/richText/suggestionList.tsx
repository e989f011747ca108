/** The list that opens in the editor behind a sign, `@` for people, say. */
import type { SuggestionKeyDownProps, SuggestionOptions, SuggestionProps } from '@tiptap/suggestion';
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import css from './suggestionList.module.css';

interface OpenList<Item> {
  items: readonly Item[];
  at: number;
  /** In pixels of the editor's frame. */
  place: { left: number; top?: number; bottom?: number };
  choose: (item: Item) => void;
}

/** Pixels. */
const [width, gap] = [240, 4];

/** Returns where the list opens: under the caret or, in the lower half of the window, above it. */
function placeAt(caret: DOMRect, around: DOMRect): OpenList<unknown>['place'] {
  const left = Math.max(0, Math.min(caret.left - around.left, around.width - width));
  return caret.bottom > innerHeight / 2
    ? { left, bottom: around.bottom - caret.top + gap }
    : { left, top: caret.bottom - around.top + gap };
}

export interface SuggestionsProps<Item, Chosen> {
  /** Holds the editor and the list. */
  frame: RefObject<HTMLElement | null>;
  label: string;
  items: (query: string) => Item[];
  keyOf: (item: Item) => string;
  /** Returns what goes into the text. */
  chosen: (item: Item) => Chosen;
  draw: (item: Item) => ReactNode;
}

export interface Suggestions<Item, Chosen> {
  /** The same for the editor's whole life. */
  suggestion: Pick<SuggestionOptions<Item, Chosen>, 'items' | 'render'>;
  list: ReactNode;
}

/** Offers things in an editor, to be chosen by arrows and Enter or by pointer. */
export function useSuggestions<Item, Chosen>(
  props: SuggestionsProps<Item, Chosen>,
): Suggestions<Item, Chosen> {
  const { label, keyOf, draw, frame } = props;
  const [shown, setShown] = useState<OpenList<Item>>();
  const latest = useRef({ props, shown });
  latest.current = { props, shown };

  const show = (from: SuggestionProps<Item, Chosen>) => {
    const [caret, around] = [from.clientRect?.(), frame.current?.getBoundingClientRect()];
    setShown({
      items: from.items,
      at: 0,
      place: caret && around ? placeAt(caret, around) : { left: 0, top: 0 },
      choose: (item) => from.command(latest.current.props.chosen(item)),
    });
  };
  const onKeyDown = ({ event }: SuggestionKeyDownProps): boolean => {
    const { shown: open } = latest.current;
    const item = open?.items[open.at];
    if (!open || !item) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setShown({ ...open, at: (open.at + step + open.items.length) % open.items.length });
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) open.choose(item);
    else if (event.key === 'Escape') setShown(undefined);
    else return false;
    // The key that closes the list must not close what is around it too.
    event.stopPropagation();
    return true;
  };
  const listId = useId();
  const optionId = (at: number) => `${listId}-${at}`;
  const isOpen = shown !== undefined && shown.items.length > 0;
  const active = isOpen ? optionId(shown.at) : undefined;
  // The text keeps the focus, and says which of the options is chosen; where it is left, the list closes.
  useLayoutEffect(() => {
    const text = isOpen && frame.current?.querySelector('[role="textbox"]');
    if (!text) return;
    const names = { 'aria-controls': listId, 'aria-activedescendant': active! };
    for (const [name, value] of Object.entries(names)) text.setAttribute(name, value);
    const close = () => setShown(undefined);
    text.addEventListener('focusout', close);
    return () => {
      text.removeEventListener('focusout', close);
      for (const name of Object.keys(names)) text.removeAttribute(name);
    };
  }, [isOpen, active, listId, frame]);
  const [suggestion] = useState<Suggestions<Item, Chosen>['suggestion']>({
    items: ({ query }) => latest.current.props.items(query),
    render: () => ({ onStart: show, onUpdate: show, onKeyDown, onExit: () => setShown(undefined) }),
  });
  const list = isOpen && (
    <div id={listId} className={css.list} role="listbox" aria-label={label} style={shown.place}>
      {shown.items.map((item, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
        <div
          key={keyOf(item)}
          id={optionId(at)}
          role="option"
          aria-selected={at === shown.at}
          onMouseDown={(event) => {
            event.preventDefault();
            shown.choose(item);
          }}
        >
          {draw(item)}
        </div>
      ))}
    </div>
  );
  return { suggestion, list };
}
