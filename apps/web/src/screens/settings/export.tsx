import { exportMessages } from '../../features/export/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { HoursExport } from '../export/hoursExport.tsx';
import { settingsMessages } from './messages.ts';

/** Exports everybody's hours, for admins. */
export function SettingsExport() {
  const t = useMessages(exportMessages);
  const s = useMessages(settingsMessages);
  usePage(t('export'), [{ label: s('settings') }]);
  return <HoursExport isOwn={false} />;
}
