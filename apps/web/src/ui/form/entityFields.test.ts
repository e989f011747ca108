import { valueFields } from '@kontor/contract/entity/entity';
import { business } from '@kontor/contract/nouns/business';
import { entities } from '@kontor/contract/nouns/entities';
import { personnel } from '@kontor/contract/nouns/personnel';
import { task } from '@kontor/contract/nouns/task';
import { describe, expect, it } from 'vitest';
import { entityFields, present } from './entityFields.ts';
import { formMessages } from './messages.ts';

describe.each(Object.values(entities))('the fields of $name', (entity) => {
  const described = valueFields(entity);
  const names = described.map(([name]) => name);
  const fields = entityFields(entity, names as never[]);
  const empty = fields.read() as Record<string, unknown>;
  const errorsWith = (part: Record<string, unknown>) =>
    fields.errors({ ...empty, ...part } as never) as Record<string, string>;

  it('hold something that inputs can show, and write back what they read', () => {
    for (const [name, field] of described) {
      if (['text', 'oneOf', 'day', 'id', 'rank'].includes(field.kind))
        expect(empty[name]).toBeTypeOf('string');
      if (field.isOptional) expect(fields.write(empty)).toHaveProperty(name, undefined);
    }
  });

  it('take lines up to the described length and no longer, spaces around them aside', () => {
    const lines = described.filter(([, { kind, maxLength }]) => kind === 'text' && maxLength > 0);
    for (const [name, { maxLength, format }] of lines) {
      expect(errorsWith({ [name]: 'x'.repeat(maxLength + 1) })[name]).toBe(`At most ${maxLength} characters`);
      if (!format) expect(errorsWith({ [name]: ` ${'x'.repeat(maxLength)} ` })[name]).toBeUndefined();
    }
  });

  it('ask for the lines that are not optional', () => {
    for (const [name, { kind, isOptional }] of described)
      if (kind === 'text')
        expect(errorsWith({ [name]: '  ' })[name]).toBe(isOptional ? undefined : 'Required');
  });

  it('hold formats, days and choices against the description', () => {
    const said = { email: 'Invalid email', iban: 'Invalid IBAN', website: 'Invalid URL' };
    for (const [name, { kind, format }] of described) {
      if (format) expect(errorsWith({ [name]: 'nonsense' })[name]).toContain(said[format]);
      if (kind === 'day')
        expect(errorsWith({ [name]: '2026-02-30' })[name]).toBe(formMessages.t('invalidDay'));
      if (kind === 'oneOf') expect(errorsWith({ [name]: 'nonsense' })[name]).toBe('Invalid');
    }
  });
});

it('writes only the fields that are given', () => {
  const fields = entityFields(task, ['title', 'assigneeIds', 'dueDate', 'description']);
  expect(fields.read()).toEqual({ title: '', assigneeIds: [], dueDate: '', description: undefined });
  expect(fields.write({ title: ' Roof ', estimate: '3' })).toEqual({ title: 'Roof' });
  expect(fields.write({ dueDate: '' })).toEqual({ dueDate: undefined });
  expect(Object.keys(fields.write({ dueDate: '' }))).toEqual(['dueDate']);
  expect(present(fields.write({ title: 'Roof', dueDate: '' }))).toEqual({ title: 'Roof' });
});

it('shows an IBAN in fours and keeps it without', () => {
  const fields = entityFields(personnel, ['iban']);
  const iban = 'DE89 3704 0044 0532 0130 00';
  expect(fields.read({ iban: 'DE89370400440532013000' })).toEqual({ iban });
  expect(fields.write({ iban: iban.toLowerCase() })).toEqual({ iban: 'DE89370400440532013000' });
});

it('completes a website that was typed as people say it', () => {
  const { write } = entityFields(business, ['website']);
  for (const [typed, stored] of [
    [' kontor.example ', 'https://kontor.example'],
    ['kontor.example:8080/a?b', 'https://kontor.example:8080/a?b'],
    ['http://kontor.example', 'http://kontor.example'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['kontor', 'kontor'],
    ['a@kontor.example', 'a@kontor.example'],
  ])
    expect(write({ website: typed })).toEqual({ website: stored });
});
