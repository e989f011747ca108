import '../../platform/theme/mantineFrame.css';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { mayForgetDrafts } from '../../features/account/mayForgetDrafts.tsx';
import { NamesQuestion } from '../../features/account/namesQuestion.tsx';
import { expectEmail } from '../../features/auth/pending.ts';
import { OwnWords } from '../../features/auth/recovery/ownWords.tsx';
import { mayWipe } from '../../features/document/native/mayWipe.ts';
import { JoinByLink } from '../../features/invitation/joinByLink.tsx';
import { invitationMessages } from '../../features/invitation/messages.ts';
import { OwnInvitations } from '../../features/invitation/ownInvitations.tsx';
import { KitSteps } from '../../features/kit/kitSteps.tsx';
import { toastFailure } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { forgetJoinLink, useJoinLink } from '../../platform/workspace/joinLink.ts';
import { currentSession, leaveOnPurpose, useSession } from '../../platform/workspace/session.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { ButtonLink, TextLink } from '../../ui/nav/link.tsx';

/**
 * Shows where an invitation leads, with the link's secret or without; and then the recovery kit, for who has
 * none.
 */
export function Join() {
  const t = useMessages(invitationMessages);
  usePage(t('title'));
  const navigate = useNavigate();
  const held = useJoinLink();
  const { invitation: chosen } = useSearch({ strict: false });
  const user = useSession((session) => session.user);
  const [joined, setJoined] = useState<string>();
  const [lapsed, setLapsed] = useState<string>();
  const whole = held === 'broken' ? undefined : held;
  const isChosen = !chosen || chosen === whole?.invitation?.invitationId;
  const link = isChosen ? whole : undefined;
  const isForOther = Boolean(user && link?.email && link.email !== user.email);

  const enter = (workspace: string) => navigate({ to: '/$workspace', params: { workspace } });
  const onIn = (workspace: string) => {
    // One for another invitation or account is still of use.
    if (isChosen && !isForOther) forgetJoinLink();
    if (currentSession().user?.hasKit === false) setJoined(workspace);
    else void enter(workspace);
  };

  if (joined) return <KitSteps onDone={() => void enter(joined)} onLater={() => void enter(joined)} />;
  const onLapsed = (why: string) => {
    setLapsed(why);
    forgetJoinLink();
  };
  let content: ReactNode;
  if (!user) content = <SignedOut email={link?.email} workspace={link?.workspace} />;
  else if (link && isForOther)
    content = (
      <>
        <OtherAccount invited={link.email} email={user.email} workspace={link.workspace} />
        <OwnInvitations onIn={onIn} words={<OwnWords />} isExtra />
      </>
    );
  else if (link?.invitation) content = <JoinByLink link={link.invitation} onIn={onIn} onLapsed={onLapsed} />;
  else
    content = (
      <>
        {lapsed && <Text>{lapsed}</Text>}
        <OwnInvitations onIn={onIn} words={<OwnWords />} />
      </>
    );
  return (
    <Stack gap="lg">
      <Title order={1}>{t('title')}</Title>
      {held === 'broken' && !chosen && (
        <Text c="var(--danger)" role="alert">
          {t('broken')}
        </Text>
      )}
      {content}
      {user && <TextLink to="/">{t('toWorkspaces')}</TextLink>}
      {user && <NamesQuestion />}
    </Stack>
  );
}

/** Keeps the link in this tab while somebody signs in or registers. */
function SignedOut({ email, workspace }: { email: string | undefined; workspace: string | undefined }) {
  const t = useMessages(invitationMessages);
  const expect = () => {
    if (email) expectEmail(email);
  };
  return (
    <>
      {workspace && <Text>{t('invitedTo', { name: workspace })}</Text>}
      <Text>{email ? t('signedOutTo', { email }) : t('signedOut')}</Text>
      <Group grow>
        <ButtonLink to="/register" search={{ redirect: '/join' }} onClick={expect}>
          {t('register')}
        </ButtonLink>
        <ButtonLink to="/login" search={{ redirect: '/join' }} variant="default" onClick={expect}>
          {t('signIn')}
        </ButtonLink>
      </Group>
    </>
  );
}

function OtherAccount({ invited, email, workspace }: { invited: string; email: string; workspace: string }) {
  const t = useMessages(invitationMessages);
  // What was not sent yet stays sealed on this device until its owner signs in again.
  const signOut = async () => {
    if (!(await mayForgetDrafts()) || !(await mayWipe())) return;
    leaveOnPurpose();
    const stop = keepFocus();
    try {
      await currentSession().signOut({ discard: false });
    } catch (failure) {
      stop();
      toastFailure(failure);
    } finally {
      leaveOnPurpose(false);
    }
  };
  return (
    <>
      {workspace && <Text>{t('invitedTo', { name: workspace })}</Text>}
      <Text>{t('wrongAccount', { invited, email })}</Text>
      <Button variant="default" onClick={() => void signOut()}>
        {t('signOut')}
      </Button>
    </>
  );
}
