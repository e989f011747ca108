/**
 * Makes one example of every change that the contract names from the entities' descriptions: valid for anybody who may
 * do it, and harmless when done (a new record, or an update and a delete of a version that does not exist).
 */

import type { Entity } from '@kontor/contract/entity/entity';
import { isPersonal, recordRefs, shareScope } from '@kontor/contract/entity/placement';
import type { RefField, RefValue } from '@kontor/contract/entity/ref';
import { type ScopeKind, scopeKind } from '@kontor/contract/entity/scopeKind';
import type { LogAct } from '@kontor/contract/memberLog/entries';
import { logEntryTypes } from '@kontor/contract/memberLog/entries';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { otherValue } from '@kontor/contract/testing/refValues';
import { ruledId } from '@kontor/contract/testing/ruledId';
import { dayMs } from '@kontor/contract/time/day';
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
  /** Codes, besides success, with which the change may be answered once it was let through. */
  passes: readonly string[];
  /** Returns the changes that a person sends. */
  changes(account: TestAccount): Change[];
  /** Absent for changes to what is theirs alone, and for those that create a workspace. */
  workspaceId?: string | ((account: TestAccount) => string);
}

/** Returns the codes of records that were let through: for others' versions, unique values, and dependent records. */
const passesOf = (name: EntityName): string[] => [
  'STALE_VERSION',
  'IN_USE',
  // The trial of this world has no signatures.
  ...(name === 'signing' ? ['NOT_IN_PLAN'] : []),
  ...entityOf(name).unique.map(({ error }) => error),
];

/** A version that no record has. */
const farVersion = 99;

/** Returns the scopes of each kind that the world has; `personal` ones belong to no workspace. */
function scopesOf(world: World): Record<Exclude<ScopeKind, 'personal'>, readonly Place[]> {
  const { team, customerId, openProjectId, privateProject, hours, openRoomId, privateRoom } = world;
  const logged = (place: string, id: string): Place => ({ name: place, id, kid: team.kidOf(id) });
  return {
    admins: [logged('admins', team.workspace.admins.id)],
    staff: [logged('staff', team.workspace.staff.id)],
    customer: [logged('customer', customerId)],
    project: [
      { name: 'open project', id: openProjectId },
      { name: 'private project', ...privateProject },
    ],
    hours: [{ name: 'hours', id: hours.id, kid: hours.kid }],
    room: [
      { name: 'open room', id: openRoomId },
      { name: 'private room', ...privateRoom },
    ],
  };
}

/** Returns the places in which records of an entity are tried. */
export const placesOf = (world: World, name: EntityName): Place[] =>
  entityOf(name).scopes.flatMap((kind) => (kind === 'personal' ? [] : scopesOf(world)[kind]));

/** Refs that a noun's own rule asks for in some places, beyond its description. */
const particularRefs: { [N in EntityName]?: (world: World, place: Place) => Record<string, RefValue> } = {
  document: ({ customerId }, { name }) => (name === 'staff' ? { customerId } : {}),
};

/** Says whether a record comes with its workspace or its scope. */
function isFounded({ team }: World, name: EntityName): boolean {
  const { head, scopes } = entityOf(name);
  if (head && scopeKind(scopes[0]).key === 'shared') return true;
  return team.workspace.batch.changes.some((each) => each.name === `${name}.create`);
}

export class Samples {
  readonly #world: World;
  /** The ids of the records that exist in a place, by entity and scope. */
  readonly #standing = new Map<string, string>();

  readonly #fillsRefs: boolean;

  /** `fillsRefs`: samples of records have every possible ref, not only the ones they need. */
  constructor(world: World, { fillsRefs = false } = {}) {
    this.#world = world;
    this.#fillsRefs = fillsRefs;
  }

  /** Returns a record's refs, with one person for all people; with `all` the optional ones too. */
  #refs(
    name: EntityName,
    place: Place,
    { all = this.#fillsRefs, userId = this.#ownerOf(name) } = {},
  ): Record<string, RefValue> {
    const out: Record<string, RefValue> = {};
    const noun = entityOf(name);
    for (const [key, field] of Object.entries(noun.refs)) {
      if (field.kind === 'nameTag' || field.kind === 'digest') out[key] = random(32);
      else if (field.kind === 'blobs' || (field.isOptional && !all)) continue;
      // One of those that are unique is there already, perhaps.
      else if (noun.unique.some(({ among }) => among === key)) out[key] = false;
      else if (field.field) out[key] = otherValue(field)!;
      else {
        const id = field.target === 'user' ? userId : this.#named(noun, field, place);
        if (id && field.kind === 'ref') out[key] = id;
        else if (id && all) out[key] = [id];
      }
    }
    return { ...out, ...particularRefs[name]?.(this.#world, place) };
  }

  /** Returns what a ref names: the record of the same place, or the head of another scope if the ref must name one. */
  #named(noun: Entity, { target, isOptional }: RefField<unknown>, place: Place): string | undefined {
    const named = entityOf(target);
    if (shareScope(named, noun)) return this.standing(target as EntityName, place);
    return isOptional ? undefined : placesOf(this.#world, target as EntityName)[0]!.id;
  }

  /** Returns whose record it is: the head of somebody's hours came with them. */
  #ownerOf(name: EntityName): string {
    return name === 'workingTime' ? this.#world.hours.userId : this.#owner.userId;
  }

  get #owner(): TestAccount {
    return this.#world.team.workspace.owner;
  }

  /** Returns the id that a noun's description fixes for somebody's record; undefined for free ones. */
  #fixedId(name: EntityName, place: Place, userId: string): string | undefined {
    const { id: rule } = entityOf(name);
    if (rule === 'free') return undefined;
    if (rule === 'scope') return place.id;
    if (rule === 'workspace') return this.#world.team.workspace.id;
    return 'mark' in rule
      ? rule.refs?.(this.#refs(name, place, { all: false, userId }))
      : rule.person(userId, place.id);
  }

  #newId(name: EntityName): string {
    const { id: rule } = entityOf(name);
    return typeof rule === 'object' && 'mark' in rule ? ruledId(rule, {}, newId()) : newId();
  }

  /** Returns the id of the record of an entity that exists in a place. */
  standing(name: EntityName, place: Place): string {
    const key = `${name} ${place.id}`;
    const id =
      this.#standing.get(key) ?? this.#fixedId(name, place, this.#ownerOf(name)) ?? this.#newId(name);
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
      const noun = entityOf(name);
      for (const key of recordRefs(noun)) {
        const { target, isOptional } = noun.refs[key]!;
        if (!isOptional && shareScope(entityOf(target), noun)) make(target as EntityName, place);
      }
      if (isFounded(this.#world, name)) return;
      out.push(
        recordChange(`${name}.create`, {
          id: this.standing(name, place),
          scopeId: place.id,
          refs: this.#refs(name, place, { all: false }),
          ...(place.kid && { kid: place.kid }),
        }),
      );
    };
    for (const name of entityNames) for (const place of placesOf(this.#world, name)) make(name, place);
    return out;
  }

  /** Returns every sample; they cover every change and every type of entry. */
  all(): Sample[] {
    return [
      ...this.#records(),
      ...this.#own(),
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
    return entityNames.flatMap((name) =>
      placesOf(this.#world, name).flatMap((place) =>
        recordVerbs.flatMap((verb) => {
          const sample = (more: Record<string, string[]> = {}): Sample => ({
            key: `${name}.${verb} in ${place.name}`,
            passes: passesOf(name),
            workspaceId: this.#world.team.workspace.id,
            changes: () => [this.#record(name, verb, place, more)],
          });
          // Separate: a blob that does not exist would be the first fault found in every other attempt.
          const isStored = this.#fillsRefs && 'blobs' in entityOf(name).refs;
          return isStored ? [sample(), sample({ blobs: [random(32)] })] : [sample()];
        }),
      ),
    );
  }

  #record(name: EntityName, verb: RecordVerb, place: Place, more: Record<string, string[]>): Change {
    const isFree = this.#fixedId(name, place, this.#ownerOf(name)) === undefined;
    const id = verb === 'create' && isFree ? this.#newId(name) : this.standing(name, place);
    return recordChange(`${name}.${verb}`, {
      id,
      scopeId: place.id,
      version: verb === 'create' ? 1 : farVersion,
      refs: { ...this.#refs(name, place), ...more },
      ...(place.kid && { kid: place.kid }),
    });
  }

  /**
   * Returns samples of records that belong to a person, for nouns where the right covers only one's own: with a free
   * id, created in the same batch.
   */
  #own(): Sample[] {
    return entityNames.flatMap((name) => {
      const { rights } = entityOf(name);
      const places = placesOf(this.#world, name);
      return places.flatMap((place) =>
        recordVerbs
          .filter((verb) => rights[verb] === 'own' || rights[verb] === 'self')
          .map((verb) => ({
            key: `${name}.${verb} of oneself${places.length > 1 ? ` in ${place.name}` : ''}`,
            passes: passesOf(name),
            workspaceId: this.#world.team.workspace.id,
            changes: ({ userId }: TestAccount) => this.#ownRecord(name, verb, place, userId),
          })),
      );
    });
  }

  #ownRecord(name: EntityName, verb: RecordVerb, place: Place, userId: string): Change[] {
    const fixed = this.#fixedId(name, place, userId);
    const made = (verbOf: RecordVerb, version: number, id: string) =>
      recordChange(`${name}.${verbOf}`, {
        id,
        scopeId: place.id,
        version,
        refs: this.#refs(name, place, { userId }),
        ...(place.kid && { kid: place.kid }),
      });
    if (fixed) return [made(verb, verb === 'create' ? 1 : farVersion, fixed)];
    const id = newId();
    return [made('create', 1, id), ...(verb === 'create' ? [] : [made(verb, 2, id)])];
  }

  /** Returns samples of records in a person's own scope, which belongs to no workspace. */
  #personal(): Sample[] {
    const names = entityNames.filter((name) => isPersonal(entityOf(name)));
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
        key: 'workspace.leave',
        // Of another time, so that everybody is still there for what is tried next.
        passes: ['WRONG_TIME'],
        workspaceId: id,
        changes: () => [{ name: 'workspace.leave', args: { id, at: 0, signature: random(64) } }],
      },
      {
        key: 'workspace.update',
        passes: [],
        workspaceId: id,
        changes: () => [{ name: 'workspace.update', args: { id, color: '#0b5c63' } }],
      },
      {
        key: 'invitation.create',
        // It must come with the log entry that it names.
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
        changes: () => {
          const projectId = newId();
          return [
            { name: 'scope.create', args: { scope: { id: projectId, kind: 'project', access: 'open' } } },
            recordChange('project.create', { id: projectId, scopeId: projectId }),
          ];
        },
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
      key('of a wrap in staff', () => ({ type: 'wrap', ...staffKey, ...above, sealed: random(61) })),
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

  /**
   * Returns entries of every type at a place of the log that is taken: people who may sign one are told that the log
   * moved.
   */
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
      invite: { type: 'invite', payload: { cert, ...place, expiresAt: Date.now() + dayMs } },
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
