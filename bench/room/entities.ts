/** Stands in for the contract's list of nouns, with the probes among them; see `nouns.ts`. */
import * as real from '@kontor/contract/nouns/entities';
import { withProbes } from '@kontor/contract/testing/probeNouns';

export const { entities, entityNames, entityOf, headOf } = withProbes({ ...real });
