/** One record of every entity of the contract with every sealed field filled, written by the real client. */
import { createProject } from '@kontor/client/nouns/project';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Entity } from '@kontor/contract/entity/entity';
import type { Field } from '@kontor/contract/entity/field';
import type { ScopeKind } from '@kontor/contract/entity/scopeKind';
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { type EntityName, entities, entityNames } from '@kontor/contract/nouns/entities';
import { personnelId } from '@kontor/contract/nouns/personnel';
import type { Actor } from '@kontor/testkit/actor';
import { createCustomer } from '@kontor/testkit/team';

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
export async function writeFullRecords(
  actor: Actor,
  workspaceId: string,
  fill: FillField,
): Promise<FullRecord[]> {
  const customerId = await createCustomer(actor, workspaceId);
  const workspace = await actor.open(workspaceId);
  const project = createProject(workspace, { name: 'Umbau' });
  const ids = { projectId: project.id, customerId };
  const records = entityNames.map((name) => ({ entity: name, id: idOf(workspace, name, ids) }));
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

interface Ids {
  projectId: string;
  customerId: string;
}

/** The record of an entity that founding made or that came with the customer, or a new one. */
function idOf(workspace: Workspace, name: EntityName, { projectId, customerId }: Ids): string {
  const userId = workspace.scopeOf('personal');
  const made: Partial<Record<EntityName, string>> = {
    business: workspace.id,
    customer: customerId,
    customerFile: workspace.collections.customerFile.all()[0]!.id,
    member: userId,
    profile: userId,
    project: projectId,
  };
  const id = made[name];
  if (id !== undefined && workspace.collections[name].get(id)) return id;
  const scopes: Partial<Record<ScopeKind, string>> = {
    project: projectId,
    customer: customerId,
    admins: workspace.scopeOf('admins'),
    staff: workspace.scopeOf('staff'),
    personal: workspace.scopeOf('personal'),
  };
  const { scopes: kinds, refs } = entities[name] as Entity;
  const names: Record<string, unknown> = {
    ...(name === 'document' && { name: 'Plan' }),
    ...(name === 'personnel' && { id: personnelId(userId), userId }),
    ...(name === 'customerUser' && { id: customerUserId(userId, customerId), userId }),
  };
  const missing = Object.entries(refs).filter(
    ([key, { isOptional, kind }]) => !isOptional && kind === 'ref' && !(key in names),
  );
  const scopeId = scopes[kinds[0]];
  if (!scopeId || missing.length > 0) throw new Error(`teach this file how a record of ${name} comes about`);
  return workspace.create(name, scopeId, names).id;
}
