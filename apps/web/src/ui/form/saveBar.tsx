import { Button, Group } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import type { FormState } from './useForm.ts';

/** Shows the foot of a form that stands on a page: save what was typed, or go back to what is stored. */
export function SaveBar<V extends object>({ form }: { form: FormState<V> }) {
  const t = useMessages(uiMessages);
  return (
    <Group gap="sm">
      <Button type="submit" loading={form.isSaving} disabled={!form.dirty}>
        {t('save')}
      </Button>
      {form.dirty && (
        <Button variant="subtle" color="gray.9" onClick={form.clear}>
          {t('undo')}
        </Button>
      )}
    </Group>
  );
}
