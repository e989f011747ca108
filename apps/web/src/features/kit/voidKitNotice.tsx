import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { kitMessages } from './messages.ts';

/**
 * Tells whoever holds a sheet that opens nothing any more, wherever they are, until they have made another. It is loaded
 * with the page, though few ever see it: one that came later would push what is about to be pressed from under the hand.
 */
export function VoidKitNotice() {
  const t = useMessages(kitMessages);
  const hasVoidKit = useSession((session) => session.user?.former.hasVoidKit ?? false);
  return (
    hasVoidKit && (
      <Alert color="orange" mb="lg">
        {t('void')}{' '}
        <TextLink to="/account" search={{ tab: 'security' }}>
          {t('makeAnother')}
        </TextLink>
      </Alert>
    )
  );
}
