/** Holds `docs/roles.md` against the code. */
import { readFileSync } from 'node:fs';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { describe, expect, it } from 'vitest';
import { remaining, rolesPage } from './rolesPage.ts';

const page = readFileSync(new URL('../docs/roles.md', import.meta.url), 'utf8');

describe('docs/roles.md', () => {
  it('is as the code decides', () =>
    expect(page, 'run `npm run roles`, and look if docs/security.md says what the server sees').toBe(
      rolesPage(),
    ));

  it('has the rights to every noun', () => {
    for (const name of entityNames)
      for (const verb of ['create', 'update', 'delete'])
        expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| [a-z, ]+ \\| ${verb} \\|`, 'm'));
  });

  it('has each field that the server reads', () => {
    const read = page.slice(page.indexOf('## What the server reads'));
    for (const name of entityNames)
      for (const key of Object.keys(entityOf(name).refs))
        expect(read).toMatch(new RegExp(`^\\| \`${name}\` \\|.* \`${key}\` \\(`, 'm'));
  });

  it('says what remains to who is not active', () => {
    expect(remaining('INACTIVE')).toEqual(['`workspace.leave`']);
    expect(remaining('LOCKED')).toEqual([
      '`workspace.leave`',
      '`log.rekey` (own)',
      '`subscription.pay` (ADMIN)',
    ]);
  });
});
