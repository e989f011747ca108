import { Alert, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { recoveryMessages } from '../../features/auth/recovery/messages.ts';
import { OwnWords } from '../../features/auth/recovery/ownWords.tsx';
import { PhraseForm } from '../../features/auth/recovery/phraseForm.tsx';
import { KitSteps } from '../../features/kit/kitSteps.tsx';
import { VoidKitNotice } from '../../features/kit/voidKitNotice.tsx';
import { lockedReason } from '../../features/workspace/closedReason.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useFreshWorkspaces } from '../../platform/workspace/announced.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { unlockedPath } from './unlockSearch.ts';

const route = getRouteApi('/signed-in/workspaces/unlock');

/**
 * Shows a workspace that is locked for this person, and the ways to open it again. Where somebody else unlocked it, the kit of
 * before is void: a new one comes next, once nothing waits for the old one.
 */
export function Unlock() {
  const t = useMessages(recoveryMessages);
  const search = route.useSearch();
  const { workspace: id } = search;
  const navigate = useNavigate();
  const workspace = useSession(({ workspaces }) => workspaces.list.find((each) => each.id === id));
  const former = useSession((session) => session.user?.former);
  const name = workspace?.name ?? '';
  // Then there is no admin to call, or to wait for.
  const isAlone = workspace?.hasOtherAdmin === false;
  const hasDevice = former !== undefined && former.deviceCount > 0;
  usePage(t('unlockTitle', { name }));
  const status = workspace?.status;
  const [typesPhrase, setTypesPhrase] = useState(false);
  const [needsKit, setNeedsKit] = useState(false);
  useFreshWorkspaces({ enabled: status === 'LOCKED' });
  const enter = () => void navigate({ href: unlockedPath(search, location.origin) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the lock opens, and not while the words are at work
  useEffect(() => {
    if (status === 'LOCKED' || typesPhrase) return;
    if (status !== 'ACTIVE') return void navigate({ to: '/' });
    toast.success(t('unlocked'));
    const { user, workspaces } = currentSession();
    // As long as the old kit still opens another workspace, it must not be replaced.
    const isNeeded = user?.former.hasKit && workspaces.list.some((each) => each.status === 'LOCKED');
    if (user?.hasKit || isNeeded) enter();
    else setNeedsKit(true);
  }, [status, typesPhrase]);
  if (needsKit)
    return (
      <>
        <Alert color="orange" mb="lg">
          {t('unlockedNewKit')}
        </Alert>
        <KitSteps onDone={enter} onLater={enter} />
      </>
    );
  if (status !== 'LOCKED' && !typesPhrase) return null;
  return (
    <Stack gap="xl">
      <div>
        <Title order={1} mb="sm">
          {t('unlockTitle', { name })}
        </Title>
        <Alert color="orange">{workspace && lockedReason(workspace)}</Alert>
        <Text mt="sm">{t(isAlone ? 'wasReset' : 'whyLocked')}</Text>
      </div>
      {former?.hasKit && (
        <section aria-labelledby="by-kit">
          <Title order={2} id="by-kit" mb="xs">
            {t('byKit')}
          </Title>
          <PhraseForm onBusy={setTypesPhrase} />
        </section>
      )}
      <VoidKitNotice />
      {(!isAlone || hasDevice) && (
        <section aria-labelledby="by-words">
          <Title order={2} id="by-words" mb="xs">
            {t('byWords')}
          </Title>
          <Stack gap="md">
            <Text>{t(isAlone ? 'byOwnDevice' : 'byAdmin', { name })}</Text>
            <OwnWords />
            {!isAlone && hasDevice && <Text>{t('byDevice')}</Text>}
          </Stack>
        </section>
      )}
      {isAlone && <Text>{t('helpNobody', { names: name, count: 1 })}</Text>}
      <TextLink to="/">{t('toWorkspaces')}</TextLink>
    </Stack>
  );
}
