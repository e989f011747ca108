import { Title } from '@mantine/core';
import { exportMessages } from '../../features/export/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { archiveMessages } from '../export/archive/messages.ts';
import { TakeAlong } from '../export/archive/takeAlong.tsx';
import { HoursExport } from '../export/hoursExport.tsx';
import { settingsMessages } from './messages.ts';

/** Exports everything, and everybody's hours, for admins. */
export function SettingsExport() {
  const t = useMessages(exportMessages);
  const s = useMessages(settingsMessages);
  const a = useMessages(archiveMessages);
  usePage(t('export'), [{ label: s('settings') }]);
  return (
    <>
      <TakeAlong />
      <Title order={2} size="h4" mb="sm">
        {a('hours')}
      </Title>
      <HoursExport isOwn={false} />
    </>
  );
}
