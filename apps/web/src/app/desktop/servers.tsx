import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { KeychainNote } from '../../features/computer/keychainNote.tsx';
import { desktop } from '../../platform/desktop/desktop.ts';
import { forgetDeviceToken } from '../../platform/desktop/deviceToken.ts';
import { keychainTrouble } from '../../platform/desktop/keychain.ts';
import {
  answersAt,
  hostOf,
  leaveServer,
  originOf,
  readServers,
  writeServers,
} from '../../platform/desktop/servers.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { PlainPage } from '../errors/plainPage.tsx';
import { LanguageSwitch } from '../layouts/languageSwitch.tsx';
import { serverMessages } from './messages.ts';

/** Uses a server from now on: the page starts anew with its session and its data, at the address that a link has brought. */
function choose(chosen: string): void {
  writeServers({ ...readServers(), chosen });
  location.reload();
}

/** The desktop app's first page: which server it works with. */
export function Servers() {
  const t = useMessages(serverMessages);
  usePage(t('choose'));
  const [known, setKnown] = useState(readServers().known);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const origin = originOf(typed);
    if (!origin) return setError(t(typed.trim() ? 'invalid' : 'required'));
    setAsking(true);
    const answers = await answersAt(origin).catch(() => false);
    setAsking(false);
    if (!answers) return setError(t('unknown', { server: hostOf(origin) }));
    writeServers({ known: [...new Set([...known, origin])] });
    choose(origin);
  };
  const remove = async (origin: string) => {
    const server = hostOf(origin);
    const action = t('removeShort');
    if (!(await confirm({ title: t('removeTitle', { server }), body: t('removeBody'), action }))) return;
    try {
      await desktop()?.keychain.set(origin, undefined);
    } catch {
      return setRefusal(t('notRemoved', { server }));
    }
    setRefusal(undefined);
    forgetDeviceToken(origin);
    const rest = known.filter((each) => each !== origin);
    writeServers({ known: rest });
    setKnown(rest);
  };
  return (
    <PlainPage>
      <Stack gap="lg">
        <Title order={1}>{t('choose')}</Title>
        <Text>{t('about')}</Text>
        {known.length > 0 && (
          <Stack gap="xs" component="ul" aria-label={t('known')} m={0} p={0}>
            {known.map((origin) => (
              <Group key={origin} component="li" wrap="nowrap" gap="xs">
                <Button
                  variant="default"
                  flex={1}
                  miw={0}
                  aria-label={t('open', { server: hostOf(origin) })}
                  onClick={() => choose(origin)}
                >
                  {hostOf(origin)}
                </Button>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('remove', { server: hostOf(origin) })}
                  onClick={() => void remove(origin)}
                >
                  <Icon of={IconX} />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        )}
        {refusal && (
          <Text role="alert" c="var(--danger)">
            {refusal}
          </Text>
        )}
        <form onSubmit={(event) => void add(event)} noValidate>
          <Stack gap="md">
            <TextInput
              label={t('address')}
              placeholder={t('example')}
              inputMode="url"
              autoComplete="url"
              spellCheck={false}
              autoFocus
              value={typed}
              error={error}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                setError(undefined);
              }}
            />
            <Button type="submit" loading={isAsking}>
              {t('add')}
            </Button>
          </Stack>
        </form>
        <KeychainNote trouble={desktop()?.keychain.isAvailable === false ? 'absent' : undefined} />
        <LanguageSwitch />
      </Stack>
    </PlainPage>
  );
}

/** Names the server beside the sign-in, leads to the others, and says if nobody stays signed in; nothing in a browser. */
export function ServerSwitch() {
  const t = useMessages(serverMessages);
  const trouble = useObservable(keychainTrouble());
  const { chosen } = readServers();
  if (!desktop() || !chosen) return null;
  return (
    <Stack gap="xs">
      <KeychainNote trouble={trouble} />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('server', { server: hostOf(chosen) })}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={leaveServer}>
          {t('change')}
        </Button>
      </Group>
    </Stack>
  );
}
