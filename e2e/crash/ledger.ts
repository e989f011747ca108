/**
 * Records outside the server which batches were acknowledged: writers note each batch when they send it and when its
 * answer arrives. After a crash the ledger is compared with what the server still has. Every batch writes all records
 * of one group at one version, so that a batch that was kept only in part shows as a group with two versions.
 */

/** One batch: the records of a group at one version. */
export interface Written {
  batchId: string;
  groupId: string;
  recordIds: readonly string[];
  version: number;
}

export interface Ledger {
  /** Notes a batch before it leaves. */
  sent(written: Written): void;
  /** Notes a batch when the server's answer says that it was applied. */
  acknowledged(written: Written): void;
  readonly groups: ReadonlyMap<string, Group>;
  /** The number of acknowledgements. */
  readonly count: number;
}

interface Group {
  /** Newest batch that the server promised to keep. */
  acknowledged: Written | undefined;
  /** Newest batch that was sent at all. */
  sent: Written;
}

export function createLedger(): Ledger {
  const groups = new Map<string, Group>();
  const ledger = {
    groups,
    count: 0,
    sent: (written: Written) => {
      groups.set(written.groupId, {
        acknowledged: groups.get(written.groupId)?.acknowledged,
        sent: written,
      });
    },
    acknowledged: (written: Written) => {
      groups.set(written.groupId, {
        acknowledged: written,
        sent: groups.get(written.groupId)?.sent ?? written,
      });
      ledger.count += 1;
    },
  };
  return ledger;
}

/** A record as the server has it after the crash, opened. */
export interface Found {
  id: string;
  version: number;
  /** The batch that its content says wrote it. */
  batchId: unknown;
}

export interface Damage {
  /** Batches that were acknowledged, but are gone or older. */
  lost: string[];
  /** Batches that are there only in part. */
  halfApplied: string[];
  /** Content that nobody sent under that version. */
  foreign: string[];
  /** The number of records checked. */
  checked: number;
}

/** Compares the ledger with the records of a restarted server. */
export function damageIn(ledger: Ledger, found: ReadonlyMap<string, Found>): Damage {
  const damage: Damage = { lost: [], halfApplied: [], foreign: [], checked: 0 };
  for (const [groupId, { acknowledged, sent }] of ledger.groups) {
    const records = sent.recordIds.map((id) => found.get(id));
    damage.checked += records.length;
    const versions = new Set(records.map((record) => record?.version ?? 0));
    if (versions.size > 1) damage.halfApplied.push(`${groupId}: versions ${[...versions].join(', ')}`);
    const promised = acknowledged?.version ?? 0;
    for (const version of versions)
      if (version < promised)
        damage.lost.push(`${groupId}: version ${promised} was promised, ${version} is there`);
    for (const record of records) {
      const writer = [acknowledged, sent].find((written) => written?.version === record?.version);
      if (record && record.batchId !== writer?.batchId) damage.foreign.push(`${record.id} of ${groupId}`);
    }
  }
  return damage;
}
