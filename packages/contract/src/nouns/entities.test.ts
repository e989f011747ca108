/** Holds the descriptions of the nouns to what derives from them. A failure says what to write instead. */
import { describe, expect, it } from 'vitest';
import { type Entity, entity } from '../entity/entity.ts';
import { text } from '../entity/field.ts';
import { reachesCustomers, recordRefs, shareScope } from '../entity/placement.ts';
import { nameTag, ref, refs } from '../entity/ref.ts';
import { scopeKinds } from '../entity/scopeKind.ts';
import { probes } from '../testing/probeNouns.ts';
import { entities } from './entities.ts';

/** Returns what is wrong with one of some nouns, in words. */
function faultsOf(noun: Entity, all: Readonly<Record<string, Entity>>): string[] {
  const { refs: fields, sealed, within, about, owner, head, unique, title, searched, merge = {} } = noun;
  const kindOf = (key: string) => fields[key]?.kind;
  const isPerson = (key: string) => fields[key]?.target === 'user';
  const isText = (key: string) => ['text', 'richText'].includes(sealed[key]?.kind ?? '');
  const hasItems = (key: string) => sealed[key]?.kind === 'data' && merge[key] === 'items';
  const tags = Object.keys(fields).filter((key) => kindOf(key) === 'nameTag');
  const heads = (key: string) => all[fields[key]!.target]?.head !== undefined;
  const isHere = (key: string) => shareScope(all[fields[key]!.target]!, noun);
  const known = recordRefs(noun).filter((key) => fields[key]!.target in all);
  const rules: [boolean, string][] = [
    [recordRefs(noun).length === known.length, 'a ref names a noun that is not described'],
    [known.every((key) => isHere(key) || heads(key)), 'a ref to another scope names its head, or is sealed'],
    [within.every((key) => kindOf(key) === 'ref' && isHere(key)), '`within`: single refs of the same scope'],
    [about === undefined || (heads(about) && !isHere(about)), '`about`: the head of another scope'],
    [owner === undefined || (isPerson(owner) && !fields[owner]!.isOptional), '`owner`: a required person'],
    [!head?.readers || (isPerson(head.readers) && kindOf(head.readers) === 'refs'), '`readers`: people'],
    [tags.length === 0 || title.length > 0, 'a name tag is made of the title'],
    [tags.every((key) => unique.some((each) => each.fields.includes(key))), 'a name tag is unique'],
    [title.every((key) => sealed[key]?.kind === 'text'), '`title`: single lines of text'],
    [searched.every((key) => isText(key) || hasItems(key)), '`searched`: texts, and named items'],
    [
      !reachesCustomers(noun) || noun.verified === 'at-once',
      "what customers' people could seal is verified at once",
    ],
    [
      Object.keys(merge).every((key) => key in fields || key in sealed || key in (noun.groups ?? {})),
      '`merge`: fields or groups',
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => `${noun.name}: ${fault}`);
}

const all = { ...entities, ...probes } as Readonly<Record<string, Entity>>;

describe('the descriptions', () => {
  it.each(Object.keys(all))('%s: fits together', (name) => expect(faultsOf(all[name]!, all)).toEqual([]));

  it.each(scopeKinds)('%s: has one head at most', (kind) => {
    const heads = Object.values(entities as Record<string, Entity>).filter(
      ({ head, scopes }) => head && scopes.includes(kind),
    );
    expect(heads.length).toBeLessThan(2);
  });

  it('would be caught contradicting themselves', () => {
    const rights = { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' } as const;
    const planted = entity('planted', {
      scopes: ['customer'],
      rights,
      within: ['taskIds'],
      about: 'taskId',
      owner: 'userId',
      searched: ['words'],
      verified: 'in-background',
      merge: { nothing: 'last' },
      refs: {
        taskId: ref('task'),
        taskIds: refs('task'),
        userId: ref('user').optional(),
        nameTag: nameTag(),
        gone: ref('gone'),
      },
      sealed: { words: text() },
    });
    expect(faultsOf(planted, all)).toHaveLength(9);
  });

  it.each<[string, () => unknown]>([
    ['personal and elsewhere', () => plant({ scopes: ['personal', 'staff'] })],
    ['heading two kinds', () => plant({ scopes: ['project', 'room'], head: {} })],
    ['heading with a free id', () => plant({ scopes: ['project'], head: {}, id: 'free' })],
    ['the id of nobody', () => plant({ scopes: ['staff'], id: { person: (id) => id } })],
    ['the own of nobody', () => plant({ scopes: ['staff'], rights: { ...everyone, update: 'own' } })],
  ])('are refused: %s', (_, make) => expect(make).toThrow(RangeError));
});

const everyone = { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' } as const;
const plant = ({
  head,
  ...facts
}: Pick<Entity, 'scopes'> & Partial<Pick<Entity, 'head' | 'id' | 'rights'>>) =>
  entity('planted', { rights: everyone, ...facts, ...(head && { head: {} }), refs: {}, sealed: {} });
