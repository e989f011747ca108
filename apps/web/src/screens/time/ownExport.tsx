import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { exportMessages } from '../../features/export/messages.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { HoursExport } from '../export/hoursExport.tsx';

const route = getRouteApi('/signed-in/$workspace/time/export');

/** Exports one's own hours. */
export function OwnExport() {
  const t = useMessages(exportMessages);
  const time = useMessages(timeMessages);
  const { workspace } = route.useParams();
  usePage(t('ownExport'), [{ label: time('time'), href: `/${workspace}/time` }]);
  return (
    <>
      <Title order={1} mb="md">
        {t('ownExport')}
      </Title>
      <HoursExport isOwn />
    </>
  );
}
