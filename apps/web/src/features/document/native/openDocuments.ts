/** Starts following what other programs save; loaded in the desktop app alone. */
import { conflictName } from '@kontor/client/desktop/conflictName';
import { keepLeases } from '@kontor/client/desktop/leases';
import { OpenDocuments, type SaveNews } from '@kontor/client/desktop/openDocuments';
import { systemClock } from '@kontor/client/replica/clock';
import { readContents } from '../../../contents/readContents.ts';
import type { DesktopBridge } from '../../../platform/desktop/desktop.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentSession } from '../../../platform/workspace/session.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { nativeMessages } from './messages.ts';
import { provideNativeFiles, unsentFiles } from './nativeFiles.ts';

const { t } = nativeMessages;

function tell({ kind, name }: SaveNews): void {
  const shown = { name: shownName(name) };
  if (kind === 'saved') toast.success(t('savedToast', shown));
  else if (kind === 'conflict') toast.info(t('conflictToast', shown));
  else toast.error(t('failedToast', shown));
}

/** Starts following the files of a desktop app, and asks before it quits with something unsent or open in a program. */
export function startOpenDocuments(bridge: DesktopBridge): void {
  const open = new OpenDocuments({
    files: bridge.files,
    copyName: (name) =>
      conflictName(name, {
        word: t('conflictWord'),
        person: currentSession().profile?.firstName ?? '',
        at: new Date(),
      }),
    read: readContents,
    onNews: tell,
    log: (message, error) => {
      // biome-ignore lint/suspicious/noConsole: concerns nobody but whoever looks for a fault
      console.info(message, error ?? '');
    },
  });
  let release = () => {};
  provideNativeFiles({
    documents: open,
    attach: (workspace) => {
      release();
      release = () => {};
      open.attach(workspace);
      if (!workspace) return;
      const { records, userId } = workspace;
      void open.takeLeft(userId);
      const isConnected = () => currentSession().line.state === 'connected';
      release = keepLeases({ records, userId, files: open.files, clock: systemClock, isConnected });
    },
  });
  bridge.onQuit(async () => {
    const unsent = await unsentFiles();
    const held = await open.held();
    if (unsent === 0 && held.length === 0) return true;
    const names = held.map(({ name }) => shownName(name)).join(', ');
    const title = unsent > 0 ? t('quitTitle', { count: unsent }) : t('quitHeldTitle', { count: held.length });
    const body = [unsent > 0 && t('quitBody'), names && t('quitHeldBody', { names })]
      .filter(Boolean)
      .join(' ');
    return confirm({ title, body, action: t('quit') });
  });
}
