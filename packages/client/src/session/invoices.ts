/** The invoices of workspaces and to whom they go, as their admins handle them; no workspace needs to be open for it. */
import type { InvoiceForm } from '@kontor/contract/billing/invoiceForm';
import type { BillingRecord, BillingRecordChange } from '@kontor/contract/wire/billingRecord';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import type { InvoiceSummary } from '@kontor/contract/wire/invoice';
import type { ApiClient } from '../http/apiClient.ts';
import type { Http } from '../http/http.ts';

export class Invoices {
  readonly #http: Http;

  constructor({ http }: { http: Http }) {
    this.#http = http;
  }

  /** Returns to whom the invoices of a workspace go; null until somebody said so. */
  async record(workspaceId: string): Promise<BillingRecord | null> {
    return (await this.#calls(workspaceId)).billingRecord.get({ workspaceId });
  }

  /** Stores it; the answer says what is known of its VAT id. @throws CallError */
  async storeRecord(change: BillingRecordChange): Promise<BillingRecord> {
    return (await this.#calls(change.workspaceId)).billingRecord.store(change);
  }

  /** Returns the invoices of a workspace, newest first. */
  async list(workspaceId: string): Promise<readonly InvoiceSummary[]> {
    return (await this.#calls(workspaceId)).invoice.list({ workspaceId });
  }

  /** Returns one as a file. */
  async file(workspaceId: string, id: string, form: InvoiceForm): Promise<{ name: string; file: Blob }> {
    const { name, type, bytes } = await (await this.#calls(workspaceId)).invoice.file({
      workspaceId,
      id,
      form,
    });
    return { name, file: new Blob([fromBase64Url(bytes)], { type }) };
  }

  #calls(workspaceId: string): Promise<ApiClient> {
    return this.#http.forWorkspace(workspaceId).api();
  }
}
