import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useMessages } from '../../platform/messages.ts';
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

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (!places.every(isRight)) return;
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
            error={tried && !isRight(place) && t('wrongWord', { number: place + 1 })}
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
