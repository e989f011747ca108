/** Returns who answers for what several people work on: the one who was named, the first of them by default. */
export const leadOf = (personIds: readonly string[], leadId: string | undefined): string | undefined =>
  leadId !== undefined && personIds.includes(leadId) ? leadId : personIds[0];

/** Returns the people who work on something, who answers for it first. */
export function leadFirst(personIds: readonly string[], leadId: string | undefined): readonly string[] {
  const lead = leadOf(personIds, leadId);
  return lead === undefined ? [] : [lead, ...personIds.filter((id) => id !== lead)];
}
