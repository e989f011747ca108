/** Finds nouns in a list of them. */
import type { Entity } from './entity.ts';
import type { ScopeKind } from './scopeKind.ts';

export interface Registry<Name extends string> {
  entityNames: readonly Name[];
  /** Returns the description of a noun. @throws RangeError on an unknown one */
  entityOf(name: string): Entity;
  /** Returns the noun that heads the scopes of a kind. */
  headOf(kind: ScopeKind): Name | undefined;
}

export function registry<Name extends string>(list: Readonly<Record<Name, Entity>>): Registry<Name> {
  const byName = new Map<string, Entity>(Object.entries(list));
  const entityNames = Object.keys(list) as Name[];
  return {
    entityNames,
    entityOf: (name) => {
      const found = byName.get(name);
      if (!found) throw new RangeError(`unknown entity ${name}`);
      return found;
    },
    headOf: (kind) => entityNames.find((name) => list[name].head && list[name].scopes.includes(kind)),
  };
}
