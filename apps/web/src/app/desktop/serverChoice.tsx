import type { Checkout } from '@kontor/client/desktop/bridge';
import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { KeychainNote } from '../../features/computer/keychainNote.tsx';
import { discardedFiles } from '../../features/document/native/discardedFiles.ts';
import { nativeMessages } from '../../features/document/native/messages.ts';
import { namesOf } from '../../features/document/native/named.ts';
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
import { Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/useForm.ts';
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

/** Returns the files of a server that removing it loses, and whether these are known. */
async function filesOf(
  origin: string,
): Promise<{ unsent: Checkout[]; held: Checkout[]; isUnknown: boolean }> {
  const files = desktop()?.files;
  const [unsent, held] = await Promise.allSettled([files?.unsent() ?? [], files?.held() ?? []]);
  const ofIt = (listed: PromiseSettledResult<Checkout[]>) =>
    listed.status === 'fulfilled' ? listed.value.filter(({ server }) => server === origin) : [];
  const isUnknown = [unsent, held].some(({ status }) => status === 'rejected');
  return { unsent: ofIt(unsent), held: ofIt(held), isUnknown };
}

const stored = { address: '' };

const errors = ({ address }: typeof stored) => ({
  address: originOf(address) ? undefined : serverMessages.t(address.trim() ? 'invalid' : 'required'),
});

/** Shows the desktop app's first page: which server it works with. */
export function ServerChoice() {
  const t = useMessages(serverMessages);
  usePage(t('choose'));
  const [known, setKnown] = useState(readServers().known);
  const [refusal, setRefusal] = useState<string>();
  const form = useForm({ stored, errors });
  const add = form.submit(async ({ address }) => {
    const origin = originOf(address)!;
    if (!(await answersAt(origin).catch(() => false))) {
      form.refuse('address', t('unknown', { server: hostOf(origin) }));
      return false;
    }
    writeServers({ known: [...new Set([...known, origin])] });
    choose(origin);
  });
  const remove = async (origin: string) => {
    const server = hostOf(origin);
    const { unsent, held, isUnknown } = await filesOf(origin);
    // Each once, also one that is both; what was saved beside a document comes under its id.
    const lost = new Map([...unsent, ...held].map((file) => [`${file.id} ${file.name}`, file]));
    const names = namesOf([...lost.values()]);
    const body = [
      t('removeBody'),
      names && t('removeFiles', { names }),
      isUnknown && nativeMessages.t('unknownBody'),
    ];
    const question = {
      title: t('removeTitle', { server }),
      body: body.filter(Boolean).join(' '),
      danger: names !== '',
    };
    if (!(await confirm({ ...question, action: t('removeShort') }))) return;
    try {
      await desktop()?.keychain.set(origin, undefined);
    } catch {
      return setRefusal(t('notRemoved', { server }));
    }
    try {
      for (const { id } of unsent) discardedFiles.add(id);
      await desktop()?.files.wipe(origin);
    } catch {
      return setRefusal(t('notWiped', { server }));
    }
    setRefusal(undefined);
    forgetDeviceToken(origin);
    const rest = known.filter((each) => each !== origin);
    writeServers({ known: rest });
    setKnown(rest);
  };
  return (
    <PlainPage>
      <Stack gap="lg" maw="100%">
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
        <Form form={form} onSubmit={add}>
          <Stack gap="md">
            <TextInput
              label={t('address')}
              placeholder={t('example')}
              inputMode="url"
              autoComplete="url"
              spellCheck={false}
              autoFocus
              {...form.field('address')}
            />
            <Button type="submit" loading={form.isSaving}>
              {t('add')}
            </Button>
          </Stack>
        </Form>
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
