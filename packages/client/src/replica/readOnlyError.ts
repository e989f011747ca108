/** An act on a workspace that can only be read, since a payment is missing. Nothing of it was kept. */
export class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError';
  readonly fault = 'read-only';
  constructor() {
    super('the workspace can only be read');
  }
}
