import type { Recovery } from '@kontor/contract/wire/recovery';
import { Alert, List, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import '@mantine/core/styles/List.layer.css';
import { useMessages } from '../../../platform/text/messages.ts';
import { recoveryMessages } from './messages.ts';

/** Says before the last click what LOCKED will mean, and who can help. */
export function ResetConsequences({ facts: { workspaces, hasKit, deviceCount } }: { facts: Recovery }) {
  const t = useMessages(recoveryMessages);
  if (workspaces.length === 0) return <Text>{t('lockNone')}</Text>;
  const namesOf = (some: Recovery['workspaces']) => some.map(({ name }) => name).join(', ');
  const alone = workspaces.filter(({ hasOtherAdmin }) => !hasOtherAdmin);
  const count = workspaces.length;
  const hasAdmin = alone.length < workspaces.length;
  const hasHelp = hasKit || deviceCount > 0 || hasAdmin;
  return (
    <Alert color="orange" title={t('lockTitle')}>
      <Text size="sm">{t('lockBody', { names: namesOf(workspaces), count })}</Text>
      {hasHelp && (
        <>
          <Text size="sm" mt="xs">
            {t('helpBy', { count })}
          </Text>
          <List size="sm">
            {hasKit && <List.Item>{t('helpKit')}</List.Item>}
            {deviceCount > 0 && <List.Item>{t('helpDevices', { count: deviceCount })}</List.Item>}
            {hasAdmin && <List.Item>{t('helpAdmin')}</List.Item>}
          </List>
        </>
      )}
      {alone.length > 0 && (
        <Text size="sm" mt="xs" fw={600}>
          {t('helpNobody', { names: namesOf(alone), count: alone.length })}
        </Text>
      )}
    </Alert>
  );
}
