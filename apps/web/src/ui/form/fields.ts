import { type ChangeEvent, type SyntheticEvent, useRef, useState } from 'react';
import { goToFault } from './focusFirstError.ts';

type Texts = Record<string, string>;
type Faults<T> = { [K in keyof T]?: string | null | undefined };

/** What an input needs; spread it onto Mantine's text inputs. */
export interface FieldProps {
  name: string;
  value: string;
  error: string | undefined;
  /** Mantine's password field says of itself only in colour that it is wrong. */
  'aria-invalid': true | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur: () => void;
}

/** A small form of texts. */
export interface Fields<T extends Texts> {
  values: T;
  field: (name: keyof T & string) => FieldProps;
  /** A fault that only the server knew; it stays until the field changes, which gets the focus. */
  fail: (name: keyof T & string, fault: string) => void;
  /** For `onSubmit`: runs when nothing is wrong, else shows the faults, goes to the first and calls `onFault`. */
  submit: (
    run: (values: T) => void,
    onFault?: () => void,
  ) => (event: SyntheticEvent<HTMLFormElement>) => void;
}

/** Runs behind the press that is going on, if one is: a fault that shows meanwhile would push the button from under it. */
function afterPress(run: () => void): void {
  if (document.querySelector(':active')) addEventListener('mouseup', () => setTimeout(run), { once: true });
  else run();
}

/**
 * Texts and their faults. A fault shows once its field was left with something in it, or the form was sent; it is
 * worked out anew for each picture, so that it follows a change of the language.
 */
export function useFields<T extends Texts>(initial: T, check: (values: T) => Faults<T>): Fields<T> {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState(false);
  const [refused, setRefused] = useState<Faults<T>>({});
  const form = useRef<HTMLFormElement>(null);
  const faults = check(values);
  const faultOf = (name: string) =>
    refused[name] ?? ((sent || left.has(name)) && faults[name] ? faults[name] : undefined);

  return {
    values,
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: faultOf(name),
      'aria-invalid': faultOf(name) === undefined ? undefined : true,
      onChange: (event) => {
        const { value } = event.currentTarget;
        setValues((before) => ({ ...before, [name]: value }));
        setRefused((before) => ({ ...before, [name]: undefined }));
      },
      onBlur: () => {
        if (values[name]) afterPress(() => setLeft((before) => new Set(before).add(name)));
      },
    }),
    fail: (name, fault) => {
      setRefused((before) => ({ ...before, [name]: fault }));
      if (form.current) goToFault(form.current);
    },
    submit: (run, onFault) => (event) => {
      event.preventDefault();
      setSent(true);
      form.current = event.currentTarget;
      if (Object.values(faults).some(Boolean)) {
        goToFault(event.currentTarget);
        onFault?.();
      } else run(values);
    },
  };
}
