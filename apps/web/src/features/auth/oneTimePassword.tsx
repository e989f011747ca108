import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { Form } from '../../ui/form/form.tsx';
import { required, rules } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { authMessages } from './messages.ts';

const empty = { oneTimePassword: '' };
const errors = rules({ oneTimePassword: required });

interface OneTimePasswordProps {
  email: string;
  onRight: (oneTimePassword: string) => void;
  onBack: () => void;
}

/**
 * Serves somebody who was invited and has no account yet: the password from our mail opens the next page,
 * nothing else.
 */
export function OneTimePassword({ email, onRight, onBack }: OneTimePasswordProps) {
  const t = useMessages(authMessages);
  const form = useForm({ stored: empty, errors });
  const check = form.submit(async ({ oneTimePassword }) => {
    try {
      await currentSession().registrations.checkOneTimePassword(email, oneTimePassword);
      onRight(oneTimePassword);
      return true;
    } catch (failure) {
      const isWrong = failureCode(failure) === 'INVALID_CODE';
      const said = isWrong ? t('wrongOneTimePassword') : failureText(failure);
      toast.error(said);
      form.refuse('oneTimePassword', said);
      return false;
    }
  });
  return (
    <Form form={form} onSubmit={check}>
      <Stack gap="lg">
        <div>
          <Title order={1} mb="xs">
            {t('checkMail')}
          </Title>
          <Text>{t('oneTimeSent', { email })}</Text>
        </div>
        <TextInput
          label={t('oneTimePassword')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.field('oneTimePassword')}
        />
        <Button type="submit" loading={form.isSaving}>
          {t('next')}
        </Button>
        <Button variant="subtle" color="gray.9" onClick={onBack}>
          {t('backToLogin')}
        </Button>
      </Stack>
    </Form>
  );
}
