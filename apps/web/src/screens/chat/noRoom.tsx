import { Button, Text } from '@mantine/core';
import { usePeople } from '../../features/member/queries.ts';
import { roomMessages } from '../../features/room/messages.ts';
import { useRooms } from '../../features/room/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import css from './chat.module.css';

/** Stands beside the rooms while none is open; where there is none, makes the first. */
export function NoRoom() {
  const t = useMessages(roomMessages);
  const { open } = usePanel();
  const groups = useRooms(usePeople());
  usePage(t('chat'));
  const hasRooms = Object.values(groups).some((rooms) => rooms.length > 0);
  return (
    <div className={css.empty}>
      {hasRooms ? (
        <Text c="dimmed">{t('chooseRoom')}</Text>
      ) : (
        <EmptyState action={<Button onClick={() => open('room')}>{t('newRoom')}</Button>}>
          {t('firstRoom')}
        </EmptyState>
      )}
    </div>
  );
}
