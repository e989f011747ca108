import { describe, expect, it } from 'vitest';
import { entities } from './entities.ts';
import { presentRefs, problemsOf, readSealed } from './entity.ts';
import { type Task, task } from './task.ts';

describe('entity', () => {
  it('derives the open type', () => {
    const example: Task = {
      id: 'a',
      scopeId: 'p',
      version: 1,
      updatedAt: 0,
      assigneeIds: [],
      title: 'Write the offer',
      status: 'TODO',
      order: 'a0',
      createdBy: 'u',
    };
    expect(example.dueDate).toBeUndefined();
  });

  it('reads missing and misshapen fields as their fallback and keeps unknown ones', () => {
    const plain = { title: 7, status: 'NEWER', dueDate: 'tomorrow', colour: 'red' };
    expect(readSealed(task, plain)).toEqual({
      title: '',
      status: 'TODO',
      order: '',
      createdBy: '',
      colour: 'red',
    });
  });

  it('leaves absent refs out of the associated data', () => {
    expect(presentRefs(task, { parentId: undefined, assigneeIds: [], title: 'x' })).toEqual({});
    expect(presentRefs(task, { assigneeIds: ['u'] })).toEqual({ assigneeIds: ['u'] });
  });

  it('names what is wrong with a draft', () => {
    expect(problemsOf(task, { title: ' ', status: 'TODO', order: 'a' })).toEqual({ title: 'required' });
    expect(problemsOf(task, { title: 'x'.repeat(501), status: 'TODO', order: 'a' })).toEqual({
      title: 'too-long',
    });
    expect(problemsOf(task, { title: 'x', status: 'GONE', order: 'a' })).toEqual({ status: 'invalid' });
  });

  it('names each entity as its key and each parent as a ref', () => {
    for (const [name, description] of Object.entries(entities)) {
      expect(description.name).toBe(name);
      if (description.parent) expect(Object.keys(description.refs)).toContain(description.parent);
    }
  });
});
