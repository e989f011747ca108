/**
 * Returns those of some people who are to hear of what somebody wrote: whoever reads it, each once, save oneself; in no order that
 * says why.
 */
export const hearersAmong = (
  ids: readonly string[],
  readers: ReadonlyMap<string, unknown>,
  selfId: string,
): string[] => [...new Set(ids)].filter((id) => id !== selfId && readers.has(id)).sort();
