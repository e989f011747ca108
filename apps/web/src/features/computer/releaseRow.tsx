import type { Computer, ComputerSettings } from '@kontor/client/desktop/bridge';
import { Button, Text } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { useMutation } from '../../platform/workspace/calls.ts';
import { Row } from '../../ui/list/row.tsx';
import { computerMessages } from './messages.ts';

/** The words for the refusals of the shell. */
const words = {
  line: 'unreachable',
  forged: 'forged',
  older: 'older',
  'no-package': 'noPackage',
  program: 'noOpener',
  disk: 'disk',
} as const;

const loaded = { asked: 'loaded', laid: 'inDownloads', kept: 'inOwnFolder', none: 'newest' } as const;

/** Names what a refusal of the shell means; for one that is not known, only that it failed. */
const wordOf = (refusal: unknown) =>
  words[String(refusal) as keyof typeof words] ?? ('releaseFailed' as const);

/** Says which version runs, and looks for a newer one where this app does that. */
export function ReleaseRow({ computer, settings }: { computer: Computer; settings: ComputerSettings }) {
  const t = useMessages(computerMessages);
  const look = useMutation({ mutationFn: () => computer.newerRelease(), networkMode: 'always' });
  const load = useMutation({ mutationFn: () => computer.loadRelease(), networkMode: 'always' });
  const refusal = load.error ?? look.error;
  const said = () => {
    if (!settings.looksForUpdates) return t('noUpdates');
    if (refusal) return t(wordOf(refusal));
    if (load.isSuccess) return t(loaded[load.data]);
    if (!look.isSuccess) return '';
    return look.data ? t('newer', { version: look.data }) : t('newest');
  };
  return (
    <Row label={t('version')}>
      <Text>{t('running', { version: settings.version })}</Text>
      <Text role="status" c={refusal ? 'var(--danger)' : 'dimmed'}>
        {said()}
      </Text>
      {settings.looksForUpdates && !load.isSuccess && (
        <Button
          variant={look.data ? 'filled' : 'default'}
          loading={look.isPending || load.isPending}
          onClick={() => (look.data ? load : look).mutate()}
        >
          {t(look.data ? 'load' : 'look')}
        </Button>
      )}
    </Row>
  );
}
