import { computerMessages } from '../../features/computer/messages.ts';
import { unsentFiles } from '../../features/document/native/nativeFiles.ts';
import { leaveServer } from '../../platform/desktop/servers.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';

const { t } = computerMessages;

/** Leads to the choice of a server, signed in at this one; asks where a save has to wait. The page itself asks about what was typed. */
export async function anotherServer(): Promise<void> {
  const { length: count } = await unsentFiles();
  const question = { title: t('leaveTitle', { count }), body: t('leaveBody'), action: t('anotherServer') };
  if (count === 0 || (await confirm(question))) leaveServer();
}
