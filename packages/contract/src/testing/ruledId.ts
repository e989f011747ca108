import type { MarkedIdRule } from '../entity/entity.ts';
import { markedId } from '../entity/markedId.ts';

/** Returns the id of a new record whose noun has marked ones. @param made is marked where the id follows from no refs */
export const ruledId = (
  { mark, refs: derive }: MarkedIdRule,
  refs: Readonly<Record<string, unknown>>,
  made: string,
): string => derive?.(refs) ?? markedId(made, mark);
