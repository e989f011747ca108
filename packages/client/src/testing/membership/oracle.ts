/** What came of a play: everybody tries everything. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { expect } from 'vitest';
import type { UploadedFile } from '../../files/sealedUpload.ts';
import { content, type Papers } from './fixtures.ts';
import { Knowledge } from './knowledge.ts';
import { isWorking, type Person } from './person.ts';
import type { Stage } from './world.ts';

export class Judge {
  readonly #stage: Stage;
  readonly #papers: Papers;
  /** Looks of a person at a row or file, for the count. */
  tried = 0;

  constructor(stage: Stage, papers: Papers) {
    this.#stage = stage;
    this.#papers = papers;
  }

  /** Everybody tries everything: nobody's keys open what is not theirs, and a reader's client opens all that is. */
  async look(): Promise<void> {
    const { workspaceId, admins, staff, keys, entries } = this.#stage.firm;
    const { certs } = await this.#stage.people[0]!.device.vault.takeLog(workspaceId, entries, 'server');
    const projects = [this.#stage.open, this.#stage.closed];
    const knowledge = new Knowledge({ workspaceId, admins, staff, projects, keys, certs });
    for (const person of this.#stage.people) {
      const known = await knowledge.of(person.selves);
      const fileKeys = new Set<string>();
      for (const { row, kid, fileKey, audience } of this.#papers.written) {
        this.tried++;
        if (!known.has(kid)) continue;
        expect(audience.has(person), `${this.#nameOf(row)} opens to somebody without a place`).toBe(true);
        if (fileKey) fileKeys.add(fileKey);
      }
      for (const [at, { file, audience }] of this.#papers.files.entries()) {
        this.tried++;
        if (fileKeys.has(file.fileKey))
          expect(audience.has(person), `version ${at + 1} opens to somebody who never saw it`).toBe(true);
      }
      if (isWorking(person)) await this.#judgeReader(person);
    }
  }

  async #judgeReader(person: Person): Promise<void> {
    const { vault } = person.device;
    const { workspaceId, scopes } = this.#stage.firm;
    await this.#stage.pull(person.device);
    const theirs = new Set(scopes.filter((scope) => this.#stage.mustRead(person, scope)).map(({ id }) => id));
    const rows = this.#papers.written.map(({ row }) => row).filter(({ scopeId }) => theirs.has(scopeId));
    const { opened } = await vault.openRecords(workspaceId, rows);
    const open = new Map(opened.map((record) => [`${record.id} ${record.version}`, record]));
    for (const row of rows)
      expect(open.has(`${row.id} ${row.version}`), `${this.#nameOf(row)} did not open to a reader`).toBe(
        true,
      );
    const newest = this.#papers.files.at(-1);
    const share = [...this.#papers.shares].find(([id, { isLive }]) => isLive && theirs.has(id))?.[1];
    const shown = share
      ? open.get(`${share.id} ${share.version}`)
      : open.get(`${this.#papers.documentId} ${this.#papers.files.length}`);
    if (!newest || !shown) return;
    const { fileKey, blobId, size, parts } = shown.plain as unknown as UploadedFile;
    const context = { workspaceId, documentId: this.#papers.documentId, blobId, fileKey };
    const [[, body]] = [...newest.sealed] as [[string, Blob]];
    const plain = await vault.openPart(context, size, 0, parts[0]!, new Uint8Array(await body.arrayBuffer()));
    expect(plain, 'the newest version did not open to a reader').toEqual(content);
  }

  #nameOf({ entity, scopeId, version }: SealedRecord): string {
    const { kind, access } = this.#stage.firm.scopes.find(({ id }) => id === scopeId)!;
    return `${entity} ${version} in ${kind} ${access}`;
  }
}
