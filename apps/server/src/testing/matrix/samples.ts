/**
 * One example of every change that the contract names, made from the entities' descriptions: valid for whoever may do
 * it, and harmless when it is done (a new record, or an update and a delete of a version that is not there).
 */

import { isPersonal } from '@kontor/contract/entity/placement';
import type { RefValue } from '@kontor/contract/entity/ref';
import type { ScopeKind } from '@kontor/contract/entity/scopeKind';
import type { LogAct } from '@kontor/contract/memberLog/entries';
import { logEntryTypes } from '@kontor/contract/memberLog/entries';
import { customerUserId } from '@kontor/contract/nouns/customerUser';
import { type EntityName, entities, entityOf } from '@kontor/contract/nouns/entities';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { otherValue } from '@kontor/contract/testing/refValues';
import { type Change, changeNames } from '@kontor/contract/wire/change';
import { type RecordVerb, recordVerbs } from '@kontor/contract/wire/record';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { createCert, type TestAccount } from '../accounts.ts';
import { grant, random, signEntry } from '../sealed.ts';
import { foundingBatch, newId, recordChange, signerOf } from '../workspaces.ts';
import type { World } from './world.ts';

/** A scope in which records of a kind are tried. */
interface Place {
  name: string;
  id: string;
  /** The key that records there must name; undefined where the server cannot know it. */
  kid?: string;
}

export interface Sample {
  /** The key of its row in the table. */
  key: string;
  /** Codes with which it is answered once it was let through, besides success. */
  passes: readonly string[];
  /** Returns the changes that a person sends. */
  changes(account: TestAccount): Change[];
  /** Without one: what is theirs alone, or what makes a workspace. */
  workspaceId?: string | ((account: TestAccount) => string);
}

/** A version that no record has. */
const farVersion = 99;

/** Returns the places in which records of an entity are tried. */
export function placesOf(world: World, name: EntityName): Place[] {
  const { team, customerId, openProjectId, privateProject } = world;
  const logged = (place: string, id: string): Place => ({ name: place, id, kid: team.kidOf(id) });
  const places: Partial<Record<ScopeKind, Place[]>> = {
    admins: [logged('admins', team.workspace.admins.id)],
    staff: [logged('staff', team.workspace.staff.id)],
    customer: [logged('customer', customerId)],
    project: [
      { name: 'open project', id: openProjectId },
      { name: 'private project', ...privateProject },
    ],
  };
  return entityOf(name).scopes.flatMap((kind) => places[kind] ?? []);
}

/** Ids that the noun's own rule fixes. */
const givenIds: { [N in EntityName]?: (world: World, place: Place) => string } = {
  business: ({ team }) => team.workspace.id,
  customer: (_world, { id }) => id,
  customerUser: ({ team }, { id }) => customerUserId(team.workspace.owner.userId, id),
  member: ({ team }) => team.workspace.owner.userId,
  personnel: ({ team }) => personnelId(team.workspace.owner.userId),
  project: (_world, { id }) => id,
};

/** Entities whose records exist already: a founded workspace has the owner's and its own, a project its own. */
const founded: ReadonlySet<EntityName> = new Set(['business', 'member', 'project']);

export class Samples {
  readonly #world: World;
  /** The record that stands in a place, by entity and scope. */
  readonly #standing = new Map<string, string>();

  readonly #fillsRefs: boolean;

  /** `fillsRefs`: samples of records have every ref that there is, not only those which they need. */
  constructor(world: World, { fillsRefs = false } = {}) {
    this.#world = world;
    this.#fillsRefs = fillsRefs;
  }

  /** Returns a record's refs, with the owner for people; with `all` the optional ones too. */
  #refs(name: EntityName, place: Place, all = this.#fillsRefs): Record<string, RefValue> {
    const out: Record<string, RefValue> = {};
    const { owner } = this.#world.team.workspace;
    for (const [key, field] of Object.entries(entityOf(name).refs)) {
      if (field.kind === 'nameTag') out[key] = random(32);
      else if (field.target === 'customer') {
        // It lies in a scope of its own; a document names it in the staff scope alone.
        if (!field.isOptional || place.name === 'staff') out[key] = this.#world.customerId;
      } else if (field.kind === 'blobs' || (field.isOptional && !all)) continue;
      else if (field.field) out[key] = otherValue(field)!;
      else {
        const id = field.target === 'user' ? owner.userId : this.standing(field.target as EntityName, place);
        if (field.kind === 'ref') out[key] = id;
        else if (all) out[key] = [id];
      }
    }
    return out;
  }

  /** Returns the id of the record of an entity that exists in a place. */
  standing(name: EntityName, place: Place): string {
    const key = `${name} ${place.id}`;
    const given = givenIds[name]?.(this.#world, place);
    const id = this.#standing.get(key) ?? given ?? newId();
    this.#standing.set(key, id);
    return id;
  }

  /** Returns the changes that create every entity's record in every place, in an order that refs allow. */
  standingRecords(): Change[] {
    const out: Change[] = [];
    const made = new Set<string>();
    const make = (name: EntityName, place: Place) => {
      const key = `${name} ${place.id}`;
      if (made.has(key)) return;
      made.add(key);
      for (const field of Object.values(entityOf(name).refs))
        if (field.target in entities && field.target !== 'customer' && !field.isOptional)
          make(field.target as EntityName, place);
      if (founded.has(name)) return;
      out.push(
        recordChange(`${name}.create`, {
          id: this.standing(name, place),
          scopeId: place.id,
          refs: this.#refs(name, place, false),
          ...(place.kid && { kid: place.kid }),
        }),
      );
    };
    for (const name of Object.keys(entities) as EntityName[])
      for (const place of placesOf(this.#world, name)) make(name, place);
    return out;
  }

  /** Returns every sample; they cover every change and every type of entry. */
  all(): Sample[] {
    return [
      ...this.#records(),
      ...this.#ownEntry(),
      ...this.#personal(),
      ...this.#structural(),
      ...this.#logEntries(),
      this.#deletion(),
    ];
  }

  /** Deletes the workspace: tried last. */
  #deletion(): Sample {
    const { id } = this.#world.team.workspace;
    return {
      key: 'workspace.delete',
      passes: [],
      workspaceId: id,
      changes: () => [{ name: 'workspace.delete', args: { id } }],
    };
  }

  #records(): Sample[] {
    return (Object.keys(entities) as EntityName[]).flatMap((name) =>
      placesOf(this.#world, name).flatMap((place) =>
        recordVerbs.flatMap((verb) => {
          const sample = (more: Record<string, string[]> = {}): Sample => ({
            key: `${name}.${verb} in ${place.name}`,
            passes: ['STALE_VERSION', 'IN_USE'],
            workspaceId: this.#world.team.workspace.id,
            changes: () => [this.#record(name, verb, place, more)],
          });
          // Apart: a blob that is not there would be the first fault found in every other attempt.
          const isStored = this.#fillsRefs && 'blobs' in entityOf(name).refs;
          return isStored ? [sample(), sample({ blobs: [random(32)] })] : [sample()];
        }),
      ),
    );
  }

  #record(name: EntityName, verb: RecordVerb, place: Place, more: Record<string, string[]>): Change {
    const id = verb === 'create' && !givenIds[name] ? newId() : this.standing(name, place);
    return recordChange(`${name}.${verb}`, {
      id,
      scopeId: place.id,
      version: verb === 'create' ? 1 : farVersion,
      refs: { ...this.#refs(name, place), ...more },
      ...(place.kid && { kid: place.kid }),
    });
  }

  /** People's own entries: in the directory, and among the users of a customer. */
  #ownEntry(): Sample[] {
    const { team, customerId } = this.#world;
    const own = (entity: 'member' | 'customerUser', scopeId: string, idOf: (userId: string) => string) =>
      (['create', 'update'] as const).map((verb) => ({
        key: `${entity}.${verb} of oneself`,
        passes: ['STALE_VERSION'],
        workspaceId: team.workspace.id,
        changes: ({ userId }: TestAccount) => [
          recordChange(`${entity}.${verb}`, {
            id: idOf(userId),
            scopeId,
            version: verb === 'create' ? 1 : farVersion,
            refs: { userId },
            kid: team.kidOf(scopeId),
          }),
        ],
      }));
    return [
      ...own('member', team.workspace.staff.id, (userId) => userId),
      ...own('customerUser', customerId, (userId) => customerUserId(userId, customerId)),
    ];
  }

  /** Records of a person's own scope, which belongs to no workspace. */
  #personal(): Sample[] {
    const names = (Object.keys(entities) as EntityName[]).filter((name) => isPersonal(entityOf(name)));
    const { owner, signer } = this.#world.team.workspace;
    const others = this.#world.people.find(({ column }) => column === 'admin')!.account!;
    return names.flatMap((name) =>
      recordVerbs.flatMap((verb) =>
        (['own', "another's"] as const).map((whose) => ({
          key: `${name}.${verb} of ${whose}`,
          // A record that was never created can be neither changed nor deleted.
          passes: ['STALE_VERSION'],
          changes: ({ userId }: TestAccount) => {
            const scopeId =
              whose === 'own' ? userId : userId === owner.userId ? others.userId : signer.userId;
            return [
              recordChange(`${name}.${verb}`, {
                id: scopeId,
                scopeId,
                version: verb === 'create' ? 1 : farVersion,
              }),
            ];
          },
        })),
      ),
    );
  }

  #structural(): Sample[] {
    const { team, privateProject } = this.#world;
    const { id, staff, admins, owner } = team.workspace;
    const key = (where: string, make: (account: TestAccount) => ScopeKey): Sample => ({
      key: `key.add ${where}`,
      passes: ['OUTDATED_KEY'],
      workspaceId: id,
      changes: (account) => [{ name: 'key.add', args: { key: make(account) } }],
    });
    const granted = (place: string, scopeId: string, kid: string, generation: number): Sample =>
      key(`in ${place}`, (account) =>
        grant(signerOf(account), { scopeId, generation, kid, recipientId: owner.userId }),
      );
    const generationOf = (scopeId: string) => team.log.scopes.get(scopeId)!.generation;
    const staffKey = { scopeId: staff.id, generation: generationOf(staff.id), kid: team.kidOf(staff.id) };
    const above = { parentScopeId: admins.id, parentKid: team.kidOf(admins.id) };
    return [
      {
        key: 'workspace.create',
        passes: [],
        workspaceId: (account) => this.#founding(account).id,
        changes: (account) => this.#founding(account).batch.changes,
      },
      {
        key: 'workspace.update',
        passes: [],
        workspaceId: id,
        changes: () => [{ name: 'workspace.update', args: { id, color: '#0b5c63' } }],
      },
      {
        key: 'invitation.create',
        // It goes with the entry that it names.
        passes: ['LOG_REFUSED'],
        workspaceId: id,
        changes: () => [
          { name: 'invitation.create', args: { invitationId: newId(), email: 'ben@example.org' } },
        ],
      },
      {
        key: 'scope.create',
        passes: [],
        workspaceId: id,
        changes: () => [
          { name: 'scope.create', args: { scope: { id: newId(), kind: 'project', access: 'open' } } },
        ],
      },
      ...(['open', 'private'] as const).map((access): Sample => {
        const scopeId = access === 'open' ? this.#world.openProjectId : privateProject.id;
        return {
          key: `scope.update in ${access} project`,
          passes: [],
          workspaceId: id,
          changes: () => [{ name: 'scope.update', args: { id: scopeId, access } }],
        };
      }),
      granted('admins', admins.id, team.kidOf(admins.id), generationOf(admins.id)),
      granted('staff', staff.id, team.kidOf(staff.id), generationOf(staff.id)),
      granted('private project', privateProject.id, privateProject.kid, 2),
      key('of a wrap in staff', () => ({ type: 'wrap', ...staffKey, ...above, sealed: random(80) })),
      key('of a key before in staff', () => ({
        type: 'previous',
        ...staffKey,
        previousKid: random(16),
        sealed: random(61),
      })),
    ];
  }

  readonly #foundings = new Map<string, ReturnType<typeof foundingBatch>>();

  #founding(account: TestAccount) {
    const founding = this.#foundings.get(account.userId) ?? foundingBatch(account);
    this.#foundings.set(account.userId, founding);
    return founding;
  }

  /** Entries of every type in a place of the log that is taken: people who may sign one are told that it moved. */
  #logEntries(): Sample[] {
    const { workspace } = this.#world.team;
    const { genesis } = workspace;
    const contents = this.#contents(workspace.owner.userId);
    const entry = (key: string, contentOf: (account: TestAccount) => LogAct): Sample => ({
      key,
      passes: ['LOG_MOVED'],
      workspaceId: workspace.id,
      changes: (account) => [
        {
          name: 'log.append',
          args: {
            entry: signEntry(signerOf(account), {
              seq: 1,
              previousHash: random(32),
              workspaceId: workspace.id,
              ...contentOf(account),
            } as Parameters<typeof signEntry>[1]),
          },
        },
      ],
    });
    return [
      ...logEntryTypes
        .filter((type) => type !== 'genesis')
        .map((type) => entry(`log.append of ${type}`, () => contents[type])),
      entry('log.append of genesis', () => ({ type: 'genesis', payload: genesis.payload }) as LogAct),
      entry('log.append of rekey of oneself', ({ userId }) => ({
        type: 'rekey',
        payload: { userId, cert: createCert(userId).cert, method: 'phrase' },
      })),
    ];
  }

  #contents(userId: string): Record<Exclude<LogAct['type'], 'genesis'>, LogAct> {
    const { team, customerId } = this.#world;
    const { staff } = team.workspace;
    const { cert } = createCert(userId);
    const place = { role: 'CUSTOMER', customerId } as const;
    const scopes = [{ scopeId: staff.id, kind: 'staff' as const, generation: 9, kid: random(16) }];
    return {
      invite: { type: 'invite', payload: { cert, ...place, expiresAt: Date.now() + 86_400_000 } },
      add: { type: 'add', payload: { cert, ...place } },
      role: { type: 'role', payload: { userId, ...place, scopes } },
      status: { type: 'status', payload: { userId, status: 'LOCKED', scopes } },
      rekey: { type: 'rekey', payload: { userId, cert, method: 'admin' } },
      rotate: { type: 'rotate', payload: { scopes } },
      remove: { type: 'remove', payload: { userId, scopes } },
      owner: { type: 'owner', payload: { userId } },
      restore: { type: 'restore', payload: { seq: 1, hash: random(32), changedAt: 1 } },
    };
  }
}

/** Returns the changes that no sample names. */
export const changesWithout = (samples: readonly Sample[]): string[] =>
  changeNames.filter((name) => !samples.some(({ key }) => key === name || key.startsWith(`${name} `)));
