import { Button } from '@mantine/core';
import { mutePlace } from '../../features/notification/actions.ts';
import { notificationMessages } from '../../features/notification/messages.ts';
import { useMutedPlaces } from '../../features/notification/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import css from './notifications.module.css';
import type { useShown } from './useShown.tsx';

/** Lists what the person wants to hear nothing of, to let it speak again: it makes no lines of its own any more. */
export function Muted({ shownOf }: { shownOf: ReturnType<typeof useShown> }) {
  const t = useMessages(notificationMessages);
  const places = useMutedPlaces();
  if (places.length === 0) return null;
  return (
    <section aria-labelledby="muted">
      <h2 id="muted" className={css.day}>
        {t('muted')}
      </h2>
      <ul className={css.list}>
        {places.map((subject) => {
          const { label, icon } = shownOf({ subject }) ?? { label: '', icon: undefined };
          return (
            <li key={subject.id} className={css.row}>
              <span className={css.icon}>{icon}</span>
              <span className={css.what}>{label}</span>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('unmute', { name: label })}
                onClick={() => {
                  keepFocus();
                  void mutePlace(subject.id, false, label);
                }}
              >
                {t('unmuteShort')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
