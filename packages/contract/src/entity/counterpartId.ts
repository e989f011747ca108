/**
 * Derives the id of a record that there is one of for another: always the same, whoever begins it, and another one than
 * that record's own, since an id stands for one record in all scopes.
 */
export function counterpartId(id: string): string {
  const node = 0xffff_ffff_ffff - Number.parseInt(id.slice(-12), 16);
  return id.slice(0, -12) + node.toString(16).padStart(12, '0');
}
