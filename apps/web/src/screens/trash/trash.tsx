import { Title } from '@mantine/core';
import { TrashTable } from '../../features/document/explorer/trashTable.tsx';
import { documentMessages } from '../../features/document/messages.ts';
import { usePeople } from '../../features/member/queries.ts';
import { SyncNotices } from '../../features/sync/notices.tsx';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { homeOf } from '../home/homeOf.tsx';

/** Shows what is in the trash of all projects and customers. */
export function Trash() {
  const t = useMessages(documentMessages);
  usePage(t('trash'));
  return (
    <>
      <SyncNotices />
      <Title order={1} mb="md">
        {t('allTrash')}
      </Title>
      <TrashTable people={usePeople()} homeOf={homeOf} />
    </>
  );
}
