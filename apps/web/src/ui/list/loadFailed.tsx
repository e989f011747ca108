import { Button, Text } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';

/** Stands where something could not be loaded: says so, and tries again. */
export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  const t = useMessages(uiMessages);
  return (
    <div role="alert">
      <Text c="var(--danger)" mb="sm">
        {text}
      </Text>
      <Button variant="default" onClick={() => void onRetry()}>
        {t('tryAgain')}
      </Button>
    </div>
  );
}
