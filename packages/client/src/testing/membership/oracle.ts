/** Judges the outcome of a run: everybody tries everything. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { expect } from 'vitest';
import type { UploadedFile } from '../../files/sealedUpload.ts';
import { content, type MembershipFixtures } from './fixtures.ts';
import { Knowledge } from './knowledge.ts';
import { isWorking, type Participant } from './person.ts';
import type { MembershipWorld } from './world.ts';

export class Oracle {
  readonly #world: MembershipWorld;
  readonly #fixtures: MembershipFixtures;
  /** Counts the attempts of people at a row or file. */
  tried = 0;

  constructor(world: MembershipWorld, fixtures: MembershipFixtures) {
    this.#world = world;
    this.#fixtures = fixtures;
  }

  /**
   * Has everybody try everything: nobody's keys open what is not theirs, and a reader's client opens all that
   * is.
   */
  async look(): Promise<void> {
    const { workspaceId, admins, staff, keys, entries } = this.#world.team;
    const { certs } = await this.#world.people[0]!.device.vault.takeLog(workspaceId, entries, 'server');
    const projects = [this.#world.open, this.#world.closed];
    const knowledge = new Knowledge({ workspaceId, admins, staff, projects, keys, certs });
    for (const person of this.#world.people) {
      const known = await knowledge.of(person.selves);
      const fileKeys = new Set<string>();
      for (const { row, kid, fileKey, audience } of this.#fixtures.written) {
        this.tried++;
        if (!known.has(kid)) continue;
        expect(audience.has(person), `${this.#nameOf(row)} opens to somebody without a place`).toBe(true);
        if (fileKey) fileKeys.add(fileKey);
      }
      for (const [at, { file, audience }] of this.#fixtures.files.entries()) {
        this.tried++;
        if (fileKeys.has(file.fileKey))
          expect(audience.has(person), `version ${at + 1} opens to somebody who never saw it`).toBe(true);
      }
      if (isWorking(person)) await this.#askReader(person);
    }
  }

  async #askReader(person: Participant): Promise<void> {
    const { vault } = person.device;
    const { workspaceId, scopes } = this.#world.team;
    await this.#world.pull(person.device);
    const theirs = new Set(scopes.filter((scope) => this.#world.mustRead(person, scope)).map(({ id }) => id));
    const rows = this.#fixtures.written.map(({ row }) => row).filter(({ scopeId }) => theirs.has(scopeId));
    const { opened } = await vault.openPage(workspaceId, { scopes: [], rows });
    const open = new Map(opened.map((record) => [`${record.id} ${record.version}`, record]));
    for (const row of rows)
      expect(open.has(`${row.id} ${row.version}`), `${this.#nameOf(row)} did not open to a reader`).toBe(
        true,
      );
    const newest = this.#fixtures.files.at(-1);
    const share = [...this.#fixtures.shares].find(([id, { isLive }]) => isLive && theirs.has(id))?.[1];
    const shown = share
      ? open.get(`${share.id} ${share.version}`)
      : open.get(`${this.#fixtures.documentId} ${this.#fixtures.files.length}`);
    if (!newest || !shown) return;
    const { fileKey, blobId, size, parts } = shown.plain as unknown as UploadedFile;
    const context = { workspaceId, documentId: this.#fixtures.documentId, blobId, fileKey };
    const [[, body]] = [...newest.sealed] as [[string, Blob]];
    const plain = await vault.openPart(context, size, 0, parts[0]!, new Uint8Array(await body.arrayBuffer()));
    expect(plain, 'the newest version did not open to a reader').toEqual(content);
  }

  #nameOf({ entity, scopeId, version }: SealedRecord): string {
    const { kind, access } = this.#world.team.scopes.find(({ id }) => id === scopeId)!;
    return `${entity} ${version} in ${kind} ${access}`;
  }
}
