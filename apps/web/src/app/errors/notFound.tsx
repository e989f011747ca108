import { Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { appMessages } from '../messages.ts';
import { PlainPage } from './plainPage.tsx';

/** Shows that there is no such page, or it does not exist for this person. */
export function NotFound() {
  const t = useMessages(appMessages);
  const path = useLocation({ select: (location) => location.pathname });
  const title = t('notFound', { path });
  usePage(title);
  return (
    <PlainPage>
      <Text c="dimmed" className="figures">
        404
      </Text>
      <Title order={1}>{title}</Title>
      <Text>{t('notFoundBody')}</Text>
      <ButtonLink to="/" variant="default">
        {t('notFoundHome')}
      </ButtonLink>
    </PlainPage>
  );
}
