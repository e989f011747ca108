import { Menu } from '@mantine/core';
import { IconBell, IconBellOff, IconCheck, IconMailOpened, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEverybody } from '../../features/member/queries.ts';
import { markOpened, markRead, mutePlace } from '../../features/notification/actions.ts';
import type { NotificationGroup } from '../../features/notification/groups.ts';
import { notificationMessages } from '../../features/notification/messages.ts';
import { useMutablePlaces, useMuted } from '../../features/notification/queries.ts';
import { sentenceOf } from '../../features/notification/sentence.ts';
import { formatDateTime, formatDay, formatTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { ActionsMenu } from '../../ui/list/actionsMenu.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import css from './notifications.module.css';
import type { useShown } from './useShown.tsx';

/** Takes the focus in a row without a link. */
const standIn = { role: 'group', tabIndex: 0, 'data-list-item': true };

interface GroupRowProps {
  group: NotificationGroup;
  shownOf: ReturnType<typeof useShown>;
  onRemove: () => void;
}

/** Shows the content of a line about one thing: what happened to it, and what one can do about being told. */
export function GroupRow({ group, shownOf, onRemove }: GroupRowProps) {
  const t = useMessages(notificationMessages);
  const people = useEverybody();
  const navigate = useNavigate();
  const { open } = usePanel();
  const muted = useMuted();
  const places = useMutablePlaces(group.subject);
  const { ids, unreadIds, event, at, dueAt } = group;
  const shown = shownOf(group);
  const sentence = sentenceOf(group, people, t);
  const isUnread = unreadIds.length > 0;
  const label = shown?.label ?? sentence;
  const follow = () => {
    // What this device tells by itself, that something is due, is no notification.
    const unread = unreadIds.filter((id) => ids.includes(id));
    if (unread.length > 0) markOpened(unread);
    if (!shown) return;
    const { path, query, hash } = shown;
    if (path) void navigate({ to: path as string, search: query as object, ...(hash && { hash }) });
    else open(query.panel!, query.item, hash);
  };
  return (
    <>
      {isUnread ? (
        <span className={css.dot} role="img" aria-label={t('isNew')} />
      ) : (
        <span className={css.dot} />
      )}
      <span className={css.icon}>{shown?.icon}</span>
      <span className={css.what}>
        {shown && (
          <QueryLink
            path={shown.path}
            query={shown.query}
            hash={shown.hash}
            onFollow={follow}
            className={css.label}
            isRow
          >
            {shown.label}
          </QueryLink>
        )}
        <span className={css.sentence} {...(!shown && standIn)}>
          {sentence}
          {event !== 'TASK_DUE' && (
            <span className={css.time}> · {dueAt === undefined ? formatTime(at) : formatDateTime(at)}</span>
          )}
          {dueAt !== undefined && ` · ${t('due', { day: formatDay(dueAt) })}`}
        </span>
      </span>
      {ids.length > 0 && (
        <ActionsMenu name={label}>
          <Menu.Item
            leftSection={<Icon of={isUnread ? IconCheck : IconMailOpened} />}
            onClick={() => void markRead(ids, isUnread)}
          >
            {t(isUnread ? 'markRead' : 'markUnread')}
          </Menu.Item>
          {places.map((place) => {
            const isMuted = muted.includes(place.id);
            const name = shownOf({ subject: place })?.label ?? label;
            return (
              <Menu.Item
                key={place.id}
                leftSection={<Icon of={isMuted ? IconBell : IconBellOff} />}
                onClick={() => void mutePlace(place.id, !isMuted, name)}
              >
                {t(isMuted ? 'unmute' : 'mute', { name })}
              </Menu.Item>
            );
          })}
          <Menu.Item leftSection={<Icon of={IconTrash} />} onClick={onRemove}>
            {t('remove')}
          </Menu.Item>
        </ActionsMenu>
      )}
    </>
  );
}
