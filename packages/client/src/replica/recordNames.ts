/** Records by their names, for telling people what this is about. */
import type { RecordSet } from './recordSet.ts';

/** What a record is called; empty where it has no name. */
export function nameIn(records: RecordSet, id: string): string {
  const row: Record<string, unknown> = records.displayed(id) ?? {};
  const { name, title, firstName = '', lastName = '' } = row;
  return String(name ?? title ?? `${firstName} ${lastName}`).trim();
}

/** The names of members and customers, by id. */
export function namesIn(records: RecordSet): Record<string, string> {
  const { member, customer } = records.collections;
  const people = member.all().map((each) => [each.userId, `${each.firstName} ${each.lastName}`.trim()]);
  return Object.fromEntries([...people, ...customer.all().map(({ id, name }) => [id, name])]);
}
