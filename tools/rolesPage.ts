/** Composes `docs/roles.md` from the code that decides. */
import {
  type Actor,
  type Capability,
  can,
  capabilities,
  type GeneralCapability,
  generalCapabilities,
  readsScope,
} from '@kontor/contract/capability';
import type { RefKind } from '@kontor/contract/entity/ref';
import { memberStatus, type Role, roles } from '@kontor/contract/entity/role';
import { scopeAccess, scopeKind, scopeKinds } from '@kontor/contract/entity/scopeKind';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';

/** The rights that are no noun's, in words. */
const words: Record<GeneralCapability, string> = {
  'workspace.update': 'change name, colour and logo',
  'workspace.delete': 'delete the workspace',
  'workspace.leave': 'leave (the owner first makes somebody else the owner)',
  'log.invite': 'invite somebody',
  'invitation.create': 'keep a place for an address',
  'log.add': 'take somebody in by the six words',
  'log.role': 'change a role',
  'log.status': 'make inactive, lock, make active again',
  'log.rekey': 'unlock (a new certificate takes the place of the old one)',
  'log.rotate': 'make new keys',
  'log.remove': 'remove somebody, withdraw an invitation',
  'log.owner': 'make somebody else the owner',
  'log.restore': 'name a restored backup',
  'member.unlock': 'see who waits to be unlocked',
  'scope.create': 'start a place of its own (a project, a room)',
  'scope.update': 'make an open place private, or the other way round',
  'key.add': 'hand on a key that one holds',
  'subscription.pay': 'see the subscription, choose a plan, pay',
  'subscription.cancel': 'cancel the subscription, resume it, name the e-mail for invoices',
  'member.list': 'see when somebody was here last, and whom the server counts as a member',
};

const actor = (role: Role, isOwner = false): Actor => ({ userId: 'me', role, status: 'ACTIVE', isOwner });
const columns = [actor('ADMIN', true), actor('ADMIN'), actor('EMPLOYEE'), actor('CUSTOMER')];

const right = (who: Actor, capability: Capability): string => {
  if (can(who, capability, { ownerId: 'other' })) return 'yes';
  return can(who, capability, { ownerId: 'me' }) ? 'own' : '–';
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => (cells[0] === '---' ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`))
    .join('\n');

const people = ['owner', 'admin', 'employee', 'customer user'] as const;

const generalTable = (): string =>
  table(
    ['right', 'capability', ...people],
    generalCapabilities.map((capability) => [
      words[capability],
      `\`${capability}\``,
      ...columns.map((who) => right(who, capability)),
    ]),
  );

const recordTable = (): string =>
  table(
    ['record', 'where', 'right', ...people],
    entityNames.flatMap((name) =>
      (['create', 'update', 'delete'] as const).map((verb) => [
        `\`${name}\``,
        entityOf(name).scopes.join(', '),
        verb,
        ...columns.map((who) => right(who, `${name}.${verb}`)),
      ]),
    ),
  );

const statusTable = (): string =>
  table(
    ['status', 'what remains'],
    memberStatus
      .filter((status) => status !== 'ACTIVE')
      .map((status) => [status, remaining(status).join(', ') || '–']),
  );

/** Returns what people in a status may do, with the roles where not all of them may. */
export function remaining(status: Actor['status']): string[] {
  return capabilities.flatMap((capability) => {
    const byRole = roles.map((role) => [role, right({ ...actor(role), status }, capability)] as const);
    const allowed = byRole.filter(([, may]) => may !== '–');
    if (allowed.length === 0) return [];
    const who = allowed.length < roles.length ? ` (${allowed.map(([role]) => role).join(', ')})` : '';
    return [`\`${capability}\`${allowed.every(([, may]) => may === 'own') ? ' (own)' : ''}${who}`];
  });
}

const scopeTable = (): string =>
  table(
    ['scope', 'admin', 'employee', 'customer user'],
    scopeKinds.flatMap((kind) =>
      scopeAccess
        .filter((access) => access === 'private' || scopeKind(kind).key === 'shared')
        .map((access) => {
          const reads = (role: Role) => {
            const facts = { kind, access, grantees: new Set<string>(), userId: 'other' };
            if (readsScope(actor(role), facts)) return 'yes';
            if (readsScope(actor(role), { ...facts, userId: 'me' })) return 'own';
            return readsScope(actor(role), { ...facts, grantees: new Set(['me']) }) ? 'granted' : '–';
          };
          const name = scopeKind(kind).key === 'shared' ? `\`${kind}\`, ${access}` : `\`${kind}\``;
          return [name, ...roles.map(reads)];
        }),
    ),
  );

/** The kinds of structural fields besides ids, in words. */
const readable: Record<Exclude<RefKind, 'ref' | 'refs'>, string> = {
  nameTag: 'a tag that two alike names share',
  digest: 'a hash',
  blobs: 'storage keys of files',
  number: 'a number',
  flag: 'yes or no',
  oneOf: 'one of a list',
  day: 'a day',
  instant: 'a time',
};

const readTable = (): string =>
  table(
    ['record', 'ids', 'other values'],
    entityNames.flatMap((name) => {
      const ids: string[] = [];
      const values: string[] = [];
      for (const [key, { kind, target }] of Object.entries(entityOf(name).refs))
        if (kind === 'ref') ids.push(`\`${key}\` (${target})`);
        else if (kind === 'refs') ids.push(`\`${key}\` (several: ${target})`);
        else values.push(`\`${key}\` (${readable[kind]})`);
      const cells = [ids, values].map((cell) => cell.join(', ') || '–');
      return ids.length + values.length > 0 ? [[`\`${name}\``, ...cells]] : [];
    }),
  );

/** The nouns that are their owners' words. */
const said = entityNames
  .filter((name) => entityOf(name).isSaid)
  .map((name) => `\`${name}\``)
  .join(', ');

/** Returns the page. */
export const rolesPage = (): string => `# Roles and rights

What each role may do in a workspace. Written by \`npm run roles\` from \`packages/contract/src/capability.ts\` and the
descriptions of the nouns, which server and screens ask; what the server answers to each role is held against
\`apps/server/src/testing/matrix/expected.ts\`, by hand.

- **Owner**: an admin, and the one person who may delete the workspace or make somebody else its owner.
- **Admin**: runs the workspace: people, customers, settings; reads everything but private rooms, direct messages and
  other people's own things.
- **Employee**: works on projects; reads the open ones and those private ones whose member they are.
- **Customer user**: somebody of one customer; reads what the firm shares with that customer, and nothing else.

In the tables, *yes* is everywhere that the person reads (see the last table), *own* is only what belongs to them: their
own entry in the directory, their own certificate. Two questions are asked in this order: does the person read the place
(its scope)? If not, the answer is "Not found", as for something that does not exist. May they do it there? If not,
"Permission denied". Whose a record is says the record that stands, never the change. Of what
people say (${said}) devices believe what the person signed alone, whatever
the server took from an admin (ADR 89).

## The workspace, its people and keys

The acts upon members are signed entries of the member log. Nobody demotes, shuts out or removes themselves: another
admin does. The owner is always an admin and stays until they make somebody else the owner.

${generalTable()}

## Records

What customer users see lies in their customer's scope. They hold its key, too, and write nothing there but who they are
themselves: a client takes only what somebody who works here has signed, and of a customer's user their own entry. A
share may name only files that its writer reads. One's own profile lies in a scope that only its user reads.

${recordTable()}

## Who is not active

${statusTable()}

A removed person and somebody invited who has not joined yet are no members: everything of the workspace is "Not found"
to them.

## Who reads what

*yes*: the whole role; *granted*: those to whom its key was handed; *own*: the one user whose it is. An owner reads what
an admin reads. A private project's key always goes to the admins as well.

${scopeTable()}

## What the server reads of records

Of every record: its kind, its scope and id, who wrote which version when, that it was deleted, and its size in steps. Of these
also the fields below, which it needs in clear; everything else is sealed ([security.md](security.md)).

${readTable()}
`;
