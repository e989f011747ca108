/** The invitations that wait for the signed-in person. */
import type { Invitation } from '@kontor/contract/wire/invitation';
import type { DeviceStore } from '../../device/deviceStore.ts';
import type { Http } from '../../http/http.ts';
import type { InvitationSecret } from '../../team/invitationLink.ts';
import type { Vault } from '../../vault/vault.ts';

interface InvitationParts {
  /** Names the signed-in person. @throws TrustError missing-key where nobody is */
  http(): Http;
  vault: Vault;
  /** Returns the device of the signed-in person. @throws TrustError missing-key */
  device(): DeviceStore;
  reloadWorkspaces(): Promise<void>;
}

export class Invitations {
  readonly #parts: InvitationParts;

  constructor(parts: InvitationParts) {
    this.#parts = parts;
  }

  /** Accepts an invitation; returns the workspace's id. @throws as `joinByLink` */
  async accept(link: InvitationSecret): Promise<string> {
    const [http, { vault }] = [this.#parts.http(), this.#parts];
    const device = this.#parts.device();
    const { joinByLink } = await import('./joining.ts');
    const id = await joinByLink({ http, vault, device }, link);
    await this.#tryReload();
    return id;
  }

  /** Returns the invitations that wait for this account's address. */
  async list(): Promise<readonly Invitation[]> {
    return this.#parts.http().json<Invitation[]>('/api/invitations');
  }

  /** Returns what an invitation is for. @throws CallError NOT_FOUND if it is not, or no longer, for this address */
  async get(id: string): Promise<Invitation> {
    return this.#parts.http().json<Invitation>(`/api/invitations/${id}`);
  }

  /** Joins without the link's secret: the workspace is LOCKED until an admin compares the six words. */
  async ask(invitationId: string): Promise<void> {
    await this.#parts.http().json(`/api/invitations/${invitationId}/ask`, { method: 'POST' });
    await this.#tryReload();
  }

  /** Shows the workspace in the list. It is joined in any case; a list that cannot be asked for now is asked for later. */
  async #tryReload(): Promise<void> {
    await this.#parts.reloadWorkspaces().catch(() => undefined);
  }
}
