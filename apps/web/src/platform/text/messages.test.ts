import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { speak } from './locale.ts';
import { type Messages, messages } from './messages.ts';

const names = (text: string) => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]).sort();

/** Returns the keys whose two texts ask for different values, or where one is empty. */
function faults(set: Pick<Messages<Record<string, string>>, 'en' | 'de'>): string[] {
  return Object.keys(set.en).filter((key) => {
    const [en, de] = [set.en[key]!, set.de[key]!];
    return !en.trim() || !de.trim() || names(en).join() !== names(de).join();
  });
}

/** Texts that are the same word in both languages. Anything else that is equal was forgotten. */
const sameInBoth = new Set([
  'Budgets',
  'Admin',
  'Board',
  'CSV',
  'Chat',
  'Code',
  'Downloads',
  'Emoji',
  'Excel',
  'Export',
  'IT',
  'In …',
  'JSON',
  'Kontor {{version}}',
  'Link',
  'Logo',
  'Marketing',
  'Name',
  'Offline',
  'Orange',
  'PDF',
  'PayPal ({{email}})',
  'Person',
  'Pink',
  'Server',
  'Server: {{server}}',
  'Start',
  'Status',
  'Support',
  'Team',
  'Text',
  'Timer',
  'Uploads',
  'Version',
  'Website',
  'XML',
  'in',
  '{{name}}, {{time}}',
]);

/** Returns texts that were not translated. */
const untranslated = (set: Pick<Messages<Record<string, string>>, 'en' | 'de'>): string[] =>
  Object.keys(set.en)
    .filter((key) => /\p{L}/u.test(set.en[key]!.replaceAll(/{{\w+}}/g, '')))
    .flatMap((key) => (set.en[key] === set.de[key] && !sameInBoth.has(set.en[key]!) ? set.en[key]! : []));

it('finds a text that was left in English', () => {
  const set = messages({ a: 'Save', b: 'Yes', c: '{{a}}: {{b}}' }, { a: 'Save', b: 'Ja', c: '{{a}}: {{b}}' });
  expect(untranslated(set)).toEqual(['Save']);
});

it('finds planted faults', () => {
  const set = messages({ a: 'Hello {{name}}', b: 'Yes', c: 'Fine' }, { a: 'Hallo', b: ' ', c: 'Gut' });
  expect(faults(set)).toEqual(['a', 'b']);
});

it('says a text in the language in force, with its values and the form that goes with a number', () => {
  const { t } = messages(
    { hello: 'Hello {{name}}', task_one: '{{count}} task', task_other: '{{count}} tasks' },
    { hello: 'Hallo {{name}}', task_one: '{{count}} Aufgabe', task_other: '{{count}} Aufgaben' },
  );
  const said = () => [
    t('hello', { name: '{{count}} $1 <b>' }),
    ...[0, 1, 2345].map((count) => t('task', { count })),
  ];
  expect(said()).toEqual(['Hello {{count}} $1 <b>', '0 tasks', '1 task', '2,345 tasks']);
  speak('de');
  expect(said()).toEqual(['Hallo {{count}} $1 <b>', '0 Aufgaben', '1 Aufgabe', '2.345 Aufgaben']);
  speak('en');
});

it('says a key that it has no text for, also one that every object has', () => {
  const { t } = messages({ a: 'Save' }, { a: 'Speichern' });
  for (const key of ['boo', 'constructor', '__proto__', 'toString']) expect(t(key as never)).toBe(key);
});

describe('every set of messages', () => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('**/messages.ts', { cwd: root }).filter(
    (file) => !file.startsWith('platform/text/messages'),
  );

  it('is found', () => expect(files.length).toBeGreaterThan(2));

  it.each(files)('%s asks for the same values in both languages', async (file) => {
    const module: Record<string, unknown> = await import(join(root, file));
    const sets = Object.values(module).filter(
      (value): value is Pick<Messages<Record<string, string>>, 'en' | 'de'> =>
        typeof value === 'object' && value !== null && 'en' in value,
    );
    expect(sets.length).toBeGreaterThan(0);
    expect(sets.flatMap(faults)).toEqual([]);
    expect(sets.flatMap(untranslated)).toEqual([]);
  });
});
