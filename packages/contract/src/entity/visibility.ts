/** The tasks that a list shows. Apart from the noun that keeps it: the routes need only this, before anybody has signed in. */

/** All, those that the person wrote, those that they shall do. */
export const visibilities = ['all', 'owned', 'assigned'] as const;
export type Visibility = (typeof visibilities)[number];
