import { List, Text, Title } from '@mantine/core';
import { subscriptionMessages } from '../../features/subscription/messages.ts';
import { useContacts } from '../../features/subscription/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { ButtonLink } from '../../ui/nav/link.tsx';

/** Says to somebody who cannot pay that the subscription ended, and whom to ask. */
export function Expired({ workspace, name }: { workspace: string; name: string }) {
  const t = useMessages(subscriptionMessages);
  usePage(t('expired'));
  const { data: emails = [] } = useContacts(workspace);
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
                <a href={`mailto:${email}`}>{email}</a>
              </List.Item>
            ))}
          </List>
        </>
      ) : (
        <Text mb="md">{t('askFirm', { name })}</Text>
      )}
      <ButtonLink variant="default" to="/">
        {t('toWorkspaces')}
      </ButtonLink>
    </>
  );
}
