/** A page with files on a device that outlives it, over a blob store in memory. */

import type { BlobTransport } from '../../http/blobTransport.ts';
import { createProject } from '../../nouns/project.ts';
import type { Replica } from '../../replica/replica.ts';
import { aloneTab } from '../../replica/tabs.ts';
import { clearVault } from '../../replica/testing/clearVault.ts';
import { createDevice, type Device, hastyClock, openOn, workspaceId } from '../../replica/testing/client.ts';
import { ProtocolServer, ServerError } from '../../replica/testing/protocolServer.ts';
import { LocalVault } from '../../vault/localVault.ts';
import { openFiles } from '../openFiles.ts';
import type { Downloads, Uploads } from '../transfer.ts';

/** A blob store that counts, and fails when told. */
export class Blobs implements BlobTransport {
  readonly stored = new Map<string, Uint8Array>();
  readonly #sizes = new Map<string, number>();
  puts = 0;
  /** Bytes of each answer to `get`. */
  gets: number[] = [];
  inFlight = 0;
  mostInFlight = 0;
  onPut: (fileKey: string) => unknown = () => {};
  onPresign: () => void = () => {};
  onGet: (fileKey: string) => void = () => {};

  async presign(sizes: number[]) {
    this.onPresign();
    return sizes.map((size) => {
      const fileKey = `blob-${String(this.#sizes.size).padStart(12, '0')}`;
      this.#sizes.set(fileKey, size);
      return { url: fileKey, fileKey };
    });
  }

  async put(url: string, body: Blob, signal: AbortSignal) {
    this.puts++;
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    try {
      const bytes = new Uint8Array(await body.arrayBuffer());
      signal.throwIfAborted();
      await Promise.race([this.onPut(url), aborted(signal)]);
      if (bytes.length !== this.#sizes.get(url)) throw new ServerError('BAD_INPUT');
      this.stored.set(url, bytes);
    } finally {
      this.inFlight--;
    }
  }

  async downloadUrls(fileKeys: string[]) {
    return fileKeys.map((fileKey) => ({ url: fileKey, fileKey }));
  }

  async get(url: string, signal: AbortSignal, range?: { start: number; end: number }) {
    this.onGet(url);
    const bytes = this.stored.get(url);
    if (!bytes) throw new ServerError('NOT_FOUND');
    signal.throwIfAborted();
    const got = bytes.slice(range?.start, range?.end);
    this.gets.push(got.length);
    return got;
  }

  async remove(fileKey: string) {
    this.stored.delete(fileKey);
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Seals files as the product does, and what the device keeps as `clearVault` does, so that tests can read it. */
const filesVault = () => {
  const files = new LocalVault();
  const { sealLocal, openLocal } = clearVault();
  return {
    newFileKey: () => files.newFileKey(),
    sealPart: files.sealPart.bind(files),
    openPart: files.openPart.bind(files),
    openSegments: files.openSegments.bind(files),
    sealLocal,
    openLocal,
  };
};

type Options = Partial<Parameters<typeof openFiles>[0]>;

export class Page {
  readonly device: Device = createDevice();
  readonly server = new ProtocolServer();
  readonly blobs = new Blobs();
  readonly vault = filesVault();
  workspace!: Replica;
  uploads!: Uploads;
  downloads!: Downloads;
  reader!: ReturnType<typeof openFiles>['reader'];
  scopeId = '';

  /** Opens a workspace with a project. */
  async open(options?: Options): Promise<void> {
    await this.#load(options);
    this.scopeId = createProject(this.workspace, { name: 'P' }).id;
    await this.workspace.outbox.sent();
  }

  /** Loads the page anew: what was chosen is on the device, or nowhere. */
  async reload(options?: Options): Promise<void> {
    await this.close();
    await this.#load(options);
  }

  /** Opens another page of the same browser, with the same workspace. */
  async another(options?: Options): Promise<Page> {
    const page = new Page();
    Object.assign(page, {
      device: this.device,
      server: this.server,
      blobs: this.blobs,
      scopeId: this.scopeId,
    });
    await page.#load(options);
    return page;
  }

  async close(): Promise<void> {
    await this.uploads.close();
    await this.workspace.close();
  }

  async #load(options: Options = {}): Promise<void> {
    this.workspace = await openOn(this.device, this.server);
    await this.workspace.pull();
    const hints = { onConnected: () => () => {} };
    const parts = { workspaceId, vault: this.vault, blobs: this.blobs, device: this.device.store, hints };
    const more = { chosen: new Map(), clock: hastyClock, openTabs: aloneTab, ...options };
    Object.assign(this, openFiles({ ...parts, ...more }, this.workspace));
  }
}
