/** The emoji that `:` offers in the editor. */
import type { RefObject } from 'react';
import { useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import { type Emoji, emojisFor } from './emoji.ts';
import { type Suggestions, useSuggestions } from './suggestionList.tsx';

/** Offers emoji in an editor. */
export function useEmojis(frame: RefObject<HTMLElement | null>): Suggestions<Emoji, Emoji> {
  const t = useMessages(uiMessages);
  const isGerman = useLanguage() === 'de';
  return useSuggestions<Emoji, Emoji>({
    frame,
    label: t('emoji'),
    items: emojisFor,
    keyOf: ({ sign }) => sign,
    chosen: (emoji) => emoji,
    draw: ({ sign, words }) => (
      <>
        {sign} {words[isGerman ? 1 : 0]}
      </>
    ),
  });
}
