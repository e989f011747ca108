/** The list of people that opens under `@` in the editor. */
import type { SuggestionKeyDownProps, SuggestionProps } from '@tiptap/suggestion';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { matches } from '../../platform/text/matches.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { Avatar } from '../person/avatar.tsx';
import type { NamedPerson, People } from '../person/people.tsx';
import type { MentionSuggestion } from './mention.ts';
import css from './mentionList.module.css';

const maxShown = 6;

/** Returns the people whose name fits what was typed behind the `@`, those whose name begins with it first. */
export function peopleFor(people: People, query: string): NamedPerson[] {
  const start = query.toLowerCase();
  const fits = (name: string) => matches(name, query);
  const begins = ({ name }: NamedPerson) => name.toLowerCase().startsWith(start);
  return [...people.values()]
    .filter(({ name, isGone }) => !isGone && fits(name))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)) || a.name.localeCompare(b.name))
    .slice(0, maxShown);
}

interface OpenList {
  items: readonly NamedPerson[];
  at: number;
  /** In pixels of the editor's frame. */
  place: { left: number; top?: number; bottom?: number };
  choose: (person: NamedPerson) => void;
}

/** Pixels. */
const [width, gap] = [240, 4];

/** Returns where the list opens: under the caret or, in the lower half of the window, above it. */
function placeAt(caret: DOMRect, around: DOMRect): OpenList['place'] {
  const left = Math.max(0, Math.min(caret.left - around.left, around.width - width));
  return caret.bottom > innerHeight / 2
    ? { left, bottom: around.bottom - caret.top + gap }
    : { left, top: caret.bottom - around.top + gap };
}

export interface Mentions {
  /** The same for the editor's whole life. */
  suggestion: MentionSuggestion | undefined;
  list: ReactNode;
}

/** Offers people in an editor; without any, `@` is a letter like others. */
export function useMentions(people: People | undefined, frame: RefObject<HTMLElement | null>): Mentions {
  const t = useMessages(uiMessages);
  const [shown, setShown] = useState<OpenList>();
  const latest = useRef({ people, shown });
  latest.current = { people, shown };

  const show = (props: SuggestionProps<NamedPerson>) => {
    const [caret, around] = [props.clientRect?.(), frame.current?.getBoundingClientRect()];
    setShown({
      items: props.items,
      at: 0,
      place: caret && around ? placeAt(caret, around) : { left: 0, top: 0 },
      choose: ({ id, name }) => props.command({ id, label: name }),
    });
  };
  const onKeyDown = ({ event }: SuggestionKeyDownProps): boolean => {
    const { shown: open } = latest.current;
    const person = open?.items[open.at];
    if (!open || !person) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setShown({ ...open, at: (open.at + step + open.items.length) % open.items.length });
    else if (event.key === 'Enter' || event.key === 'Tab') open.choose(person);
    else if (event.key === 'Escape') setShown(undefined);
    else return false;
    // The key that closes the list must not close what is around it too.
    event.stopPropagation();
    return true;
  };
  const [suggestion] = useState<MentionSuggestion | undefined>(
    people && {
      items: ({ query }) => peopleFor(latest.current.people ?? new Map(), query),
      render: () => ({ onStart: show, onUpdate: show, onKeyDown, onExit: () => setShown(undefined) }),
    },
  );
  const list = shown && shown.items.length > 0 && (
    <div className={css.list} role="listbox" aria-label={t('mention')} style={shown.place}>
      {shown.items.map((person, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
        <div
          key={person.id}
          role="option"
          aria-selected={at === shown.at}
          onMouseDown={(event) => {
            event.preventDefault();
            shown.choose(person);
          }}
        >
          <Avatar name={person.name} image={person.image} size={20} />
          {person.name}
        </div>
      ))}
    </div>
  );
  return { suggestion, list };
}
