import { Input } from '@mantine/core';
import { useId } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import css from './colorField.module.css';
import { workspaceMessages } from './messages.ts';

/** The colours that a workspace can have, dark enough to be seen as a thin bar on white. */
export const workspaceColors = [
  '#0b5c63',
  '#1d4ed8',
  '#6d28d9',
  '#be185d',
  '#b42318',
  '#b45309',
  '#4d7c0f',
  '#33373d',
] as const;

/** Shows one of eight colours, as radio buttons. */
export function ColorField({ value, onChange }: { value: string; onChange: (color: string) => void }) {
  const t = useMessages(workspaceMessages);
  const name = useId();
  return (
    <Input.Wrapper label={t('color')} description={t('colorHint')} labelElement="div">
      <div className={css.root} role="radiogroup" aria-label={t('color')}>
        {workspaceColors.map((color, index) => (
          <input
            key={color}
            type="radio"
            name={name}
            className={css.swatch}
            style={{ backgroundColor: color }}
            aria-label={`${t('color')} ${index + 1}`}
            checked={color === value}
            onChange={() => onChange(color)}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
