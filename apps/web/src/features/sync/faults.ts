/** Sorts what the replica refused by what a person has to know about it. */
import type { Fault } from '@kontor/client/replica/fault';

export interface SortedFaults {
  /** Not opened: nobody here knows what they say. */
  unopened: Fault[];
  /** The server served an older or another state than was seen here; the newer one stays. */
  old: Fault[];
  /** Does not fit together: something is missing between what is there, or stands in another order. */
  incomplete: Fault[];
  /** Their authors knew more of the member log than the server shows. */
  withheld: Fault[];
  /** Their authors knew another member log. */
  forked: Fault[];
  /** Keys of a scope that nobody entitled has confirmed. */
  keys: Fault[];
  /** Records that lie in themselves. */
  loops: Fault[];
  /** Were refused, or known before their scope was closed, and are served no more. */
  withdrawn: Fault[];
  /** Acts that this device kept and cannot read back. */
  acts: Fault[];
  /** This device keeps nothing more. */
  isFull: boolean;
}

type Group = Exclude<keyof SortedFaults, 'isFull'>;

/** Every other kind is a record that was not opened. */
const groups: Partial<Record<Fault['kind'], Group>> = {
  'rolled-back': 'old',
  resurrected: 'old',
  equivocated: 'old',
  'held-back': 'incomplete',
  misplaced: 'incomplete',
  'withheld-log': 'withheld',
  'forked-log': 'forked',
  'unconfirmed-keys': 'keys',
  cycle: 'loops',
  withdrawn: 'withdrawn',
};

/** Sorts faults by what is said of them. @param scopeId narrows it to what concerns one project, customer or room */
export function sortFaults(faults: readonly Fault[], scopeId?: string): SortedFaults {
  const sorted: SortedFaults = {
    unopened: [],
    old: [],
    incomplete: [],
    withheld: [],
    forked: [],
    keys: [],
    loops: [],
    withdrawn: [],
    acts: [],
    isFull: false,
  };
  for (const fault of faults) {
    if (fault.kind === 'not-kept') sorted.isFull = true;
    // Of an act that cannot be read nobody knows which scope it was about.
    else if (fault.kind === 'unreadable-act') sorted.acts.push(fault);
    else {
      const group = groups[fault.kind] ?? 'unopened';
      // Who belongs to the workspace concerns every scope.
      const isHere = group === 'withheld' || group === 'forked' || fault.scopeId === scopeId;
      if (!scopeId || isHere) sorted[group].push(fault);
    }
  }
  return sorted;
}
