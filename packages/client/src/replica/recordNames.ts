/** Records by their names, for telling people what this is about. */
import type { RecordSet } from './recordSet.ts';

/** What a record is called; a file has the name of whom it is about. Empty where there is none. */
export function nameIn(records: RecordSet, id: string): string {
  const row: Record<string, unknown> = records.displayed(id) ?? {};
  const { name, title, firstName = '', lastName = '', userId, customerId } = row;
  const own = String(name ?? title ?? `${firstName} ${lastName}`).trim();
  return own || (namesIn(records)[String(userId ?? customerId)] ?? '');
}

/** The names of members and customers, by id. */
export function namesIn(records: RecordSet): Record<string, string> {
  const { member, customer } = records.collections;
  const people = member.all().map((each) => [each.userId, `${each.firstName} ${each.lastName}`.trim()]);
  return Object.fromEntries([...people, ...customer.all().map(({ id, name }) => [id, name])]);
}
