import {
  pageParts,
  type SigningField,
  type SigningFieldKind,
  signingFieldKinds,
} from '@kontor/contract/nouns/signing';
import { ActionIcon, Button, NumberInput, Radio, Select } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { signingMessages } from '../../features/signing/messages.ts';
import css from '../../features/signing/signing.module.css';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { kindWords } from './kinds.ts';

interface FieldPlaceInputsProps {
  fields: readonly SigningField[];
  /** Of the document; 0 until it is shown. */
  pages: number;
  signers: readonly { value: string; label: string }[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onChange: (fields: SigningField[]) => void;
}

const sizes: Record<SigningFieldKind, { width: number; height: number }> = {
  signature: { width: 3_000, height: 900 },
  initials: { width: 900, height: 450 },
  date: { width: 1_800, height: 350 },
  text: { width: 3_000, height: 350 },
};

/** Returns a field at a place of a page, or as near to it as the page has room. */
export function placed(
  field: SigningField,
  { page, x, y }: Pick<SigningField, 'page' | 'x' | 'y'>,
): SigningField {
  const within = (at: number, size: number) => Math.max(0, Math.min(pageParts - size, at));
  return { ...field, page, x: within(x, field.width), y: within(y, field.height) };
}

/** Shows the places on the pages that signers fill in: chosen and pointed at, or given by page and position. */
export function FieldPlaceInputs({
  fields,
  pages,
  signers,
  chosen,
  onChoose,
  onChange,
}: FieldPlaceInputsProps) {
  const t = useMessages(signingMessages);
  const add = () => {
    const id = crypto.randomUUID();
    const next = signers.find(({ value }) => !fields.some(({ userId }) => userId === value)) ?? signers[0];
    const place = { page: 0, x: 1_000, y: 8_000, ...sizes.signature };
    onChange([...fields, { id, userId: next!.value, kind: 'signature', ...place }]);
    onChoose(id);
  };
  const change = (id: string, changes: Partial<SigningField>) =>
    onChange(
      fields.map((field) => {
        const next = { ...field, ...changes };
        return field.id === id ? placed(next, next) : field;
      }),
    );
  const percent = (value: string | number) => Math.round((Number(value) * pageParts) / 100);
  return (
    <section aria-labelledby="places">
      <h2 id="places">{t('places')}</h2>
      <p className={css.quiet}>{t('placesHint')}</p>
      {fields.map((field, i) => (
        <fieldset
          key={field.id}
          className={css.place}
          data-chosen={field.id === chosen || undefined}
          aria-label={t('place', { n: i + 1 })}
        >
          <Radio
            label={t('place', { n: i + 1 })}
            checked={field.id === chosen}
            onChange={() => onChoose(field.id)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            ml="auto"
            aria-label={t('removePlace', { n: i + 1 })}
            onClick={() => {
              keepFocus();
              onChange(fields.filter(({ id }) => id !== field.id));
            }}
          >
            <Icon of={IconX} size={16} />
          </ActionIcon>
          <Select
            label={t('kind')}
            allowDeselect={false}
            data={signingFieldKinds.map((value) => ({ value, label: kindWords(value) }))}
            value={field.kind}
            onChange={(kind) =>
              change(field.id, { kind: kind as SigningFieldKind, ...sizes[kind as SigningFieldKind] })
            }
          />
          <NumberInput
            label={t('page')}
            min={1}
            max={pages}
            allowDecimal={false}
            disabled={pages === 0}
            value={field.page + 1}
            onChange={(page) => change(field.id, { page: Math.max(0, Math.min(pages, Number(page)) - 1) })}
          />
          <Select
            className={css.whole!}
            label={t('forWhom')}
            allowDeselect={false}
            data={signers}
            value={field.userId}
            onChange={(userId) => userId && change(field.id, { userId })}
          />
          <NumberInput
            label={t('fromLeft')}
            min={0}
            max={100}
            allowDecimal={false}
            value={Math.round(field.x / 100)}
            onChange={(x) => change(field.id, { x: percent(x) })}
          />
          <NumberInput
            label={t('fromTop')}
            min={0}
            max={100}
            allowDecimal={false}
            value={Math.round(field.y / 100)}
            onChange={(y) => change(field.id, { y: percent(y) })}
          />
        </fieldset>
      ))}
      <Button
        mt="xs"
        size="compact-sm"
        variant="default"
        leftSection={<Icon of={IconPlus} size={16} />}
        disabled={signers.length === 0}
        onClick={add}
      >
        {t('addPlace')}
      </Button>
    </section>
  );
}
