import type { Message } from '@kontor/contract/nouns/message';
import { useMessages } from '../../../platform/text/messages.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import type { People } from '../../../ui/person/people.tsx';
import { namesOf } from '../../../ui/person/peopleInput.tsx';
import { roomMessages } from '../messages.ts';
import { useReactions } from '../queries.ts';
import { toggleReaction } from './actions.ts';
import css from './stream.module.css';

interface ReactionsProps {
  message: Message;
  people: People;
  mayWrite: boolean;
}

/** Shows the signs below a message, with how many people gave each; pressing one adds one's own, or takes it back. */
export function Reactions({ message, people, mayWrite }: ReactionsProps) {
  const t = useMessages(roomMessages);
  const { userId } = useWorkspace();
  const reactions = useReactions(message.id);
  if (reactions.length === 0) return null;
  return (
    <ul className={css.reactions} aria-label={t('reactions')}>
      {reactions.map(({ emoji, userIds }) => {
        const names = t('reactedBy', { emoji, names: namesOf(userIds, people) });
        return (
          <li key={emoji}>
            <button
              type="button"
              className={css.reaction}
              aria-pressed={userIds.includes(userId)}
              aria-label={names}
              title={names}
              disabled={!mayWrite}
              onClick={() => toggleReaction(message, emoji)}
            >
              {emoji} {userIds.length}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
