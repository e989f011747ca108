// @vitest-environment happy-dom
/** Somebody whose workspace is locked fills in the billing record: the address for invoices is not theirs to choose. */
import type { Session } from '@kontor/client/session/session';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Look } from '../../app/look.tsx';
import { forgetAnswers } from '../../platform/workspace/calls.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { BillingRecordForm } from './billingRecordForm.tsx';

const stored = {
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

const element = document.body.appendChild(document.createElement('div'));

/** Shows the form upon a record, and returns what stands there once it is loaded. */
async function shown(record: typeof stored | null) {
  provideSession({
    subscribe: () => () => {},
    user: { id: 'anna', email: 'anna@ast.example' },
    workspaces: { list: [{ id: 'locked', role: 'ADMIN', status: 'LOCKED', isOwner: true }] },
    connection: { state: 'connected' },
    invoices: { record: async () => record },
  } as unknown as Session);
  forgetAnswers();
  const root = createRoot(element);
  root.render(
    <Look>
      <BillingRecordForm workspace="locked" />
    </Look>,
  );
  await expect.poll(() => element.querySelector('[name=company]')).not.toBe(null);
  const text = element.textContent;
  const inputs = [...element.querySelectorAll('input')].map(({ value, readOnly }) => ({ value, readOnly }));
  const typed = element.querySelector('[name=email]');
  flushSync(() => root.unmount());
  return { text, inputs, typed };
}

it('is shown and cannot be typed into, and a first record goes to the owner', async () => {
  const [some, none] = [await shown(stored), await shown(null)];
  expect([some.typed, none.typed]).toEqual([null, null]);
  expect(some.inputs).toContainEqual({ value: stored.email, readOnly: true });
  expect(some.text).toContain('once the workspace is unlocked for you');
  expect(none.inputs.filter(({ readOnly }) => readOnly)).toEqual([]);
  expect(none.text).toContain('invoices go to its owner');
});
