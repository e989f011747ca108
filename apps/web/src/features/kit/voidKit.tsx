import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { kitMessages } from './messages.ts';

export function VoidKit() {
  const t = useMessages(kitMessages);
  return (
    <Alert color="orange" mb="lg">
      {t('void')}{' '}
      <TextLink to="/account" search={{ tab: 'security' }}>
        {t('makeAnother')}
      </TextLink>
    </Alert>
  );
}
