import { describe, expect, it } from 'vitest';
import { type Actor, type Capability, can, capabilities, readsScope } from './capability.ts';
import { placeStatus, roles, satisfies } from './entity/role.ts';
import { scopeKinds } from './entity/scopeKind.ts';
import { logEntryTypes } from './memberLog/entries.ts';
import { entityNames, entityOf } from './nouns/entities.ts';
import { changeNames } from './wire/change.ts';

const actor = (more: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  role: 'ADMIN',
  status: 'ACTIVE',
  isOwner: false,
  ...more,
});

const principals = [{ isOwner: true }, ...roles.map((role) => ({ role }))].map(actor);

describe('capabilities', () => {
  it('takes the rights to records from their descriptions', () => {
    for (const name of entityNames)
      for (const [verb, needed] of Object.entries(entityOf(name).rights)) {
        const least = (who: Actor) => can(who, `${name}.${verb}` as Capability, { ownerId: 'other' });
        const allowed = roles.filter((role) => least(actor({ role })));
        expect(allowed, `${name}.${verb}`).toEqual(
          roles.filter((role) => needed !== 'self' && satisfies(role, needed === 'own' ? 'ADMIN' : needed)),
        );
      }
  });

  it('has one for every change but the first of a workspace, and for every entry of the log but its first', () => {
    const lacks = (name: string) => !(capabilities as string[]).includes(name);
    expect(changeNames.filter(lacks)).toEqual(['workspace.create', 'log.append']);
    expect(logEntryTypes.filter((type) => lacks(`log.${type}`))).toEqual(['genesis']);
  });

  it.each(capabilities)('%s: nobody who is not active', (capability) => {
    for (const status of placeStatus.filter((other) => other !== 'ACTIVE'))
      for (const who of principals) {
        // Whoever is shut out may still go, and a locked admin pays.
        const pays = capability === 'subscription.pay' && status === 'LOCKED' && who.role === 'ADMIN';
        expect(can({ ...who, status }, capability)).toBe(pays || capability === 'workspace.leave');
      }
  });

  it('lets members replace their own certificate, locked ones too', () => {
    for (const role of roles) {
      expect(can(actor({ role }), 'log.rekey', { ownerId: 'me' })).toBe(true);
      expect(can(actor({ role, status: 'LOCKED' }), 'log.rekey', { ownerId: 'me' })).toBe(true);
      expect(can(actor({ role, status: 'LOCKED' }), 'log.rekey', { ownerId: 'other' })).toBe(false);
      expect(can(actor({ role, status: 'INACTIVE' }), 'log.rekey', { ownerId: 'me' })).toBe(false);
    }
    expect(can(actor({ role: 'EMPLOYEE' }), 'log.rekey', { ownerId: 'other' })).toBe(false);
  });

  it('lets nobody speak for the maker of a link, an admin neither', () => {
    for (const verb of ['create', 'update'] as const)
      for (const who of principals)
        for (const ownerId of ['me', 'other'])
          expect(can(who, `link.${verb}`, { ownerId })).toBe(who.role !== 'CUSTOMER' && ownerId === 'me');
    expect(can(actor({ role: 'EMPLOYEE' }), 'link.delete', { ownerId: 'other' })).toBe(true);
  });

  it('lets members edit their own directory entry', () => {
    expect(can(actor({ role: 'EMPLOYEE' }), 'member.create', { ownerId: 'me' })).toBe(true);
    expect(can(actor({ role: 'EMPLOYEE' }), 'member.create', { ownerId: 'other' })).toBe(false);
    expect(can(actor({ role: 'EMPLOYEE' }), 'member.update', { ownerId: 'me' })).toBe(true);
    expect(can(actor({ role: 'EMPLOYEE' }), 'member.update', { ownerId: 'other' })).toBe(false);
    expect(can(actor({ role: 'CUSTOMER' }), 'member.update', { ownerId: 'me' })).toBe(false);
    expect(can(actor({ role: 'CUSTOMER' }), 'customerUser.update', { ownerId: 'me' })).toBe(true);
    expect(can(actor({ role: 'CUSTOMER' }), 'customerUser.update', { ownerId: 'other' })).toBe(false);
  });
});

describe('reading scopes', () => {
  const matrix = (access: 'open' | 'private', granted: boolean) =>
    Object.fromEntries(
      scopeKinds.map((kind) => [
        kind,
        roles
          .filter((role) =>
            readsScope(actor({ role }), {
              kind,
              access,
              grantees: new Set(granted ? ['me'] : []),
              userId: 'other',
            }),
          )
          .map((role) => role[0])
          .join(''),
      ]),
    );

  it('follows the keys', () => {
    expect(matrix('open', false)).toEqual({
      admins: 'A',
      staff: 'AE',
      customer: 'AE',
      project: 'AE',
      hours: 'A',
      room: 'AE',
      personal: '',
    });
    expect(matrix('private', false)).toEqual({
      admins: 'A',
      staff: 'AE',
      customer: 'AE',
      project: 'A',
      hours: 'A',
      room: '',
      personal: '',
    });
    expect(matrix('private', true)).toEqual({
      admins: 'A',
      staff: 'AE',
      customer: 'AEC',
      project: 'AE',
      hours: 'AE',
      room: 'AE',
      personal: '',
    });
  });

  it('opens the personal scope to its own user alone', () => {
    const facts = { kind: 'personal', access: 'private', grantees: new Set<string>() } as const;
    expect(readsScope(actor(), { ...facts, userId: 'me' })).toBe(true);
    expect(readsScope(actor(), { ...facts, userId: 'other' })).toBe(false);
  });
});
