/**
 * Returns true if a failure says that the log or the keys are not those that a link was made for. Errors come out of
 * the vault's worker by name; `expired` is the log's own rule and no forgery.
 */
export function isProofFault(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  if ((failure as { fault?: unknown }).fault === 'expired') return false;
  return ['TrustError', 'LogError', 'CryptoError'].includes(failure.name);
}
