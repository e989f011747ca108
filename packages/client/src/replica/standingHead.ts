/** The confirmed head of a private scope, as the vault asks for it. */
import { namedIn } from '@kontor/contract/entity/ref';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { StandingHead } from '../vault/plainBatch.ts';
import type { UnverifiedRecord } from '../vault/plainRecord.ts';

/** Returns the people whom a scope's confirmed head names, with its author's signature; undefined where it has no such head here. */
export function standingHead(
  records: { evidence(id: string): UnverifiedRecord | undefined },
  scopeId: string,
): StandingHead | undefined {
  const head = records.evidence(scopeId);
  const readers = head && entityOf(head.entity).head?.readers;
  return readers && head.scopeId === scopeId
    ? { readers: namedIn(head.refs[readers]), proof: head.proof }
    : undefined;
}
