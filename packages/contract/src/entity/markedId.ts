/**
 * The digits of an id's version by which ids that follow from others are told from all others, one for each noun: nobody can
 * take one for a record of another noun.
 */
export const idMarks = { signingAnswer: '9', signingOpening: 'a', effort: 'b', budget: 'c' } as const;
export type IdMark = (typeof idMarks)[keyof typeof idMarks];

/** Returns an id with a noun's mark as the digit of its version. */
export const markedId = (id: string, mark: IdMark): string => id.slice(0, 14) + mark + id.slice(15);

/**
 * Derives the id of what there is one of for each record and person. The person's part stands as it is, so that whoever writes
 * for themselves comes by nobody else's, whatever record they make up.
 */
export function idOfTwo(recordId: string, userId: string, mark: IdMark): string {
  const [, , third, fourth, node] = recordId.split('-') as [string, string, string, string, string];
  return `${node.slice(0, 8)}-${node.slice(8)}-${mark}${third.slice(1)}-${fourth}-${userId.slice(-12)}`;
}
