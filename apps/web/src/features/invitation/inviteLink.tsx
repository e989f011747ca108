import { nameWorkspace } from '@kontor/client/team/invitationLink';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { copyText } from '../../ui/copyText.ts';
import { invitationMessages } from './messages.ts';

/** Shows the link of a new invitation, for the inviter to send: it is kept nowhere. */
export function InviteLink({ link: bare, email }: { link: string; email: string }) {
  const t = useMessages(invitationMessages);
  const { records } = useWorkspace();
  const workspace = useSession(
    (session) => session.workspaces.list.find(({ id }) => id === records.id)?.name,
  );
  const link = workspace ? nameWorkspace(bare, workspace) : bare;
  return (
    <Stack gap="md">
      <Text>{t('linkIntro', { email })}</Text>
      <Textarea
        label={t('link')}
        value={link}
        readOnly
        autosize
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button variant="default" autoFocus onClick={() => void copyText(link, t('copied'), t('copyFailed'))}>
        {t('copy')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('without', { email })}
      </Text>
    </Stack>
  );
}
