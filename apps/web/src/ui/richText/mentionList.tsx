/** The people whom `@` offers in the editor, by name. */
import type { ReactNode, RefObject } from 'react';
import { byName } from '../../platform/text/compare.ts';
import { matches } from '../../platform/text/matches.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { Avatar } from '../person/avatar.tsx';
import type { NamedPerson, People } from '../person/people.tsx';
import type { MentionSuggestion } from './mention.ts';
import { useSuggestions } from './suggestionList.tsx';

const maxShown = 6;

/** Returns the people whose name fits what was typed behind the `@`, those whose name begins with it first. */
export function peopleFor(people: People, query: string): NamedPerson[] {
  const start = query.toLowerCase();
  const fits = (name: string) => matches(name, query);
  const begins = ({ name }: NamedPerson) => name.toLowerCase().startsWith(start);
  return [...people.values()]
    .filter(({ name, isGone }) => !isGone && fits(name))
    .sort((a, b) => Number(begins(b)) - Number(begins(a)) || byName(a, b))
    .slice(0, maxShown);
}

export interface Mentions {
  /** The same for the editor's whole life. */
  suggestion: MentionSuggestion | undefined;
  list: ReactNode;
}

/** Offers people in an editor; without any, `@` is a letter like others. */
export function useMentions(people: People | undefined, frame: RefObject<HTMLElement | null>): Mentions {
  const t = useMessages(uiMessages);
  const { suggestion, list } = useSuggestions<NamedPerson, { id: string; label: string }>({
    frame,
    label: t('mention'),
    items: (query) => peopleFor(people ?? new Map(), query),
    keyOf: ({ id }) => id,
    chosen: ({ id, name }) => ({ id, label: name }),
    draw: ({ name, image }) => (
      <>
        <Avatar name={name} image={image} size={20} />
        {name}
      </>
    ),
  });
  return { suggestion: people && (suggestion as MentionSuggestion), list };
}
