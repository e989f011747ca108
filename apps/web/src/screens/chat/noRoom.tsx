import { Text } from '@mantine/core';
import { roomMessages } from '../../features/room/messages.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import css from './chat.module.css';

/** Stands beside the rooms while none is open. */
export function NoRoom() {
  const t = useMessages(roomMessages);
  usePage(t('chat'));
  return (
    <div className={css.empty}>
      <Text c="dimmed">{t('chooseRoom')}</Text>
    </div>
  );
}
