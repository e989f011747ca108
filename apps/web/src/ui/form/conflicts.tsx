import { isRichText } from '@kontor/contract/entity/field';
import type { ReactNode } from 'react';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { ConflictNotice } from './conflictNotice.tsx';
import { shownText } from './conflictTexts.tsx';
import { formMessages } from './messages.ts';
import type { FormState } from './useForm.ts';
import type { Name } from './versions.ts';

/** The labels and texts with which a form shows fields that two people changed. */
export interface ConflictWords<V> {
  labelOf?: ((name: Name<V>) => string) | undefined;
  /** Returns the text for a value that is not a text, day or checkbox. */
  show?: { [K in keyof V]?: (value: V[K]) => ReactNode } | undefined;
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

interface ConflictsProps<V extends object> extends ConflictWords<V> {
  form: FormState<V>;
  /** Limits the conflicts to this field. */
  name?: Name<V>;
}

/** Shows both versions of each field that the person and somebody else changed, until the person has chosen. */
export function Conflicts<V extends object>({ form, name: only, labelOf, show }: ConflictsProps<V>) {
  const t = useMessages(formMessages);
  const shown = (name: Name<V>, value: unknown): ReactNode => {
    const own = show?.[name];
    if (own) return own(value as V[typeof name]);
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    return isDay(value) ? formatDate(value) : isRichText(value) ? shownText(value) : String(value ?? '');
  };
  return form.conflicts
    .filter((name) => only === undefined || name === only)
    .map((name) => (
      <ConflictNotice
        key={name}
        title={t('conflictTitle', { field: labelOf?.(name) ?? name })}
        body={t('conflictBody')}
        sides={[
          {
            id: 'mine',
            label: t('mine'),
            text: shown(name, form.values[name]),
            action: t('keepMine'),
            onChoose: () => form.decide(name, 'mine'),
          },
          {
            id: 'theirs',
            label: t('theirs'),
            text: shown(name, form.theirs(name)),
            action: t('keepTheirs'),
            onChoose: () => form.decide(name, 'theirs'),
          },
        ]}
      />
    ));
}
