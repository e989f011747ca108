/** One record of every entity of the contract with every sealed field filled, written by the real client. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Field } from '@kontor/contract/entity/field';
import type { ScopeKind } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityNames, entityOf, headOf } from '@kontor/contract/nouns/entities';
import { ruledId } from '@kontor/contract/testing/ruledId';
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
  // A device makes the scope of its person's hours by itself.
  await until(() => workspace.collections.workingTime.size > 0);
  const writer = new Writer(workspace, customerId);
  const records = entityNames.map((name) => ({ entity: name, id: writer.idOf(name) }));
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
  const values = Object.entries(entityOf(name).sealed).map(([key, field]) => [
    key,
    fill(`${name}.${key}`, field),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** Makes a record of each noun, as its description asks: what it names first, its scope where it heads one. */
class Writer {
  readonly #workspace: Workspace;
  readonly #scopes: Partial<Record<ScopeKind, string>>;
  readonly #ids = new Map<EntityName, string>();

  constructor(workspace: Workspace, customerId: string) {
    this.#workspace = workspace;
    this.#scopes = {
      customer: customerId,
      admins: workspace.scopeOf('admins'),
      staff: workspace.scopeOf('staff'),
      personal: workspace.scopeOf('personal'),
      hours: workspace.collections.workingTime.all()[0]!.scopeId,
    };
  }

  /** Returns the id of the record that founding made or that came with the customer, or of a new one. */
  idOf(name: EntityName): string {
    const id = this.#ids.get(name) ?? this.#find(name) ?? this.#create(name);
    this.#ids.set(name, id);
    return id;
  }

  #find(name: EntityName): string | undefined {
    const collection = this.#workspace.collections[name];
    const { id: rule } = entityOf(name);
    const isMarked = typeof rule === 'object' && 'mark' in rule;
    const fixed = isMarked ? undefined : this.#fixedId(name);
    return fixed === undefined ? collection.all()[0]?.id : collection.get(fixed)?.id;
  }

  #create(name: EntityName): string {
    const noun = entityOf(name);
    const fields: Record<string, unknown> = Object.fromEntries(noun.title.map((key) => [key, 'Plan']));
    for (const [key, field] of Object.entries(noun.refs)) {
      if (field.kind === 'digest') fields[key] = randomBytes(32).toString('base64url');
      if (field.isOptional || field.kind !== 'ref') continue;
      fields[key] = field.target === 'user' ? this.#userId : this.idOf(field.target as EntityName);
    }
    const id = this.#fixedId(name, fields);
    if (id !== undefined) fields.id = id;
    return this.#workspace.create(name, this.#scopeOf(name), fields).id;
  }

  get #userId(): string {
    return this.#workspace.scopeOf('personal');
  }

  #fixedId(name: EntityName, refs: Record<string, unknown> = {}): string | undefined {
    const { id: rule } = entityOf(name);
    if (rule === 'free') return undefined;
    if (rule === 'workspace') return this.#workspace.id;
    const scopeId = this.#scopeOf(name);
    if (rule === 'scope') return scopeId;
    return 'mark' in rule ? ruledId(rule, refs, randomUUID()) : rule.person(this.#userId, scopeId);
  }

  /** Returns a scope of the noun's first kind: made with its head, where its kind has one. */
  #scopeOf(name: EntityName): string {
    const [kind] = entityOf(name).scopes;
    const known = this.#scopes[kind];
    if (known !== undefined) return known;
    const id = randomUUID();
    this.#scopes[kind] = id;
    const head = headOf(kind);
    this.#workspace.transaction((transaction) => {
      transaction.createScope({ id, kind, access: 'open' });
      if (head) this.idOf(head);
    });
    return id;
  }
}
