import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { appMessages } from '../messages.ts';
import { PlainLayout } from './plain.tsx';

/** Frames the account: a header that leads back, nothing else. */
export function EmptyLayout() {
  const t = useMessages(appMessages);
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/' }));
  return (
    <PlainLayout
      start={
        <Button
          variant="subtle"
          color="gray.9"
          leftSection={<Icon of={IconArrowLeft} />}
          onClick={back}
          px="sm"
          ml="-sm"
        >
          {t('back')}
        </Button>
      }
    />
  );
}
