import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { Anchor, Group, List, Text, Title } from '@mantine/core';
import { subscriptionMessages } from '../../features/subscription/messages.ts';
import { useContacts } from '../../features/subscription/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { ButtonLink } from '../../ui/nav/link.tsx';

/** Says to somebody who cannot pay that the subscription ended, and whom to ask. */
export function Expired({ workspace, summary }: { workspace: string; summary: WorkspaceSummary }) {
  const { name, role, status } = summary;
  const t = useMessages(subscriptionMessages);
  usePage(t('expired'));
  const { data: emails = [], isLoading } = useContacts(workspace);
  return (
    <>
      <Title order={1} mb="sm">
        {t('expired')}
      </Title>
      <Text mb="sm">{t('expiredBody', { name })}</Text>
      {emails.length > 0 ? (
        <>
          <Text>{t('askThese')}</Text>
          <List mb="md">
            {emails.map((email) => (
              <List.Item key={email}>
                <Anchor href={`mailto:${email}`}>{email}</Anchor>
              </List.Item>
            ))}
          </List>
        </>
      ) : (
        !isLoading && <Text mb="md">{t('askFirm', { name })}</Text>
      )}
      <Group>
        {status === 'ACTIVE' && (
          <ButtonLink
            variant="default"
            to={role === 'CUSTOMER' ? '/$workspace/dashboard/signatures' : '/$workspace/signatures'}
            params={{ workspace }}
          >
            {t('toSigned')}
          </ButtonLink>
        )}
        <ButtonLink variant="default" to="/">
          {t('toWorkspaces')}
        </ButtonLink>
      </Group>
    </>
  );
}
