import { Button, Group } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';

interface SaveBarProps {
  busy: boolean;
  /** Something was typed that is not stored. */
  dirty: boolean;
  onUndo: () => void;
}

/** The foot of a form that stands on a page: save what was typed, or go back to what is stored. */
export function SaveBar({ busy, dirty, onUndo }: SaveBarProps) {
  const t = useMessages(uiMessages);
  return (
    <Group gap="sm">
      <Button type="submit" loading={busy} disabled={!dirty}>
        {t('save')}
      </Button>
      {dirty && (
        <Button variant="subtle" color="gray.9" onClick={onUndo}>
          {t('undo')}
        </Button>
      )}
    </Group>
  );
}
