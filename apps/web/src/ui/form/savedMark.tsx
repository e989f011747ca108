import { Text } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { formMessages } from './messages.ts';
import type { FormState } from './useForm.ts';

/** Says for a moment, and quietly, that a field was stored as it was left. */
export function SavedMark<V extends object>({ form }: { form: FormState<V> }) {
  const t = useMessages(formMessages);
  return (
    <Text size="xs" c="dimmed" role="status">
      {form.justSaved ? t('saved') : ''}
    </Text>
  );
}
