import { Alert, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { recoveryMessages } from '../../features/auth/recovery/messages.ts';
import { OwnWords } from '../../features/auth/recovery/ownWords.tsx';
import { PhraseForm } from '../../features/auth/recovery/phraseForm.tsx';
import { useFreshWorkspaces } from '../../platform/announced.ts';
import { useMessages } from '../../platform/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { useSession } from '../../platform/session.ts';
import { toast } from '../../platform/toasts.tsx';
import { TextLink } from '../../ui/link.tsx';

const route = getRouteApi('/signed-in/workspaces/unlock');

/** A workspace that is locked for this person, and the ways to open it again. */
export function Unlock() {
  const t = useMessages(recoveryMessages);
  const { workspace: id } = route.useSearch();
  const navigate = useNavigate();
  const workspace = useSession(({ workspaces }) => workspaces.list.find((each) => each.id === id));
  const former = useSession((session) => session.user?.former);
  const name = workspace?.name ?? '';
  usePage(t('unlockTitle', { name }));
  const status = workspace?.status;
  useFreshWorkspaces({ enabled: status === 'LOCKED' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the lock opens
  useEffect(() => {
    if (status === 'LOCKED') return;
    if (status === 'ACTIVE' && id) {
      toast.success(t('unlocked'));
      void navigate({ to: '/$workspace', params: { workspace: id } });
    } else void navigate({ to: '/' });
  }, [status]);
  if (status !== 'LOCKED') return null;
  return (
    <Stack gap="xl">
      <div>
        <Title order={1} mb="sm">
          {t('unlockTitle', { name })}
        </Title>
        <Alert color="orange">{t('stillLocked', { name })}</Alert>
        <Text mt="sm">{t('whyLocked')}</Text>
      </div>
      {former?.hasKit && (
        <section aria-labelledby="by-kit">
          <Title order={2} id="by-kit" mb="xs">
            {t('byKit')}
          </Title>
          <PhraseForm />
        </section>
      )}
      <section aria-labelledby="by-words">
        <Title order={2} id="by-words" mb="xs">
          {t('byWords')}
        </Title>
        <Stack gap="md">
          <Text>{t('byAdmin', { name })}</Text>
          <OwnWords />
          {former && former.deviceCount > 0 && <Text>{t('byDevice')}</Text>}
        </Stack>
      </section>
      <TextLink to="/">{t('toWorkspaces')}</TextLink>
    </Stack>
  );
}
