export const roles = ['ADMIN', 'EMPLOYEE', 'CUSTOMER'] as const;
export type Role = (typeof roles)[number];

export const memberStatus = ['ACTIVE', 'INACTIVE', 'LOCKED'] as const;
export type MemberStatus = (typeof memberStatus)[number];

/**
 * `LEFT`: left by themselves, so that the server shuts them out; the log names them until an admin signs the removal. Who was
 * INACTIVE before stays that.
 */
export const placeStatus = [...memberStatus, 'LEFT'] as const;
export type PlaceStatus = (typeof placeStatus)[number];

/**
 * Tells whether a role satisfies another: admin satisfies admin, employee and customer; employee the last
 * two; customer itself only.
 */
export const satisfies = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed);
