/** Holds the descriptions of the nouns to what derives from them. A failure says what to write instead. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Entity, entity, type MergeStrategy } from '../entity/entity.ts';
import { number, text } from '../entity/field.ts';
import { mayBeWindowed, reachesCustomers, recordRefs, shareScope } from '../entity/placement.ts';
import { nameTag, ref, refs } from '../entity/ref.ts';
import { isWindowed, scopeKinds } from '../entity/scopeKind.ts';
import { probes } from '../testing/probeNouns.ts';
import { entities } from './entities.ts';

/** The kinds of field that a strategy can merge, and whether it merges groups; any where it says none. */
const mergeable: { readonly [S in MergeStrategy]?: readonly string[] } = {
  text: ['text', 'group'],
  value: ['text', 'id', 'oneOf', 'day', 'number', 'instant', 'group'],
  set: ['refs', 'data'],
  items: ['data'],
  dated: ['data'],
  changes: ['data'],
  max: ['number', 'instant'],
};

/** Returns what is wrong with one of some nouns, in words. */
function faultsOf(noun: Entity, all: Readonly<Record<string, Entity>>): string[] {
  const { refs: fields, sealed, within, about, owner, head, unique, title, searched, merge = {} } = noun;
  const kindOf = (key: string) => fields[key]?.kind;
  const isPerson = (key: string) => fields[key]?.target === 'user';
  const isText = (key: string) => ['text', 'richText'].includes(sealed[key]?.kind ?? '');
  const hasItems = (key: string) => sealed[key]?.kind === 'data' && merge[key] === 'items';
  const hasWords = title.length + searched.length > 0;
  const tags = Object.keys(fields).filter((key) => kindOf(key) === 'nameTag');
  const heads = (key: string) => all[fields[key]!.target]?.head !== undefined;
  const isHere = (key: string) => shareScope(all[fields[key]!.target]!, noun);
  const isLoose = (key: string) => fields[key]!.isOptional;
  const known = recordRefs(noun).filter((key) => fields[key]!.target in all);
  const rules: [boolean, string][] = [
    [recordRefs(noun).length === known.length, 'a ref names a noun that is not described'],
    [known.every((key) => isHere(key) || heads(key)), 'a ref to another scope names its head, or is sealed'],
    [within.every((key) => kindOf(key) === 'ref' && isHere(key)), '`within`: single refs of the same scope'],
    [
      within.length === 0 ||
        noun.scopes.every(isWindowed) ||
        known.every((key) => within.includes(key) || !isHere(key) || kindOf(key) !== 'ref' || isLoose(key)),
      'a ref beside `within` to a record of the same scope is optional: moved, the record leaves that behind',
    ],
    [
      !noun.isSaid || !mayBeWindowed(noun) || within.length > 0 || noun.chained,
      '`chained`: what is said at the top of a windowed scope, so that no server keeps words back',
    ],
    [about === undefined || (heads(about) && !isHere(about)), '`about`: the head of another scope'],
    [owner === undefined || (isPerson(owner) && !fields[owner]!.isOptional), '`owner`: a required person'],
    [!head?.readers || (isPerson(head.readers) && kindOf(head.readers) === 'refs'), '`readers`: people'],
    [tags.length === 0 || title.length > 0, 'a name tag is made of the title'],
    [tags.every((key) => unique.some((each) => each.fields.includes(key))), 'a name tag is unique'],
    [
      within.length === 0 || hasWords || noun.written === 'clients' || noun.isMoot !== undefined,
      '`isMoot`: whether it is missed where what it lies in was deleted',
    ],
    [within.length > 0 || noun.isMoot === undefined, '`isMoot`: of what lies in something'],
    [
      (noun.written !== 'clients' && !noun.scopes.includes('personal')) === (noun.isInArchive !== undefined),
      '`isInArchive`: whether the archive lists what people write for others, and of nothing else',
    ],
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
    [
      Object.entries(merge).every(([key, strategy]) => {
        const kind = fields[key]?.kind ?? sealed[key]?.kind ?? 'group';
        return mergeable[strategy]?.includes(kind) ?? true;
      }),
      '`merge`: a strategy for such fields',
    ],
    [
      noun.written === 'people' || !Object.values(merge).some((each) => each === 'text' || each === 'value'),
      '`merge`: two values are kept of what people type',
    ],
    [Object.keys(noun.accepts ?? {}).every((key) => key in (noun.groups ?? {})), '`accepts`: groups'],
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => `${noun.name}: ${fault}`);
}

const all = { ...entities, ...probes } as Readonly<Record<string, Entity>>;

describe('the descriptions', () => {
  it('stand in the list', () => {
    const described = globSync('*.ts', { cwd: import.meta.dirname, exclude: ['*.test.ts'] }).flatMap((path) =>
      [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/\bentity\('(\w+)'/g)].map(
        ([, name]) => name!,
      ),
    );
    expect(described.sort(), 'entities.ts lists each').toEqual(Object.keys(entities).sort());
  });

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
      written: 'once',
      merge: { nothing: 'last', words: 'max', said: 'text' },
      accepts: { nothing: () => true },
      refs: {
        taskId: ref('task'),
        taskIds: refs('task'),
        userId: ref('user').optional(),
        nameTag: nameTag(),
        gone: ref('gone'),
      },
      sealed: { words: text(), said: text() },
    });
    expect(faultsOf(planted, all)).toHaveLength(13);
  });

  it('would be caught where a move or a server would take something away', () => {
    const rights = { create: 'own', update: 'own', delete: 'own' } as const;
    const refs = { taskId: ref('task'), seenId: ref('task'), userId: ref('user') };
    const facts = { rights, owner: 'userId', isMoot: false, isInArchive: false, sealed: {} } as const;
    const loose = entity('planted', { ...facts, scopes: ['project'], within: ['taskId'], refs });
    const said = entity('planted', {
      rights,
      owner: 'userId',
      scopes: ['room'],
      isSaid: true,
      isInArchive: false,
      refs: { userId: ref('user') },
      sealed: {},
    });
    expect([loose, said].map((noun) => faultsOf(noun, all))).toEqual([
      [expect.stringContaining('optional')],
      [expect.stringContaining('`chained`')],
    ]);
  });

  it.each<[string, () => unknown]>([
    ['personal and elsewhere', () => plant({ scopes: ['personal', 'staff'] })],
    ['heading two kinds', () => plant({ scopes: ['project', 'room'], head: {} })],
    ['heading with a free id', () => plant({ scopes: ['project'], head: {}, id: 'free' })],
    ['the id of nobody', () => plant({ scopes: ['staff'], id: { person: (id) => id } })],
    ['the own of nobody', () => plant({ scopes: ['staff'], rights: { ...everyone, update: 'own' } })],
    ['a chain of nobody', () => plant({ scopes: ['room'], chained: true })],
    ['a chain of what is held whole', () => plantOwned({ scopes: ['room', 'project'], chained: true })],
    ['the words of nobody', () => plant({ scopes: ['room'], isSaid: true })],
    ['words for everybody to change', () => plantOwned({ scopes: ['room'], isSaid: true })],
    ['a field twice', () => plantOwned({ scopes: ['room'] }, { userId: text() })],
    ['a field of all records', () => plant({ scopes: ['room'] }, { version: number() })],
  ])('are refused: %s', (_, make) => expect(make).toThrow(RangeError));
});

const everyone = { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' } as const;
type Facts = Pick<Entity, 'scopes'> & Partial<Pick<Entity, 'head' | 'id' | 'rights' | 'chained' | 'isSaid'>>;
const plant = ({ head, ...facts }: Facts, sealed: Entity['sealed'] = {}) =>
  entity('planted', { rights: everyone, ...facts, ...(head && { head: {} }), refs: {}, sealed });
const plantOwned = ({ head: _, ...facts }: Facts, sealed: Entity['sealed'] = {}) =>
  entity('planted', { rights: everyone, ...facts, owner: 'userId', refs: { userId: ref('user') }, sealed });
