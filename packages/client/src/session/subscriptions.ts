/** The subscriptions of workspaces, as their admins handle them; no workspace needs to be open for it. */
import type { PlanChoice } from '@kontor/contract/billing/standing';
import type { Subscription } from '@kontor/contract/wire/subscription';
import type { ApiClient } from '../http/apiClient.ts';
import type { Http } from '../http/http.ts';

interface SubscriptionParts {
  http: Http;
  reloadWorkspaces(): Promise<void>;
}

export class Subscriptions {
  readonly #parts: SubscriptionParts;

  constructor(parts: SubscriptionParts) {
    this.#parts = parts;
  }

  /** Returns how a workspace's subscription stands. */
  async get(workspaceId: string): Promise<Subscription> {
    return (await this.#calls(workspaceId)).get({ workspaceId });
  }

  /** Lets the server ask the payment provider, after a visit there. @throws CallError GATEWAY_FAILED */
  refresh(workspaceId: string): Promise<Subscription> {
    return this.#change(workspaceId, (calls) => calls.refresh({ workspaceId }));
  }

  /** Returns the address at which a payment method is added, from which the browser comes back to this choice. */
  async addMethod(workspaceId: string, choice?: PlanChoice): Promise<string | null> {
    return (await (await this.#calls(workspaceId)).addMethod({ workspaceId, ...choice })).url;
  }

  /** Returns the address of the provider's own pages. */
  async portal(workspaceId: string): Promise<string | null> {
    return (await (await this.#calls(workspaceId)).portal({ workspaceId })).url;
  }

  /**
   * Chooses a plan. Returns where the payment is confirmed, null if it needs no confirmation.
   * @throws CallError NO_PAYMENT_METHOD, OVER_PLAN, PAYMENT_DECLINED, GATEWAY_FAILED
   */
  async choose(workspaceId: string, choice: PlanChoice): Promise<string | null> {
    const { url } = await this.#change(workspaceId, (calls) => calls.choose({ workspaceId, ...choice }));
    return url;
  }

  /** Lets the subscription end with its period. */
  cancel(workspaceId: string): Promise<Subscription> {
    return this.#change(workspaceId, (calls) => calls.cancel({ workspaceId }));
  }

  /** Takes a cancellation back. */
  resume(workspaceId: string): Promise<Subscription> {
    return this.#change(workspaceId, (calls) => calls.resume({ workspaceId }));
  }

  /** Returns the addresses of those who can pay, for somebody who works there; none for a customer's user. */
  async contacts(workspaceId: string): Promise<readonly string[]> {
    return (await (await this.#calls(workspaceId)).contacts({ workspaceId })).emails;
  }

  async #calls(workspaceId: string): Promise<ApiClient['subscription']> {
    return (await this.#parts.http.forWorkspace(workspaceId).api()).subscription;
  }

  async #change<T>(workspaceId: string, act: (calls: ApiClient['subscription']) => Promise<T>): Promise<T> {
    const result = await act(await this.#calls(workspaceId));
    await this.#parts.reloadWorkspaces();
    return result;
  }
}
