/**
 * Typed messages. `features/<noun>/messages.ts` holds English and German side by side; a key that German lacks and a
 * value that a text needs do not compile. Texts take `{{name}}`; plurals are `key_one` and `key_other` with `count`.
 */
import i18next from 'i18next';
import { useLanguage } from './locale.ts';

type Texts = Readonly<Record<string, string>>;

/** The shape that a second language must have: each key of the first, as text. */
export type Translation<E extends Texts> = { readonly [K in keyof E]: string };

type PluralBase<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
export type MessageKey<E extends Texts> = PluralBase<keyof E & string>;
type TextOf<E extends Texts, K extends string> = K extends keyof E ? E[K] : E[`${K}_other` & keyof E];
type Names<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<S> = [Names<S>] extends [never]
  ? []
  : [values: { [N in Names<S>]: N extends 'count' ? number : string | number }];

export type Translate<E extends Texts> = <K extends MessageKey<E>>(
  key: K,
  ...values: Values<TextOf<E, K>>
) => string;

export interface Messages<E extends Texts> {
  readonly en: E;
  readonly de: Translation<E>;
  /** The text in the language in force; inside components take `useMessages`, which follows a change. */
  readonly t: Translate<E>;
}

/** Makes a set of messages known to the runtime. `noun` is the folder's name and must be unique. */
export function messages<const E extends Texts>(noun: string, en: E, de: Translation<E>): Messages<E> {
  const register = () => {
    i18next.addResourceBundle('en', noun, en);
    i18next.addResourceBundle('de', noun, de);
  };
  if (i18next.isInitialized) register();
  else i18next.on('initialized', register);
  const t = (key: string, values?: Record<string, string | number>) =>
    i18next.t(key, { ns: noun, keySeparator: false, nsSeparator: false, ...values });
  return { en, de, t: t as Translate<E> };
}

/** The texts of one noun, in a component: `const t = useMessages(taskMessages)`, then `t('title')`. */
export function useMessages<E extends Texts>(set: Messages<E>): Translate<E> {
  useLanguage();
  return set.t;
}
