/** A customer that is taken on once more, because no answer came to the first time. */
import type { LogState } from '@kontor/contract/memberLog/state';
import { expect, it } from 'vitest';
import { CallError } from '../http/callError.ts';
import { observable } from '../observable.ts';
import { createCustomer } from './createCustomer.ts';
import type { PeopledReplica } from './team.ts';

/** Returns a workspace whose acts are refused, in the end behind a pull that shows these scopes. */
function refusing(code: 'STALE_VERSION' | 'OFFLINE', pulled: string[]) {
  const state = (ids: string[]) => ({ scopes: new Map(ids.map((id) => [id, {}])) }) as unknown as LogState;
  const log = observable<LogState | undefined>(state([]));
  const act = async () => {
    log.set(state(pulled));
    throw new CallError(code, 409, 'refused');
  };
  return { log, team: async () => ({ act }), scopeOf: () => 'admins' } as unknown as PeopledReplica;
}

const customer = { name: 'Alder AG' };

it('is done where the log shows it by then', async () => {
  expect(await createCustomer(refusing('STALE_VERSION', ['alder']), { id: 'alder', customer })).toBe('alder');
});

it('fails where it does not', async () => {
  const creating = createCustomer(refusing('OFFLINE', ['birch']), { id: 'alder', customer });
  await expect(creating).rejects.toMatchObject({ code: 'OFFLINE' });
});
