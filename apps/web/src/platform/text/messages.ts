/**
 * Typed messages. `features/<noun>/messages.ts` holds English and German side by side; a key that German lacks and a
 * value that a text needs do not compile. Texts take `{{name}}`; plurals are `key_one` and `key_other` with `count`,
 * which is written as numbers are.
 */
import type { Language } from '@kontor/contract/text/language';
import { formatNumber } from './format.ts';
import { language, useLanguage } from './locale.ts';

type Texts = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, string | number>>;

/** The shape that a second language must have: each key of the first, as text. */
export type Translation<E extends Texts> = { readonly [K in keyof E]: string };

type PluralBase<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
export type MessageKey<E extends Texts> = PluralBase<keyof E & string>;
type TextOf<E extends Texts, K extends string> = K extends keyof E ? E[K] : E[`${K}_other` & keyof E];
type Names<S> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never;
/** The values that a text takes; a plural takes its count also where no form says it. */
type ValuesOf<E extends Texts, K extends string> = [Names<TextOf<E, K>> | CountOf<E, K>] extends [never]
  ? []
  : [values: { [N in Names<TextOf<E, K>> | CountOf<E, K>]: N extends 'count' ? number : string | number }];
type CountOf<E extends Texts, K extends string> = K extends keyof E ? never : 'count';

export type Translate<E extends Texts> = <K extends MessageKey<E>>(
  key: K,
  ...values: ValuesOf<E, K>
) => string;

export interface Messages<E extends Texts> {
  readonly en: E;
  readonly de: Translation<E>;
  /** The text in the language in force; inside components take `useMessages`, which follows a change. */
  readonly t: Translate<E>;
}

/** Returns a set of messages: the English texts, and each of them in German. */
export function messages<const E extends Texts>(en: E, de: Translation<E>): Messages<E> {
  const texts: Record<Language, Texts> = { en, de };
  const t = (key: string, values?: Values) => textOf(texts[language()], key, values);
  return { en, de, t: t as Translate<E> };
}

const plurals = { en: new Intl.PluralRules('en'), de: new Intl.PluralRules('de') };

/** Returns a text by its key, which is itself where there is none: some are values of records, which anybody may write. */
function textOf(texts: Texts, key: string, values: Values = {}): string {
  const own = (name: string) => (Object.hasOwn(texts, name) ? texts[name] : undefined);
  const plural =
    'count' in values ? own(`${key}_${plurals[language()].select(Number(values.count))}`) : undefined;
  const text = plural ?? own(key) ?? String(key);
  return text.replace(/{{(\w+)}}/g, (place, name: string) =>
    name === 'count' ? formatNumber(Number(values.count)) : String(values[name] ?? place),
  );
}

/** Returns the texts of one noun, in a component: `const t = useMessages(taskMessages)`, then `t('title')`. */
export function useMessages<E extends Texts>(set: Messages<E>): Translate<E> {
  useLanguage();
  return set.t;
}
