import type { KeychainTrouble } from '@kontor/client/session/account/bearerSession';
import { Text } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { computerMessages } from './messages.ts';

/** Says what the keychain does not do; nothing where all is well. */
export function KeychainNote({ trouble }: { trouble: KeychainTrouble | undefined }) {
  const t = useMessages(computerMessages);
  if (!trouble) return null;
  return (
    <Text size="sm" c="dimmed" role="status">
      {t(trouble)}
    </Text>
  );
}
