import '@mantine/core/styles/PinInput.layer.css';
import { Input, PinInput } from '@mantine/core';
import { useId } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { uiMessages } from '../messages.ts';
import css from './codeInput.module.css';

interface CodeInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** All boxes are full. */
  onComplete: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  length?: number;
}

/** Asks for digits in boxes of their own; a paste fills them all. */
export function CodeInput({ label, length = 6, error, ...pin }: CodeInputProps) {
  const t = useMessages(uiMessages);
  const id = useId();
  return (
    <fieldset className={css.root} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={css.label}>{label}</legend>
      <PinInput
        {...pin}
        classNames={{ pinInput: css.box! }}
        length={length}
        type="number"
        size="lg"
        placeholder=""
        autoFocus
        oneTimeCode
        error={Boolean(error)}
        getInputProps={(index) => ({ 'aria-label': t('digit', { position: index + 1, length }) })}
      />
      {error && (
        <Input.Error id={`${id}-error`} role="alert" mt={4}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
