import { Button, Group, Modal, SegmentedControl, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { firstNames, shownName } from '../../../platform/text/shownName.ts';
import { uiMessages } from '../../../ui/messages.ts';
import { useCloseOnBackOrEscape } from '../../../ui/overlay/closeOnBack.ts';
import { useReturnFocus } from '../../../ui/overlay/returnFocus.ts';
import { uploadMessages } from './messages.ts';
import css from './takenDialog.module.css';
import { type TakenChoice, type TakenName, type TakenQuestion, useTakenQuestion } from './takenQuestion.ts';

/** Names that can be chosen for one by one; of more, for all of them. */
const mostSingle = 50;

const best = ({ hasVersions }: TakenName): TakenChoice => (hasVersions ? 'version' : 'both');

/** Shows the question about names that are taken, while there is one. */
export function TakenHost() {
  const question = useTakenQuestion();
  return question && <TakenDialog key={question.id} {...question} />;
}

function TakenDialog({ taken, answer }: TakenQuestion) {
  const t = useMessages(uploadMessages);
  const ui = useMessages(uiMessages);
  useReturnFocus();
  useCloseOnBackOrEscape(() => answer());
  const [choices, setChoices] = useState<readonly TakenChoice[]>(taken.map(best));
  const can = (each: TakenName, choice: TakenChoice) => choice !== 'version' || each.hasVersions;
  const labels = { version: t('newVersion'), both: t('keepBoth'), skip: t('skip') };
  const options = (Object.keys(labels) as TakenChoice[]).filter((choice) =>
    taken.some((each) => can(each, choice)),
  );
  const common = options.find((choice) =>
    choices.every((each, i) => each === choice || !can(taken[i]!, choice)),
  );
  const [only] = taken;
  return (
    <Modal
      opened
      closeOnEscape={false}
      onClose={() => answer()}
      title={
        taken.length === 1
          ? t('takenOne', { name: shownName(only!.name) })
          : t('takenMany', { count: taken.length })
      }
      closeButtonProps={{ 'aria-label': ui('close') }}
      zIndex={400}
    >
      <Text size="sm">{t('takenBody')}</Text>
      <SegmentedControl
        mt="md"
        fullWidth
        aria-label={t('forAll')}
        classNames={{ label: css.choice! }}
        value={common ?? ''}
        onChange={(choice) =>
          setChoices(
            taken.map((each) => (can(each, choice as TakenChoice) ? (choice as TakenChoice) : best(each))),
          )
        }
        data={options.map((value) => ({ value, label: labels[value] }))}
      />
      {taken.length > 1 && taken.length <= mostSingle && (
        <ul className={css.names}>
          {taken.map((each, i) => (
            <li key={each.key}>
              <span title={shownName(each.name)}>{shownName(each.name)}</span>
              <Select
                size="xs"
                w={150}
                aria-label={t('choiceFor', { name: shownName(each.name) })}
                allowDeselect={false}
                value={choices[i]!}
                onChange={(choice) => choice && setChoices(choices.with(i, choice as TakenChoice))}
                data={options
                  .filter((choice) => can(each, choice))
                  .map((value) => ({ value, label: labels[value] }))}
              />
            </li>
          ))}
        </ul>
      )}
      {choices.includes('both') && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('freeNames', {
            names: firstNames(taken.flatMap(({ free }, i) => (choices[i] === 'both' ? free : []))),
          })}
        </Text>
      )}
      {choices.includes('skip') && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('skipBody')}
        </Text>
      )}
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={() => answer()}>
          {t('takenCancel')}
        </Button>
        <Button onClick={() => answer(choices)} data-autofocus>
          {common === 'skip' ? t('skip') : t('takenAction')}
        </Button>
      </Group>
    </Modal>
  );
}
