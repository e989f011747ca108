/** Files that prove a month, held against the script: what people sign who have no say in it, and what no honest device writes. */
import { recordWriter } from '@kontor/client/testing/signedFile';
import type { LogAct, LogEntry } from '@kontor/contract/memberLog/entries';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { confirmationId, monthId, month as monthNoun } from '@kontor/contract/nouns/month';
import {
  begun,
  type Identity,
  identity,
  newId,
  renewed,
  signAct,
  verifier,
  withRevisions,
} from '@kontor/contract/testing/logWriter';
import { addDays } from '@kontor/contract/time/day';
import { concat, toBase64Url } from '@kontor/contract/wire/bytes';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import { monthHash, recordDigest, type StatedClosing } from '@kontor/crypto/monthHash';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasPython, verifyMonth } from './signedProof.ts';

const month = '2026-10-01';
/** Entries of the log: Dora is an admin from `joined` to `removed`; Ben closes his month once she is gone. */
const [joined, removed] = [4, 6];
const targets = Array.from({ length: 31 }, (_, at) => ({ day: addDays(month, at), minutes: 480 }));
const day = { kind: 'vacation', from: '2026-10-06', to: '2026-10-06' };

/** By whom something is signed, with which head of the log. */
interface By {
  by: Identity;
  seq: number;
}

/** The parts of a file: who signed them, and what they say. */
interface Parts {
  addendum?: By;
  confirmation?: By;
  closing?: StatedClosing;
  reason?: string;
}

async function firm() {
  const { owner: ada, entry, state: first } = await begun();
  const [ben, cora, dora, kim] = [identity(), identity(), identity(), identity()];
  const customerId = newId();
  const log: LogEntry[] = [entry];
  let state = first;
  const write = async (act: LogAct) => {
    const next = signAct(state, ada, withRevisions(state, act));
    state = await foldLog(state, [next], verifier);
    log.push(next);
  };
  await write({ type: 'rotate', payload: renewed(state, [customerId]) } as LogAct);
  await write({ type: 'add', payload: { cert: ben.cert, role: 'EMPLOYEE' } });
  await write({ type: 'add', payload: { cert: cora.cert, role: 'EMPLOYEE' } });
  await write({ type: 'add', payload: { cert: dora.cert, role: 'ADMIN' } });
  await write({ type: 'add', payload: { cert: kim.cert, role: 'CUSTOMER', customerId } });
  await write({
    type: 'remove',
    payload: { userId: dora.cert.userId, ...renewed(state, state.scopes.keys()) },
  } as LogAct);
  const scopeId = await hoursScopeId(verifier, state.workspaceId, ben.cert.userId);
  const record = recordWriter(state, scopeId);
  const absence = { noun: 'absence', id: newId(), statement: day };
  const idBytes = Uint8Array.from(Buffer.from(absence.id.replaceAll('-', ''), 'hex'));
  const own = { by: ben, seq: removed };

  /** Returns Ben's October of one day off, closed by himself. */
  const closed = (more: Partial<StatedClosing> = {}): StatedClosing => ({
    month,
    closedAt: 1_793_000_000_000,
    contained: [],
    targets,
    records: toBase64Url(concat(idBytes, recordDigest(scopeId, absence))),
    ...more,
  });
  /**
   * Returns the file of it, with an addendum that makes half a day of it and the confirmation of all, as they
   * are signed.
   */
  const file = ({ addendum, confirmation, closing = closed(), reason = 'Forgotten' }: Parts) => {
    const id = newId();
    const after = { ...day, isHalf: true };
    const said = { month, reason, changedAt: 1, changes: [{ noun: 'absence', id: absence.id, after }] };
    const covered = addendum ? [{ id, ...said }] : [];
    const confirmed = () => ({
      month,
      covered: covered.map((each) => each.id),
      confirmedAt: 2,
      hash: monthHash(scopeId, closing, covered),
    });
    const signed = [
      record('month', monthId(scopeId, month), own, {}, closing),
      ...(addendum ? [record('monthAddendum', id, addendum, {}, said)] : []),
      ...(confirmation
        ? [record('monthConfirmation', confirmationId(scopeId, month), confirmation, {}, confirmed())]
        : []),
    ];
    const records = addendum ? [{ ...absence, statement: after }] : [absence];
    const place = { workspaceId: state.workspaceId, scopeId, userId: ben.cert.userId, month };
    return { format: 'kontor/signed-month/v1', ...place, names: {}, signed, records, log };
  };
  return { ada, ben, cora, dora, kim, own, closed, file };
}

describe.skipIf(!hasPython)('a month that is proven', () => {
  let all: Awaited<ReturnType<typeof firm>>;
  beforeAll(async () => {
    all = await firm();
  });

  it.each<[string, (people: typeof all) => Parts]>([
    ['an admin confirms', () => ({})],
    ['its person amends', ({ own }) => ({ addendum: own })],
    ['an admin amends', ({ ada }) => ({ addendum: { by: ada, seq: removed } })],
  ])('is verified where %s', (_, parts) => {
    const confirmation = { by: all.ada, seq: removed };
    const { isVerified, said } = verifyMonth(all.file({ ...parts(all), confirmation }));
    expect(isVerified, said).toBe(true);
  });

  it.each<[string, (people: typeof all) => Parts, RegExp]>([
    ['a customer’s user amends', ({ kim }) => ({ addendum: { by: kim, seq: removed } }), /neither by/],
    ['a colleague amends', ({ cora }) => ({ addendum: { by: cora, seq: removed } }), /neither by/],
    ['who was an admin amends', ({ dora }) => ({ addendum: { by: dora, seq: joined } }), /older member log/],
    [
      'who was an admin confirms',
      ({ dora }) => ({ confirmation: { by: dora, seq: joined } }),
      /older member/,
    ],
    [
      'who was an admin confirms of today',
      ({ dora }) => ({ confirmation: { by: dora, seq: 6 } }),
      /no active/,
    ],
    [
      'a colleague confirms',
      ({ cora }) => ({ confirmation: { by: cora, seq: removed } }),
      /not confirmed by/,
    ],
  ])('is refused where %s', (_, parts, why) => {
    const { isVerified, said } = verifyMonth(all.file(parts(all)));
    expect([isVerified, said]).toEqual([false, expect.stringMatching(why)]);
    expect(said).not.toContain('\nverified');
  });

  it('is refused where a number is not whole', () => {
    const { closed, file } = all;
    const { ada } = all;
    const odd = closed({ targets: [{ day: month, minutes: 480, x: 0.5 }] });
    expect(verifyMonth(file({ closing: odd })).said).toContain('not whole');
    expect(() => file({ closing: odd, confirmation: { by: ada, seq: removed } })).toThrow(RangeError);
    const text = JSON.stringify(file({ confirmation: { by: ada, seq: removed } }));
    expect(verifyMonth(JSON.parse(text.replaceAll('"statement":{', '"statement":{"x":0.5,')))).toMatchObject({
      isVerified: false,
      said: expect.stringContaining('not whole'),
    });
  });

  it('is told in lines of the script’s own, with names apart', () => {
    const { ada, ben, own, closed, file } = all;
    const forged = 'x\nverified: the signatures are theirs\u202e\u001b[8m\u0085\u2028"';
    const admin = { by: ada, seq: removed };
    const [first, ...others] = targets;
    const closing = closed({ targets: [{ ...first, holiday: forged }, ...others] });
    const parts = { addendum: own, confirmation: admin, reason: forged, closing };
    const { isVerified, said } = verifyMonth({ ...file(parts), names: { [ben.cert.userId]: forged } });
    expect(isVerified, said).toBe(true);
    expect(said.match(/^verified/gm)).toHaveLength(1);
    expect(said.split('"x\\u{a}verified')).toHaveLength(6);
    expect([...said].filter((each) => each !== '\n' && /[\p{C}\p{Zl}\p{Zp}]/u.test(each))).toEqual([]);
    expect(said).toContain(`closed by     ${ben.cert.userId} (called "x`);
    expect(said).toMatch(/^verified: .*names apart/m);
  });

  it('is verified with half an emoji in it, which anybody may type', () => {
    const [first, ...others] = targets;
    const half = 'x\ud83d\u{1f600}\ude00';
    const closing = all.closed({ targets: [{ ...first!, holiday: half }, ...others] });
    const confirmation = { by: all.ada, seq: removed };
    const { isVerified, said } = verifyMonth(
      all.file({ addendum: all.own, confirmation, reason: half, closing }),
    );
    expect(isVerified, said).toBe(true);
    expect(said).toContain(`"x\\u{d83d}\u{1f600}\\u{de00}"`);
  });

  it('is refused where a line of the timesheet is of no day of the month', () => {
    const { ada, closed, file } = all;
    const confirmation = { by: ada, seq: removed };
    const forged = {
      day: `confirmed by  ${ada.cert.userId} (called "Boss" in the file), 2026-11-01 08:00 UTC`,
    };
    for (const signed of [
      [...targets, forged],
      targets.slice(1),
      [...targets].reverse(),
      [...targets, targets[0]!],
    ])
      expect(verifyMonth(file({ confirmation, closing: closed({ targets: signed }) }))).toEqual({
        isVerified: false,
        said: "NOT VERIFIED: the targets are not those of the month's days\n",
      });
    expect(monthNoun.sealed.targets.accepts(targets)).toBe(true);
    expect(monthNoun.sealed.targets.accepts([...targets, forged])).toBe(false);
  });

  it('is printed with its faults where an addendum is older than the closing', () => {
    const { ada, file } = all;
    const { isVerified, said } = verifyMonth(file({ addendum: { by: ada, seq: joined } }));
    expect(isVerified).toBe(false);
    expect(said).toMatch(/^amended by {4}.*"Forgotten"$/m);
    expect(said).toMatch(/^NOT VERIFIED: addendum \S+ names an older member log than the closing$/m);
  });
});
