import type { ComponentProps } from 'react';
import { useRowStop } from './inRow.ts';
import css from './rowButton.module.css';

interface RowButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  'aria-label': string;
}

/**
 * Shows a control of a row besides its link, shown as an icon. A plain element, since lists hold hundreds of them. Pressing it
 * drags nothing.
 */
export function RowButton({ className, ...rest }: RowButtonProps) {
  return (
    <button
      type="button"
      className={className ? `${css.button} ${className}` : css.button}
      {...useRowStop()}
      data-no-drag
      {...rest}
    />
  );
}
