import { describe, expect, it } from 'vitest';
import { batchSchema, changeNames } from './change.ts';

const id = '019a0000-0000-7000-8000-000000000000';

describe('changes', () => {
  it('knows the mutations of every entity', () => {
    expect(changeNames).toContain('task.create');
    expect(changeNames).toContain('workspace.create');
    expect(new Set(changeNames).size).toBe(changeNames.length);
  });

  it('takes a record change and refuses unknown refs', () => {
    const args = { scopeId: id, id, version: 1, refs: {}, sealed: 'AAAA' };
    expect(batchSchema.safeParse({ id, changes: [{ name: 'task.create', args }] }).success).toBe(true);
    const stray = { ...args, refs: { title: id } };
    expect(batchSchema.safeParse({ id, changes: [{ name: 'task.create', args: stray }] }).success).toBe(
      false,
    );
  });
});
