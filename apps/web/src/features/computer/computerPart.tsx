import type { Computer, ComputerSettings } from '@kontor/client/desktop/bridge';
import { Button, Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { keychainTrouble } from '../../platform/desktop/keychain.ts';
import { hostOf, serverOrigin } from '../../platform/desktop/servers.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { modKey } from '../../platform/shortcuts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { calls, useMutation, useQuery } from '../../platform/workspace/calls.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { Row } from '../../ui/list/row.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { KeychainNote } from './keychainNote.tsx';
import { computerMessages } from './messages.ts';
import { ReleaseRow } from './releaseRow.tsx';

const key = ['computer'];
/** The computer answers without a connection, too. */
const local = { networkMode: 'always' } as const;

type Choice = Parameters<Computer['change']>[0];

/** Writes a shortcut as the keys of this system are called. */
const keysOf = (shortcut: string): string => shortcut.replace('CmdOrCtrl', modKey()).replaceAll('+', ' + ');

/** Asks what the desktop app may do on this computer; each choice holds as it is made. */
export function ComputerPart({
  computer,
  onAnotherServer,
}: {
  computer: Computer;
  onAnotherServer: () => void;
}) {
  const t = useMessages(computerMessages);
  const {
    data: settings,
    isError,
    refetch,
  } = useQuery({ queryKey: key, queryFn: () => computer.settings(), ...local });
  const trouble = useObservable(keychainTrouble());
  const [isTaken, setTaken] = useState(false);
  // Shown until the app has answered: a box that waits for the answer would jump back under the pointer.
  const [asked, setAsked] = useState<Choice>({});
  const keep = (next: ComputerSettings) => void calls.setQueryData(key, next);
  const { mutate } = useMutation({
    mutationFn: (choice: Choice) => computer.change(choice),
    ...local,
    onSuccess: keep,
    onError: (_, { hasShortcut }) => {
      if (hasShortcut) setTaken(true);
      else toast.error(t('failed'));
    },
    onSettled: () => setAsked({}),
  });
  const change = (choice: Choice) => {
    setTaken(false);
    setAsked((before) => ({ ...before, ...choice }));
    mutate(choice);
  };
  const choose = useMutation({
    mutationFn: () => computer.chooseDownloads(),
    ...local,
    onSuccess: keep,
    onError: (error) => toastFailure(error, t('failed')),
  });
  if (!settings && isError) return <LoadFailed text={t('loadFailed')} onRetry={refetch} />;
  if (!settings) return <SkeletonRows rows={4} />;
  const keys = keysOf(settings.shortcut);
  const { startsWithSystem, hasShortcut } = { ...settings, ...asked };
  return (
    <>
      <Row label={t('session')}>
        {trouble ? <KeychainNote trouble={trouble} /> : <Text>{t('isKept')}</Text>}
      </Row>
      <Row label={t('server')}>
        <Text>{hostOf(serverOrigin())}</Text>
        <Button variant="default" onClick={onAnotherServer}>
          {t('anotherServer')}
        </Button>
      </Row>
      <Row label={t('start')}>
        <Checkbox
          label={t('startsWithSystem')}
          checked={startsWithSystem}
          onChange={({ target }) => change({ startsWithSystem: target.checked })}
        />
      </Row>
      <Row label={t('timer')}>
        <Checkbox
          label={t('shortcut', { keys })}
          description={[t('timerScope'), settings.isWayland && t('wayland')].filter(Boolean).join(' ')}
          checked={hasShortcut}
          error={isTaken && t('shortcutTaken', { keys })}
          onChange={({ target }) => change({ hasShortcut: target.checked })}
        />
      </Row>
      <Row label={t('downloads')}>
        <Text>{settings.downloads}</Text>
        <Button variant="default" loading={choose.isPending} onClick={() => choose.mutate()}>
          {t('chooseFolder')}
        </Button>
      </Row>
      <ReleaseRow computer={computer} settings={settings} />
    </>
  );
}
