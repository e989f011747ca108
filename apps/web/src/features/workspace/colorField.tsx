import { Input } from '@mantine/core';
import { useId } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import css from './colorField.module.css';
import { workspaceMessages } from './messages.ts';

/** The colours that a workspace can have, each by its name in the messages; dark enough to be seen as a thin bar on white. */
export const workspaceColors = [
  { name: 'petrol', color: '#0b5c63' },
  { name: 'blue', color: '#1d4ed8' },
  { name: 'violet', color: '#6d28d9' },
  { name: 'pink', color: '#be185d' },
  { name: 'red', color: '#b42318' },
  { name: 'orange', color: '#b45309' },
  { name: 'green', color: '#4d7c0f' },
  { name: 'charcoal', color: '#33373d' },
] as const;

/** Lets one of these colours be chosen, as radio buttons. */
export function ColorField({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const t = useMessages(workspaceMessages);
  const group = useId();
  return (
    <Input.Wrapper label={t('color')} description={t('colorHint')} labelElement="div">
      <div className={css.root} role="radiogroup" aria-label={t('color')}>
        {workspaceColors.map(({ name, color }) => (
          <input
            key={name}
            type="radio"
            name={group}
            className={css.swatch}
            style={{ backgroundColor: color }}
            aria-label={t(name)}
            title={t(name)}
            checked={color === value}
            onChange={() => onChange(color)}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
