import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { goToFault } from '../../ui/form/focusFirstError.ts';
import { pickPlaces, sameWord, systemRandom } from './ask.ts';
import { kitMessages } from './messages.ts';

interface AskWordsProps {
  words: readonly string[];
  onBack: () => void;
  onRight: () => Promise<void>;
}

/** Asks two words back, so that the sheet is really at hand. */
export function AskWords({ words, onBack, onRight }: AskWordsProps) {
  const t = useMessages(kitMessages);
  const [places] = useState(() => pickPlaces(words.length, 2, systemRandom));
  const [typed, setTyped] = useState<Record<number, string>>({});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const isRight = (place: number) => sameWord(typed[place] ?? '', words[place]!);
  const faultOf = (place: number) => {
    if (isRight(place)) return undefined;
    return typed[place]?.trim() ? t('wrongWord', { number: place + 1 }) : t('required');
  };

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!places.every(isRight)) return goToFault(event.currentTarget);
    setBusy(true);
    await onRight();
    setBusy(false);
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg" maw={400}>
        <div>
          <Title order={1} mb="xs">
            {t('askTitle')}
          </Title>
          <Text>{t('askIntro')}</Text>
        </div>
        {places.map((place, index) => (
          <TextInput
            key={place}
            label={t('word', { number: place + 1 })}
            autoFocus={index === 0}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed[place] ?? ''}
            error={tried && faultOf(place)}
            onChange={(event) => {
              setTried(false);
              setTyped({ ...typed, [place]: event.currentTarget.value });
            }}
          />
        ))}
        <Group justify="space-between">
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('done')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
