/** Holds the tables of `docs/roles.md` against the code. A failure prints the line that the page should have. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Actor, type Capability, can, capabilities, readsScope } from './capability.ts';
import { memberStatus, type Role, roles } from './entity/role.ts';
import type { ScopeAccess, ScopeKind } from './entity/scopeKind.ts';

const page = readFileSync(new URL('../../../docs/roles.md', import.meta.url), 'utf8');

/** The cells of every line of the page's tables. */
const lines = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const actor = (role: Role, isOwner = false): Actor => ({ userId: 'me', role, status: 'ACTIVE', isOwner });
const columns = [actor('ADMIN', true), actor('ADMIN'), actor('EMPLOYEE'), actor('CUSTOMER')];

const right = (who: Actor, capability: Capability) => {
  if (can(who, capability, { ownerId: 'other' })) return 'yes';
  return can(who, capability, { ownerId: 'me' }) ? 'own' : '–';
};

const cellsOf = (capability: Capability) => columns.map((who) => right(who, capability));

/** What is wrong with a page's lines about capabilities, in words that say what to write. */
function faults(rows: readonly string[][]): string[] {
  const out: string[] = [];
  for (const capability of capabilities) {
    const found = rows.filter((cells) => cells[1] === `\`${capability}\``);
    const should = (words: string) => `| ${words} | \`${capability}\` | ${cellsOf(capability).join(' | ')} |`;
    if (found.length === 0)
      out.push(`docs/roles.md has no line for ${capability}. Add:\n${should('<the right in a few words>')}`);
    else if (found.length > 1) out.push(`docs/roles.md has ${found.length} lines for ${capability}`);
    else if (found[0]!.slice(2).join() !== cellsOf(capability).join() || !found[0]![0])
      out.push(
        `docs/roles.md differs from the code about ${capability}. It should be:\n${should(found[0]![0]!)}`,
      );
  }
  for (const cells of rows) {
    const named = /^`([a-zA-Z]+\.[a-zA-Z]+)`$/.exec(cells[1] ?? '')?.[1];
    if (named && !(capabilities as string[]).includes(named))
      out.push(`docs/roles.md has a line for ${named}, which is no capability`);
  }
  return out;
}

describe('docs/roles.md', () => {
  it('has every capability as the code decides it', () => {
    expect(faults(lines).join('\n\n')).toBe('');
  });

  it('would not get away with a line missing, doubled, wrong or too many', () => {
    const at = lines.findIndex((cells) => cells[1] === '`task.delete`');
    const wrong = lines.with(at, ['delete a task', '`task.delete`', 'yes', 'yes', '–', '–']);
    expect(faults(lines.toSpliced(at, 1))).toEqual([
      'docs/roles.md has no line for task.delete. Add:\n| <the right in a few words> | `task.delete` | yes | yes | yes | – |',
    ]);
    expect(faults(wrong)).toHaveLength(1);
    expect(faults([...lines, lines[at]!])).toHaveLength(1);
    expect(faults([...lines, ['sing', '`task.sing`', 'yes', 'yes', 'yes', 'yes']])).toHaveLength(1);
  });

  it('says what remains to who is not active', () => {
    for (const status of memberStatus.filter((each) => each !== 'ACTIVE')) {
      const left = roles.map((role) =>
        capabilities.flatMap((capability) => {
          const may = right({ ...actor(role), status }, capability);
          return may === '–' ? [] : [may === 'own' ? `\`${capability}\` (own)` : `\`${capability}\``];
        }),
      );
      // The same for each role, or the table would need columns.
      expect(new Set(left.map((each) => each.join())).size).toBe(1);
      const line = lines.find(([name]) => name === status);
      expect(line, `docs/roles.md has no line for ${status}`).toBeDefined();
      expect(line![1]).toBe(left[0]!.join(', ') || '–');
    }
  });

  it('says who reads which scope', () => {
    const kinds: [string, ScopeKind, ScopeAccess][] = [
      ['`admins`', 'admins', 'private'],
      ['`staff`', 'staff', 'private'],
      ['`customer`', 'customer', 'private'],
      ['`project`, open', 'project', 'open'],
      ['`project`, private', 'project', 'private'],
      ['`room`, open', 'room', 'open'],
      ['`room`, private', 'room', 'private'],
      ['`personal`', 'personal', 'private'],
    ];
    const reads = (role: Role, kind: ScopeKind, access: ScopeAccess) => {
      const facts = { kind, access, grantees: new Set<string>(), userId: 'other' };
      if (readsScope(actor(role), facts)) return 'yes';
      if (readsScope(actor(role), { ...facts, userId: 'me' })) return 'own';
      return readsScope(actor(role), { ...facts, grantees: new Set(['me']) }) ? 'granted' : '–';
    };
    for (const [name, kind, access] of kinds) {
      const cells = (['ADMIN', 'EMPLOYEE', 'CUSTOMER'] as const).map((role) => reads(role, kind, access));
      expect(lines).toContainEqual([name, ...cells]);
    }
  });
});
