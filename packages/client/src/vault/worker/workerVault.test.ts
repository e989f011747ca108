import { expose } from 'comlink';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Founder, founder, rowOf, teach } from '../../testing/founder.ts';
import { missingCode } from '../../workerStart.ts';
import { LocalVault } from '../localVault.ts';
import type { Vault } from '../vault.ts';
import { packedVault } from './packedVault.ts';
import { vaultBehind, workerVault } from './workerVault.ts';

let anna: Founder;
let far: Vault;
const { port1, port2 } = new MessageChannel();

beforeAll(async () => {
  anna = await founder();
  expose(packedVault(), port1 as never);
  far = vaultBehind(port2 as never);
  await far.beginSignIn({ ...anna.registered, email: anna.email, password: anna.password });
  await far.openAccount(anna.registered);
});
afterAll(() => {
  port1.close();
  port2.close();
});

const record = () => ({
  entity: 'business',
  id: anna.workspaceId,
  scopeId: anna.admins.id,
  version: 1,
  refs: {},
  plain: { companyName: 'Öztürk & Söhne' },
});

describe('the vault behind its door', () => {
  it('opens and seals as the one beside us does', async () => {
    expect(await teach(far, anna)).toEqual([]);
    const [sealed] = await far.sealRecords(anna.workspaceId, [record()]);
    const row = rowOf(record(), sealed!);
    const broken = { ...row, id: uuidv7() };
    const rows = [row, broken];
    const beside = await anna.vault.openPage(anna.workspaceId, { scopes: [], rows });
    expect(beside.opened).toHaveLength(1);
    expect(beside.faulty).toMatchObject([{ id: broken.id, fault: 'not-verified' }]);
    expect(await far.openPage(anna.workspaceId, { scopes: [], rows })).toEqual(beside);
    // The caller's bytes are still the caller's.
    expect(row.sealed.length).toBeGreaterThan(500);
  });

  it('hands the bytes of its answers over instead of copying them', async () => {
    await teach(far, anna);
    const inside = {
      sealLocal: vi.spyOn(LocalVault.prototype, 'sealLocal'),
      sealBatch: vi.spyOn(LocalVault.prototype, 'sealBatch'),
    };
    const sealed = await far.sealLocal('outbox', 'a', new Uint8Array(9));
    const batch = { created: [], access: {}, members: {}, refused: [], privateScopes: [] };
    const { records } = await far.sealBatch(anna.workspaceId, { ...batch, records: [record()] });
    expect([sealed.length, records[0]!.sealed.length].every((size) => size > 9)).toBe(true);
    const [left] = await Promise.all(inside.sealLocal.mock.results.map(({ value }) => value));
    const [{ records: rest }] = await Promise.all(inside.sealBatch.mock.results.map(({ value }) => value));
    vi.restoreAllMocks();
    expect([left!.length, rest[0]!.sealed.length]).toEqual([0, 0]);
  });

  it('seals a whole batch at once, the tags of its names included', async () => {
    await teach(far, anna);
    const folder = {
      entity: 'document',
      id: uuidv7(),
      scopeId: anna.staff.id,
      version: 1,
      refs: {},
      plain: { kind: 'folder', name: 'Offers' },
    };
    const batch = { created: [], access: {}, members: {}, refused: [], privateScopes: [] };
    const { changes, records } = await far.sealBatch(anna.workspaceId, {
      ...batch,
      records: [record(), folder],
    });
    expect([changes, records.length]).toEqual([[], 2]);
    expect(records[0]!.refs).toEqual({});
    expect(records[1]!.refs).toEqual({ nameTag: expect.stringMatching(/^[\w-]{43}$/) });
    const rows = [
      rowOf(record(), records[0]!.sealed),
      rowOf({ ...folder, refs: records[1]!.refs }, records[1]!.sealed),
    ];
    const { opened } = await far.openPage(anna.workspaceId, { scopes: [], rows });
    expect(opened.map(({ plain }) => plain)).toEqual([record().plain, folder.plain]);
  });

  it('tells what fails by class and code', async () => {
    await expect(far.sealRecords(uuidv7(), [record()])).rejects.toMatchObject({
      name: 'TrustError',
      fault: 'unknown-scope',
    });
  });

  it('takes what the device keeps over, instead of copying it', async () => {
    const plain = new TextEncoder().encode('a page of records');
    const sealed = await far.sealLocal('outbox', 'a', plain);
    expect(plain).toHaveLength(0);
    await expect(far.openLocal('outbox', 'b', sealed.slice())).rejects.toMatchObject({
      code: 'not-verified',
    });
    const opened = await far.openLocal('outbox', 'a', sealed);
    expect(sealed).toHaveLength(0);
    expect(new TextDecoder().decode(opened)).toBe('a page of records');
  });

  it('takes several pieces over at once, each to its place', async () => {
    const whole = new TextEncoder().encode('two pieces');
    const pieces = [whole.subarray(0, 3), new TextEncoder().encode('alone')];
    const sealed = await far.sealPieces(
      pieces.map((plain, i) => ({ store: 'outbox', label: String(i), plain })),
    );
    expect([whole.length, pieces[1]!.length]).toEqual([10, 0]);
    const opened = await Promise.all(
      sealed.map((each, i) => far.openLocal('outbox', String(i), each.slice())),
    );
    expect(opened.map((each) => new TextDecoder().decode(each))).toEqual(['two', 'alone']);
    await expect(far.openLocal('outbox', '0', sealed[1]!)).rejects.toMatchObject({ code: 'not-verified' });
  });

  it('takes the parts of files over, and only those bytes', async () => {
    const fileKey = await far.newFileKey();
    const context = { workspaceId: anna.workspaceId, documentId: uuidv7(), blobId: uuidv7(), fileKey };
    const whole = new Uint8Array(2_000).fill(5);
    const { sealed, part } = await far.sealPart(context, 1_000, 0, whole.subarray(500, 1_500));
    expect(whole).toHaveLength(2_000);
    expect(part.size).toBe(sealed.length);
    expect(await far.openPart(context, 1_000, 0, part, sealed.slice())).toEqual(
      new Uint8Array(1_000).fill(5),
    );
    const rest = sealed.slice(17);
    expect(await far.openSegments(context, 1_000, 0, 1, sealed.slice(0, 17), rest)).toEqual(
      new Uint8Array(1_000).fill(5),
    );
    expect(rest).toHaveLength(0);
    sealed[40]! ^= 1;
    await expect(
      far.openSegments(context, 1_000, 0, 1, sealed.slice(0, 17), sealed.slice(17)),
    ).rejects.toMatchObject({ code: 'damaged-file' });
    await expect(far.openPart(context, 1_000, 0, part, sealed)).rejects.toMatchObject({
      code: 'damaged-file',
    });
  });

  it('starts once, when there is something to do', async () => {
    const { port1: inside, port2: outside } = new MessageChannel();
    expose(packedVault(), inside as never);
    let starts = 0;
    const vault = workerVault(() => {
      starts++;
      return outside as never;
    });
    await vault.close();
    expect(starts).toBe(0);
    await vault.prepare();
    expect(await vault.newFileKey()).toHaveLength(43);
    await vault.close();
    expect(starts).toBe(1);
    inside.close();
    outside.close();
  });

  it('fails where the worker’s code does not come, tells it, and starts anew when it is asked again', async () => {
    const { port1: inside, port2: outside } = new MessageChannel();
    expose(packedVault(), inside as never);
    const lost = Object.assign(new EventTarget(), { postMessage: () => {} });
    const told = vi.fn();
    const stop = missingCode.subscribe(told);
    const workers: unknown[] = [lost, outside];
    const vault = workerVault(() => workers.shift() as never);
    const [one, other] = [vault.prepare(), vault.newFileKey()];
    lost.dispatchEvent(new Event('error'));
    await expect(one).rejects.toThrow('did not start');
    await expect(other).rejects.toThrow('did not start');
    expect(told).toHaveBeenCalledOnce();
    expect(await vault.newFileKey()).toHaveLength(43);
    stop();
    inside.close();
    outside.close();
  });
});
