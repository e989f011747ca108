/** The kinds of thing that a search shows apart, and which nouns are in each. */
import { searchedNouns } from '@kontor/client/searching/searchedDocument';
import { type EntityName, entityOf, headOf } from '@kontor/contract/nouns/entities';

/** The kinds, in their order, and the nouns in each whose lines `makers.tsx` makes. */
const own = {
  projects: ['project'],
  documents: ['document', 'signing'],
  tasks: ['task'],
  chat: ['message', 'room'],
  customers: ['customer', 'customerFile'],
  users: ['member', 'personnel', 'customerUser'],
  comments: ['comment'],
  entries: ['timeEntry', 'absence'],
} as const satisfies Record<string, readonly EntityName[]>;
export type Kind = keyof typeof own;
export type OwnLined = (typeof own)[Kind][number];

export const allKinds = Object.keys(own) as readonly Kind[];

/** Tells whether a noun has lines of its own; others are shown as what they lie in, by their words. */
export const isOwnLined = (noun: string): noun is OwnLined => ownKind(noun) !== undefined;

const ownKind = (noun: string): Kind | undefined =>
  allKinds.find((kind) => (own[kind] as readonly string[]).includes(noun));

/** A field that names what a record lies in, and the noun of that. */
interface Around {
  key: string;
  noun: EntityName;
}

/** Returns what records of a noun may lie in, the innermost first; at last what heads their scope. */
export function around(noun: string): Around[] {
  const { within, refs, scopes } = entityOf(noun);
  const all = [
    ...within.map((key) => ({ key, noun: refs[key]!.target as EntityName })),
    ...scopes.map((kind) => ({ key: 'scopeId', noun: headOf(kind) })),
  ];
  return all.filter((each): each is Around => each.noun !== undefined && each.noun !== noun);
}

/** Returns the kind of a noun: its own, else that of what its records lie in. Copies that devices make have none. */
function kindOf(noun: string, passed: readonly string[] = []): Kind | undefined {
  const mine = ownKind(noun);
  if (mine || passed.includes(noun) || entityOf(noun).written === 'clients') return mine;
  return around(noun)
    .map((each) => kindOf(each.noun, [...passed, noun]))
    .find((kind) => kind !== undefined);
}

/** The nouns of each kind: those with lines of their own, then the others that are searched. */
export const kinds = Object.fromEntries(
  allKinds.map((kind) => {
    const others = searchedNouns.filter((noun) => !isOwnLined(noun) && kindOf(noun) === kind);
    return [kind, [...own[kind], ...others]];
  }),
) as unknown as Readonly<Record<Kind, readonly EntityName[]>>;
