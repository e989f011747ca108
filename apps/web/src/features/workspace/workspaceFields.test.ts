import { expect, it } from 'vitest';
import { present } from '../../ui/form/entityFields.ts';
import { businessFields, workspaceErrors } from './workspaceFields.ts';

const empty = businessFields.read();

it.each(['https://kontor.example', 'http://kontor.example/path'])('takes the website %s', (website) =>
  expect(businessFields.errors({ ...empty, website })).toEqual({}),
);

it.each(['javascript:alert(1)', 'kontor', 'data:text/html,x', 'https://'])(
  'refuses the website %s',
  (website) => expect(businessFields.errors({ ...empty, website })).toHaveProperty('website'),
);

it('leaves out what was not filled in', () =>
  expect(present(businessFields.write({ ...empty, phone: '  ', taxId: ' 12/34 ' }))).toEqual({
    currency: 'EUR',
    taxId: '12/34',
  }));

it('asks for a name that the server takes', () => {
  const values = { ...empty, color: '#0b5c63', logo: '', name: ' ' };
  expect(workspaceErrors(values)).toEqual({ name: 'Required' });
  expect(workspaceErrors({ ...values, name: 'x'.repeat(201) })).toEqual({ name: 'At most 200 characters' });
  expect(workspaceErrors({ ...values, name: 'Kanzlei Berg' })).toEqual({});
});
