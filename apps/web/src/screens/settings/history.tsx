import { useSentInvitations } from '../../features/invitation/queries.ts';
import { HistoryTable } from '../../features/team/history/historyTable.tsx';
import { useHints } from '../../features/team/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasRole } from '../../platform/workspace/actor.ts';
import { settingsMessages } from './messages.ts';

/** Shows those who work here what was done to members and keys. */
export function SettingsHistory() {
  const t = useMessages(settingsMessages);
  const above = useHasRole('ADMIN') ? [{ label: t('settings') }] : [];
  usePage(t('history'), [...above]);
  const sent = useSentInvitations().data ?? [];
  const { hints } = useHints();
  // Customers are in no directory, and who is invited is nobody yet: their addresses are the server's word.
  const addresses = new Map([
    ...sent.map(({ id, email }) => [id, email] as const),
    ...[...(hints?.byUser ?? [])].map(([id, { email }]) => [id, email] as const),
  ]);
  return <HistoryTable addresses={addresses} />;
}
