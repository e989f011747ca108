import { currentSession } from '../../platform/workspace/session.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { present } from '../../ui/form/entityFields.ts';
import { type BusinessValues, businessFields } from './workspaceFields.ts';

/**
 * Writes what was changed of the firm's details. Resolves when the server has it, without a connection when this device keeps
 * it.
 * @throws the code with which the server refused it
 */
export async function saveBusiness(changes: Partial<BusinessValues>): Promise<'done' | 'waiting'> {
  const { records } = currentWorkspace();
  const fields = businessFields.write(changes);
  if (Object.keys(fields).length === 0) return 'done';
  const act = records.transaction(() => {
    if (records.collections.business.get(records.id)) records.update('business', records.id, fields);
    else records.create('business', records.scopeOf('admins'), { id: records.id, ...present(fields) });
  });
  await records.outbox.stored();
  if (currentSession().connection.state !== 'connected') return 'waiting';
  const outcome = act ? await records.outbox.outcome(act) : 'done';
  if (outcome === 'done') return outcome;
  throw { code: outcome };
}
