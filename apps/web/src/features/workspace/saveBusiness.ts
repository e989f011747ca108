import { currentSession } from '../../platform/workspace/session.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { type BusinessForm, businessOf, emptyBusiness } from './businessFields.tsx';

/**
 * Writes what changed in the firm's details. Resolves when the server has it, without a line when this device keeps it.
 * @throws the code with which the server refused it
 */
export async function saveBusiness(form: BusinessForm): Promise<'done' | 'waiting'> {
  const { records } = currentWorkspace();
  const known = records.collections.business.get(records.id);
  const next: { [K in keyof BusinessForm]?: string | undefined } = businessOf(form);
  const names = Object.keys(emptyBusiness) as (keyof BusinessForm)[];
  const changed = Object.fromEntries(
    names.filter((name) => known?.[name] !== next[name]).map((name) => [name, next[name]]),
  );
  if (Object.keys(changed).length === 0) return 'done';
  const act = records.transaction(() => {
    if (known) records.update('business', records.id, changed);
    else records.create('business', records.scopeOf('admins'), { id: records.id, ...changed });
  });
  await records.outbox.stored();
  if (currentSession().line.state !== 'connected') return 'waiting';
  const outcome = act ? await records.outbox.outcome(act) : 'done';
  if (outcome === 'done') return outcome;
  throw { code: outcome };
}
