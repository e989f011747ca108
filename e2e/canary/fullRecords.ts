/** One record of every entity of the contract with every sealed field filled, written by the real client. */
import type { Workspace } from '@kontor/client/replica/workspace';
import { type EntityName, entities, entityNames } from '@kontor/contract/entities';
import type { Entity, Field } from '@kontor/contract/entity';

export interface FullRecord {
  entity: EntityName;
  id: string;
}

/** Makes the value of a sealed field; `name` is `<entity>.<field>`. Undefined leaves the field as it is. */
export type FillField = (name: string, field: Field<unknown>) => unknown;

/**
 * Writes them into a workspace that was just founded. What an older client would not know (an unknown value of a list)
 * is written as a newer client would: by a change. Resolves when everything is on the server.
 */
export async function writeFullRecords(workspace: Workspace, fill: FillField): Promise<FullRecord[]> {
  const project = workspace.createProject({ name: 'Umbau' });
  const records = entityNames.map((name) => ({ entity: name, id: idOf(workspace, name, project.id) }));
  await workspace.outbox.sent();
  for (const { entity, id } of records) workspace.update(entity, id, filled(entity, fill));
  await workspace.outbox.sent();
  await until(() => records.every(({ id }) => !workspace.isPending(id)));
  return records;
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((wake) => setTimeout(wake, 10));
};

function filled(name: EntityName, fill: FillField): Record<string, unknown> {
  const entity: Entity = entities[name];
  const values = Object.entries(entity.sealed).map(([key, field]) => [key, fill(`${name}.${key}`, field)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The record of an entity that founding made, or a new one. */
function idOf(workspace: Workspace, name: EntityName, projectId: string): string {
  const userId = workspace.scopeOf('personal');
  const made: Partial<Record<EntityName, string>> = {
    business: workspace.id,
    member: userId,
    profile: userId,
    project: projectId,
  };
  const id = made[name];
  if (id !== undefined && workspace.collections[name].get(id)) return id;
  const scopes = { project: projectId, admins: 'admins', staff: 'staff', personal: 'personal' } as const;
  const { scope, refs } = entities[name] as Entity;
  const names: Record<string, unknown> = {
    ...(name === 'document' && { name: 'Plan' }),
    ...(name === 'personnel' && { id: userId, userId }),
  };
  const missing = Object.entries(refs).filter(
    ([key, { isOptional, kind }]) => !isOptional && kind === 'ref' && !(key in names),
  );
  if (!(scope in scopes) || missing.length > 0)
    throw new Error(`teach this file how a record of ${name} comes about`);
  const kind = scopes[scope as keyof typeof scopes];
  const scopeId = kind === projectId ? projectId : workspace.scopeOf(kind as 'admins' | 'staff' | 'personal');
  return workspace.create(name, scopeId, names).id;
}
