import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';

/** Says on paper that a list goes on. */
export function Unprinted({ count }: { count: number }) {
  const t = useMessages(uiMessages);
  return <em>{t('unprinted', { count })}</em>;
}
