/**
 * A workspace under random acts, with real vaults, and beside them a plain model of who has a place where. The server
 * is on nobody's side: it hands every row and every key to everybody, old ones as well.
 */
import { fromBase64Url, toBase64Url } from '@kontor/contract/bytes';
import type { SealedRecord } from '@kontor/contract/entity';
import type { Role } from '@kontor/contract/role';
import type { Scope, ScopeKey } from '@kontor/contract/scope';
import { openInvitationKeys } from '@kontor/crypto/invitation';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import { SealedUpload, type UploadedFile } from '../files/sealedUpload.ts';
import type { ConfirmedAct, PlainAct } from '../vault/memberAct.ts';
import type { PlainRecord } from '../vault/vault.ts';
import { rowOf } from './founder.ts';
import { Knowledge } from './knowledge.ts';
import { type Device, deviceOf, isStaff, isWorking, type Person, type Place, peopleFor } from './person.ts';
import { openVault, Team } from './team.ts';

export const people = 6;

/** `race`: two make the private project's next key at once, and one is first. */
export const acts = [
  ...['invite', 'accept', 'add', 'remove', 'deactivate', 'activate', 'lock', 'role', 'owner'],
  ...['reset', 'unlock', 'rotate', 'readers', 'race', 'crash', 'upload', 'share', 'revoke', 'write'],
] as const;

/** One act as it is drawn; where it does not apply it does nothing. */
export interface Draw {
  act: string;
  /** Which of those who may do it. */
  by: number;
  on: number;
  role: Role;
  customer: 0 | 1;
  /** Who shall read the private project; nobody: everybody who works here. */
  readers: boolean[];
  way: 'phrase' | 'device' | 'admin';
}

interface Written {
  row: SealedRecord;
  /** The id of its key, by which it opens to whoever has that. */
  kid: string;
  /** Of the file that it opens. */
  fileKey: string | undefined;
  /** Everybody who had a place in its scope when it was written, or at some time since. */
  audience: Set<Person>;
}

/** A version of the document, and the customers with whom this one was shared. */
interface FileVersion {
  file: UploadedFile;
  sealed: Map<string, Blob>;
  sharedWith: Set<string>;
  audience: Set<Person>;
}

const content = new TextEncoder().encode('Angebot');

export class MembershipPlay {
  readonly #firm: Team;
  readonly #people: Person[];
  readonly #customers: Scope[] = [];
  readonly #open: Scope = { id: uuidv7(), kind: 'project', access: 'open' };
  readonly #closed: Scope = { id: uuidv7(), kind: 'project', access: 'private' };
  /** Who reads the private project, and the devices that were granted its newest key. */
  #readers: Set<Person> | 'everybody' = new Set();
  #granted = new Set<Device>();
  readonly #written: Written[] = [];
  readonly #files: FileVersion[] = [];
  readonly #documentId = uuidv7();
  /** By customer: the share of the document. */
  readonly #shares = new Map<string, { id: string; version: number; isLive: boolean }>();
  /** Looks of a person at a row or file, for the count. */
  tried = 0;
  /** How often each act took effect. */
  readonly done = new Map<string, number>();

  private constructor(firm: Team, everybody: Person[]) {
    this.#firm = firm;
    this.#people = everybody;
  }

  /** A workspace with an owner, two customers and two projects. */
  static async begin(): Promise<MembershipPlay> {
    const everybody = await peopleFor(people);
    const founder = everybody[0]!;
    const { device, userId } = founder;
    const workspaceId = uuidv7();
    const admins: Scope = { id: uuidv7(), kind: 'admins', access: 'private' };
    const staff: Scope = { id: uuidv7(), kind: 'staff', access: 'private' };
    const ids = { workspaceId, adminsScopeId: admins.id, staffScopeId: staff.id };
    const made = await device.vault.createWorkspaceKeys({ ...ids, at: 1 });
    const firm = new Team({ ...device, workspaceId, userId, admins, staff, ...made });
    Object.assign(founder, { place: { role: 'ADMIN' }, isOwner: true });
    const play = new MembershipPlay(firm, everybody);
    play.#customers.push(await firm.customer(), await firm.customer());
    firm.scopes.push(play.#open, play.#closed);
    await play.#renew(founder, { wish: [], isNew: true });
    return play;
  }

  async step(draw: Draw): Promise<void> {
    this.#firm.at++;
    if (await this.#perform(draw, this.#people[draw.on]!))
      this.done.set(draw.act, (this.done.get(draw.act) ?? 0) + 1);
    for (const person of this.#people) this.#note(person);
  }

  /** Whether it took effect. */
  async #perform(draw: Draw, person: Person): Promise<boolean> {
    const { act, by } = draw;
    if (act === 'accept') return this.#accept(person);
    if (act === 'reset') return this.#reset(person);
    if (act === 'unlock') return this.#unlock(person, draw);
    const readers = this.#people.filter((each) => isStaff(each) && this.#mustRead(each, this.#closed));
    if (act === 'readers' || act === 'race') return this.#choose(readers, draw);
    const writer = pick(this.#people.filter(isStaff), by);
    if (!writer) return false;
    if (act === 'write') return this.#write(writer);
    if (act === 'upload') return this.#upload(writer);
    if (act === 'share' || act === 'revoke') return this.#share(writer, draw);
    const actor = pick(this.#admins(), by);
    if (!actor) return false;
    if (act === 'crash') return this.#crash(actor, person, draw);
    if (act === 'invite') return this.#invite(actor, person, this.#placeOf(draw));
    if (act === 'add') return this.#add(actor, person, this.#placeOf(draw));
    return this.#act(actor, person, draw);
  }

  // --- who may -------------------------------------------------------------------------------------------------

  #admins(): Person[] {
    return this.#people.filter((each) => isWorking(each) && each.place?.role === 'ADMIN');
  }

  /** Whether somebody has a place in a scope now. LOCKED takes no keys away; an invitation stands for its person. */
  #mayRead(person: Person, scope: Scope): boolean {
    const { place, link, status } = person;
    const standing = place ?? link?.place;
    if (!standing || (place && status === 'INACTIVE')) return false;
    if (standing.role === 'ADMIN') return true;
    if (scope.kind === 'admins') return false;
    if (standing.role === 'CUSTOMER') return standing.customerId === scope.id;
    if (scope !== this.#closed || this.#readers === 'everybody') return true;
    return place !== undefined && this.#readers.has(person);
  }

  /** Whether somebody has to read all of a scope now: who was unlocked by an admin waits for a private project's key. */
  #mustRead(person: Person, scope: Scope): boolean {
    if (!isWorking(person) || !this.#mayRead(person, scope)) return false;
    const isGranted = scope === this.#closed && this.#readers !== 'everybody';
    return !isGranted || person.place?.role === 'ADMIN' || this.#granted.has(person.device);
  }

  /** What was written is open to whoever comes to have a place there. */
  #note(person: Person): void {
    const scopes = new Map(this.#firm.scopes.map((scope) => [scope.id, this.#mayRead(person, scope)]));
    for (const { row, audience } of this.#written) if (scopes.get(row.scopeId)) audience.add(person);
    for (const { sharedWith, audience } of this.#files)
      if ([this.#open.id, ...sharedWith].some((id) => scopes.get(id))) audience.add(person);
  }

  // --- members -------------------------------------------------------------------------------------------------

  #placeOf({ role, customer }: Draw): Place {
    return role === 'CUSTOMER' ? { role, customerId: this.#customers[customer]!.id } : { role };
  }

  async #act(actor: Person, person: Person, draw: Draw): Promise<boolean> {
    const act = this.#meant(actor, person, draw);
    if (!act) return false;
    await this.#pull(actor.device);
    this.#firm.take(await actor.device.vault.signMemberAct(this.#firm.workspaceId, act, this.#firm.at));
    if (act.type === 'remove') [person.place, person.link] = [undefined, undefined];
    if (act.type === 'status') person.status = act.status;
    if (act.type === 'role') person.place = this.#placeOf(draw);
    if (act.type === 'owner') [actor.isOwner, person.isOwner] = [false, true];
    return true;
  }

  /** What the draw means for a person in this state, if anything. */
  #meant(actor: Person, person: Person, draw: Draw): PlainAct | undefined {
    const { place, link, status, userId, isOwner } = person;
    const { act } = draw;
    if (act === 'rotate') return { type: 'rotate', scopeIds: this.#drawnScopes(draw) };
    if (act === 'remove' && link) return { type: 'remove', userId: link.invitationId };
    if (!place || person === actor) return undefined;
    if (act === 'lock' && status === 'ACTIVE') return { type: 'status', userId, status: 'LOCKED' };
    if (act === 'activate' && status === 'INACTIVE') return { type: 'status', userId, status: 'ACTIVE' };
    if (act === 'owner')
      return actor.isOwner && place.role === 'ADMIN' && status === 'ACTIVE'
        ? { type: 'owner', userId }
        : undefined;
    if (isOwner) return undefined;
    if (act === 'remove') return { type: 'remove', userId };
    if (act === 'deactivate' && status !== 'INACTIVE') return { type: 'status', userId, status: 'INACTIVE' };
    const next = this.#placeOf(draw);
    if (act !== 'role' || JSON.stringify(next) === JSON.stringify(place)) return undefined;
    return { type: 'role', userId, ...next };
  }

  #drawnScopes({ readers, customer }: Draw): string[] {
    const { admins, staff } = this.#firm;
    const drawn = [readers[0] && admins, readers[1] && staff, this.#customers[customer]];
    return drawn.flatMap((scope) => (scope ? [scope.id] : []));
  }

  async #invite(actor: Person, person: Person, place: Place): Promise<boolean> {
    if (person.place || person.link) return false;
    const { workspaceId, entries } = this.#firm;
    const link = await this.#firm.invite(actor.device, place);
    const { invitationId, secret } = link;
    const state = await actor.device.vault.takeLog(workspaceId, entries, 'server');
    const { cert } = state.invitations.get(invitationId)!;
    person.link = { ...link, place };
    person.selves.push(await openInvitationKeys(fromBase64Url(secret), { workspaceId, invitationId }, cert));
    return true;
  }

  async #accept(person: Person): Promise<boolean> {
    const { link, place } = person;
    if (!link || place) return false;
    person.settle(person.next ?? person.device);
    await this.#firm.accept(person.device, link);
    person.arrive(link.place);
    return true;
  }

  /** Takes somebody in for their six words: a stranger, or one who came without the secret of their link. */
  async #add(actor: Person, person: Person, drawn: Place): Promise<boolean> {
    const { link, place } = person;
    if (place) return false;
    person.settle(person.next ?? person.device);
    const { cert } = person.device;
    await this.#confirm(
      actor,
      link ? { type: 'unlock', userId: link.invitationId, cert } : { type: 'add', cert, ...drawn },
      person.device,
    );
    person.arrive(link?.place ?? drawn);
    return true;
  }

  async #confirm(actor: Person, act: ConfirmedAct, { vault }: Device): Promise<void> {
    await this.#pull(actor.device);
    const words = (await vault.sixWords()).join(' ');
    const { workspaceId, at } = this.#firm;
    this.#firm.take(await actor.device.vault.signConfirmedAct(workspaceId, act, words, at));
  }

  /** A new password: new keys, while the log goes on naming the old ones until somebody answers for them. */
  async #reset(person: Person): Promise<boolean> {
    if (!person.place || person.status === 'INACTIVE') return false;
    person.next = await deviceOf(person.userId, person.device.cert);
    person.selves.push(person.next.keys);
    return true;
  }

  async #unlock(person: Person, { way, by }: Draw): Promise<boolean> {
    const { place, status, userId, device } = person;
    if (!place || status === 'INACTIVE' || (status === 'ACTIVE' && !person.next)) return false;
    const actor = pick(
      this.#admins().filter((each) => each !== person),
      by,
    );
    if (way === 'admin' && !actor) return false;
    if (!person.next) await this.#reset(person);
    const next = person.next!;
    if (way === 'admin') await this.#confirm(actor!, { type: 'unlock', userId, cert: next.cert }, next);
    const { workspaceId, at } = this.#firm;
    const signed = {
      admin: undefined,
      phrase: async () => {
        const { privateKey } = await device.vault.renewKit(person.phrase);
        await next.vault.openFormerKeys(person.phrase, { privateKey, publicKey: device.cert, pins: [] });
        await this.#pull(next);
        return next.vault.signPhraseRekey(workspaceId, [], at);
      },
      device: async () => {
        await this.#pull(device);
        const words = (await next.vault.sixWords()).join(' ');
        return device.vault.signDeviceRekey(workspaceId, next.cert, words, [], at);
      },
    }[way];
    const acts = await signed?.();
    if (acts) this.#firm.take(acts);
    person.settle(next);
    person.arrive(place);
    // The old keys hand on what was granted to them; an admin cannot.
    if (acts) this.#noteGrants(acts.keys, this.#stillReading());
    if (acts && this.#granted.has(device)) this.#granted.add(next);
    return true;
  }

  /** Signed, and the browser died before it was sent: nobody but its vault ever saw it, and that one is gone. */
  async #crash(actor: Person, person: Person, draw: Draw): Promise<boolean> {
    const { workspaceId, at } = this.#firm;
    const { device } = actor;
    const act = this.#meant(actor, person, { ...draw, act: draw.customer ? 'remove' : 'role' });
    await this.#pull(device);
    if (act) await device.vault.signMemberAct(workspaceId, act, at);
    await device.vault.renewKey(workspaceId, this.#closed.id, this.#wished(draw).terms);
    device.reborn(await openVault(device.keys));
    return true;
  }

  // --- the private project -------------------------------------------------------------------------------------

  #wished({ readers }: Draw) {
    const wish = this.#people.filter((_, at) => readers[at]);
    if (wish.length === 0) return { terms: { access: 'open' as const, memberIds: [] } };
    const memberIds = wish.map(({ userId }) => userId);
    return { wish, terms: { access: 'private' as const, memberIds } };
  }

  async #choose(readers: Person[], draw: Draw): Promise<boolean> {
    const actor = pick(readers, draw.by);
    if (!actor) return false;
    const rival = pick(readers, draw.on);
    if (draw.act === 'race') {
      if (rival === actor) return false;
      await this.#pull(rival!.device);
      const { terms } = this.#wished({ ...draw, readers: draw.readers.map((is) => !is) });
      await rival!.device.vault.renewKey(this.#firm.workspaceId, this.#closed.id, terms);
    }
    const { wish } = this.#wished(draw);
    await this.#renew(actor, wish ? { wish } : { isOpened: true });
    return true;
  }

  /** Those on the list who still may be; `everybody` for an open project. */
  #stillReading(): Set<Person> | 'everybody' {
    if (this.#readers === 'everybody') return 'everybody';
    return new Set([...this.#readers].filter(mayHoldPrivate));
  }

  /** Its key for these people, or for those of now as far as they still may. */
  async #renew(
    actor: Person,
    { wish, isNew = false, isOpened = false }: { wish?: Person[]; isNew?: boolean; isOpened?: boolean } = {},
  ): Promise<void> {
    const memberIds = wish?.map(({ userId }) => userId) ?? [];
    const access = isOpened ? ('open' as const) : ('private' as const);
    const terms = wish || isOpened ? { access, memberIds } : undefined;
    await this.#pull(actor.device);
    const { workspaceId } = this.#firm;
    const rows = await actor.device.vault.renewKey(workspaceId, this.#closed.id, terms, { isNew });
    this.#firm.keys.push(...rows);
    const next = isOpened ? 'everybody' : wish ? new Set(wish.filter(mayHoldPrivate)) : this.#stillReading();
    // An employee who takes their own name off would go on knowing the key: they stay.
    if (next !== 'everybody' && actor.place!.role === 'EMPLOYEE') next.add(actor);
    if (wish || isOpened || rows.length > 0) this.#noteGrants(rows, next);
  }

  #noteGrants(rows: ScopeKey[], readers: Set<Person> | 'everybody'): void {
    const grants = rows.filter((row) => row.type === 'grant' && row.scopeId === this.#closed.id);
    this.#readers = readers;
    if (grants.length === 0 || readers === 'everybody') return;
    const recipients = grants.flatMap((row) => ('recipientId' in row ? [row.recipientId] : []));
    expect(recipients.sort(), 'the private project was granted to others than its readers').toEqual(
      [...[...readers].map(({ userId }) => userId), 'admins'].sort(),
    );
    this.#granted = new Set([...readers].map(({ device }) => device));
  }

  // --- records and files ---------------------------------------------------------------------------------------

  /** One record in every scope that the writer reads. */
  async #write(writer: Person): Promise<boolean> {
    const scopes = this.#firm.scopes.filter((scope) => this.#mustRead(writer, scope));
    if (scopes.includes(this.#closed)) await this.#renew(writer);
    await this.#seal(
      writer,
      scopes.map(({ id: scopeId, kind }) => {
        const base = { id: uuidv7(), scopeId, version: 1, refs: {} };
        const { userId } = writer;
        if (kind === 'admins') return { ...base, entity: 'business', plain: { companyName: 'Ast' } };
        if (kind === 'staff')
          return { ...base, entity: 'member', refs: { userId }, plain: { firstName: 'Olga' } };
        if (kind === 'customer') return { ...base, entity: 'customer', plain: { name: 'Haus Ast' } };
        return { ...base, entity: 'task', plain: { title: 'Küche streichen' } };
      }),
    );
    return true;
  }

  async #seal(writer: Person, records: PlainRecord[], file?: UploadedFile): Promise<void> {
    await this.#pull(writer.device);
    const sealed = await writer.device.vault.sealRecords(this.#firm.workspaceId, records);
    for (const [at, record] of records.entries())
      this.#written.push({
        row: rowOf(record, sealed[at]!, { deleted: record.plain === null }),
        kid: toBase64Url(sealed[at]!.slice(1, 17) as Uint8Array<ArrayBuffer>),
        fileKey: file?.fileKey,
        audience: new Set(),
      });
  }

  /** The document's next version, which whoever it is shared with sees at once. */
  async #upload(writer: Person): Promise<boolean> {
    const { workspaceId } = this.#firm;
    const sealed = new Map<string, Blob>();
    const blobs = {
      presign: async (sizes: number[]) => sizes.map(() => ({ url: uuidv7(), fileKey: uuidv7() })),
      put: async (url: string, body: Blob) => void sealed.set(url, body),
      remove: async () => {},
    };
    const upload = new SealedUpload(
      { workspaceId, vault: writer.device.vault, blobs },
      new Blob([content]),
      this.#documentId,
    );
    const file = await upload.run(new AbortController().signal, () => {});
    const live = [...this.#shares].filter(([, { isLive }]) => isLive);
    const sharedWith = new Set(live.map(([customerId]) => customerId));
    this.#files.push({ file, sealed, sharedWith, audience: new Set() });
    const version = this.#files.length;
    const refs = { nameTag: 'tag' };
    const plain = { kind: 'file', name: 'Angebot.txt', ...file };
    const document = {
      entity: 'document',
      id: this.#documentId,
      scopeId: this.#open.id,
      version,
      refs,
      plain,
    };
    const shares = live.map(([customerId, share]) => this.#shareRecord(customerId, share, file));
    await this.#seal(writer, [document, ...shares], file);
    return true;
  }

  async #share(writer: Person, { act, customer }: Draw): Promise<boolean> {
    const newest = this.#files.at(-1);
    const { id: customerId } = this.#customers[customer]!;
    const share = this.#shares.get(customerId) ?? { id: uuidv7(), version: 0, isLive: false };
    const isShared = act === 'share';
    if (!newest || share.isLive === isShared) return false;
    this.#shares.set(customerId, share);
    share.isLive = isShared;
    if (isShared) newest.sharedWith.add(customerId);
    const file = isShared ? newest.file : undefined;
    await this.#seal(writer, [this.#shareRecord(customerId, share, file)], file);
    return true;
  }

  #shareRecord(scopeId: string, share: { id: string; version: number }, file?: UploadedFile): PlainRecord {
    share.version++;
    const plain = file ? { documentId: this.#documentId, kind: 'file', name: 'Angebot.txt', ...file } : null;
    return { entity: 'share', id: share.id, scopeId, version: share.version, refs: {}, plain };
  }

  // --- what came of it -----------------------------------------------------------------------------------------

  /** Hands a vault what is new. */
  async #pull(device: Device): Promise<void> {
    const { workspaceId, entries, scopes, keys } = this.#firm;
    await device.vault.takeLog(workspaceId, entries, 'server');
    const fresh = Map.groupBy(keys.slice(device.handed), ({ scopeId }) => scopeId);
    const news = scopes.map((scope) => ({ scope, keys: fresh.get(scope.id) ?? [] }));
    device.handed = keys.length;
    await device.vault.takeKeys(workspaceId, news);
  }

  /** Everybody tries everything: nobody's keys open what is not theirs, and a reader's client opens all that is. */
  async judge(): Promise<void> {
    const { workspaceId, admins, staff, keys, entries } = this.#firm;
    const { certs } = await this.#people[0]!.device.vault.takeLog(workspaceId, entries, 'server');
    const projects = [this.#open, this.#closed];
    const knowledge = new Knowledge({ workspaceId, admins, staff, projects, keys, certs });
    for (const person of this.#people) {
      const known = await knowledge.of(person.selves);
      const fileKeys = new Set<string>();
      for (const { row, kid, fileKey, audience } of this.#written) {
        this.tried++;
        if (!known.has(kid)) continue;
        expect(audience.has(person), `${this.#nameOf(row)} opens to somebody without a place`).toBe(true);
        if (fileKey) fileKeys.add(fileKey);
      }
      for (const [at, { file, audience }] of this.#files.entries()) {
        this.tried++;
        if (fileKeys.has(file.fileKey))
          expect(audience.has(person), `version ${at + 1} opens to somebody who never saw it`).toBe(true);
      }
      if (isWorking(person)) await this.#judgeReader(person);
    }
  }

  async #judgeReader(person: Person): Promise<void> {
    const { vault } = person.device;
    const { workspaceId, scopes } = this.#firm;
    await this.#pull(person.device);
    const theirs = new Set(scopes.filter((scope) => this.#mustRead(person, scope)).map(({ id }) => id));
    const rows = this.#written.map(({ row }) => row).filter(({ scopeId }) => theirs.has(scopeId));
    const { opened } = await vault.openRecords(workspaceId, rows);
    const open = new Map(opened.map((record) => [`${record.id} ${record.version}`, record]));
    for (const row of rows)
      expect(open.has(`${row.id} ${row.version}`), `${this.#nameOf(row)} did not open to a reader`).toBe(
        true,
      );
    const newest = this.#files.at(-1);
    const share = [...this.#shares].find(([id, { isLive }]) => isLive && theirs.has(id))?.[1];
    const shown = share
      ? open.get(`${share.id} ${share.version}`)
      : open.get(`${this.#documentId} ${this.#files.length}`);
    if (!newest || !shown) return;
    const { fileKey, blobId, size, parts } = shown.plain as unknown as UploadedFile;
    const context = { workspaceId, documentId: this.#documentId, blobId, fileKey };
    const [[, body]] = [...newest.sealed] as [[string, Blob]];
    const plain = await vault.openPart(context, size, 0, parts[0]!, new Uint8Array(await body.arrayBuffer()));
    expect(plain, 'the newest version did not open to a reader').toEqual(content);
  }

  #nameOf({ entity, scopeId, version }: SealedRecord): string {
    const { kind, access } = this.#firm.scopes.find(({ id }) => id === scopeId)!;
    return `${entity} ${version} in ${kind} ${access}`;
  }
}

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length];

/** An invitation that was not accepted holds no private project's key. */
const mayHoldPrivate = ({ place, status }: Person): boolean =>
  place !== undefined && place.role !== 'CUSTOMER' && status !== 'INACTIVE';
