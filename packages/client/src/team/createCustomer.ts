/** A new customer: the scope that the log begins for them, its key, and both records, in one batch. */
import { v7 as uuidv7 } from 'uuid';
import type { NewFieldsOf } from '../replica/givenFields.ts';
import type { NewRecord, PeopledReplica } from './team.ts';

export interface NewCustomer {
  /** Made up by the caller, so that trying again after a lost answer makes no second one. */
  id?: string;
  customer: NewFieldsOf<'customer'>;
  file?: NewFieldsOf<'customerFile'>;
}

/** Returns an id for a customer to be. */
export const newCustomerId = (): string => uuidv7();

/**
 * Takes a customer on; answers their id when everything is on the server and shows here. Done already, it does nothing.
 * @throws LogError for who is no admin; CallError, `OFFLINE` without a connection
 */
export async function createCustomer(
  workspace: PeopledReplica,
  { id = newCustomerId(), customer, file = {} }: NewCustomer,
): Promise<string> {
  const team = await workspace.team();
  const isDone = () => workspace.log.get()?.scopes.has(id) === true;
  if (isDone()) return id;
  const records: NewRecord[] = [
    { entity: 'customer', scopeId: id, fields: { ...customer, id } },
    { entity: 'customerFile', scopeId: workspace.scopeOf('admins'), fields: { ...file, customerId: id } },
  ];
  try {
    await team.act({ type: 'rotate', scopeIds: [id] }, { records });
  } catch (error) {
    // Of an attempt before that the server took without an answer the log shows once it is pulled.
    if (!isDone()) throw error;
  }
  return id;
}
