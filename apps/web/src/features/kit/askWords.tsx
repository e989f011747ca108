import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { Form } from '../../ui/form/form.tsx';
import { required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { pickPlaces, sameWord, systemRandom } from './ask.ts';
import { kitMessages } from './messages.ts';

const empty = { first: '', second: '' };
const names = ['first', 'second'] as const;

interface AskWordsProps {
  words: readonly string[];
  onBack: () => void;
  onRight: () => Promise<void>;
}

/** Asks two words back, so that the sheet is really at hand. */
export function AskWords({ words, onBack, onRight }: AskWordsProps) {
  const t = useMessages(kitMessages);
  const [places] = useState(() => pickPlaces(words.length, names.length, systemRandom));
  const errorOf = (typed: string, place: number) =>
    required(typed) ?? (sameWord(typed, words[place]!) ? undefined : t('wrongWord', { number: place + 1 }));
  const form = useForm({
    stored: empty,
    errors: ({ first, second }) => ({
      first: errorOf(first, places[0]!),
      second: errorOf(second, places[1]!),
    }),
  });
  return (
    <Form form={form} onSubmit={form.submit(onRight)}>
      <Stack gap="lg" maw={400}>
        <div>
          <Title order={1} mb="xs">
            {t('askTitle')}
          </Title>
          <Text>{t('askIntro')}</Text>
        </div>
        {names.map((name, index) => (
          <TextInput
            key={name}
            label={t('word', { number: places[index]! + 1 })}
            autoFocus={index === 0}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field(name)}
          />
        ))}
        <Group justify="space-between">
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {t('done')}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
