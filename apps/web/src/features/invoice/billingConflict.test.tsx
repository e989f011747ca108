// @vitest-environment happy-dom
/** Two people who may pay fill in the same billing record. */
import { CallError } from '@kontor/client/http/callError';
import type { Session } from '@kontor/client/session/session';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Look } from '../../app/look.tsx';
import { provideSession } from '../../platform/workspace/session.ts';
import { BillingRecordForm } from './billingRecordForm.tsx';

const first = {
  company: 'Ast',
  addressLine1: 'Gasse 1',
  addressLine2: '',
  postalCode: '1010',
  city: 'Wien',
  country: 'at',
  vatId: '',
  email: 'office@ast.example',
  language: 'en',
  vatIdState: 'none',
  vatCheckedAt: null,
};
/** The server's record; it refuses what was written on top of another one. */
let stored = first;
const store = async ({
  workspaceId: _,
  was,
  ...change
}: typeof first & { workspaceId: string; was: object }) => {
  if (JSON.stringify(was) !== JSON.stringify(stored)) throw new CallError('CONFLICT', 409, 'changed');
  stored = { ...stored, ...change };
  return stored;
};

provideSession({
  subscribe: () => () => {},
  user: { id: 'anna', email: 'anna@ast.example' },
  workspaces: { list: [{ id: 'w', role: 'ADMIN', status: 'ACTIVE', isOwner: true }] },
  connection: { state: 'connected' },
  invoices: { record: async () => stored, storeRecord: store },
} as unknown as Session);

const element = document.body.appendChild(document.createElement('div'));
const input = (name: string) => element.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const type = (name: string, text: string) =>
  flushSync(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(name), text);
    input(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (name: string) =>
  [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click();

it('keeps what was typed, follows what the other alone changed, asks about the rest, and saves then', async () => {
  const root = createRoot(element);
  root.render(
    <Look>
      <BillingRecordForm workspace="w" />
    </Look>,
  );
  await expect.poll(() => input('company')?.value).toBe('Ast');
  type('company', 'Ast GmbH');
  type('city', 'Graz');
  stored = { ...first, city: 'Linz', postalCode: '4020' };
  press('Save');
  await expect.poll(() => element.querySelector('[data-conflict]')?.textContent).toContain('Linz');
  expect(element.querySelectorAll('[data-conflict]')).toHaveLength(1);
  expect(['company', 'city', 'postalCode'].map((name) => input(name).value)).toEqual([
    ...['Ast GmbH', 'Graz', '4020'],
  ]);
  press('Save');
  await new Promise((resolve) => setTimeout(resolve));
  expect(stored.city).toBe('Linz');
  flushSync(() => press('Keep mine'));
  press('Save');
  await expect.poll(() => stored).toMatchObject({ company: 'Ast GmbH', city: 'Graz', postalCode: '4020' });
  await expect.poll(() => element.querySelector('[data-conflict]')).toBe(null);
  flushSync(() => root.unmount());
});
