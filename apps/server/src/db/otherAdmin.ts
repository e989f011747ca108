import type { ExpressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Selects if somebody besides the member `me` is an active admin of the same workspace. */
export const hasOtherAdmin = ({
  exists,
  selectFrom,
}: ExpressionBuilder<Tables & { me: Tables['membership'] }, 'me'>) =>
  exists(
    selectFrom('membership as other')
      .select('other.user_id')
      .whereRef('other.workspace_id', '=', 'me.workspace_id')
      .whereRef('other.user_id', '!=', 'me.user_id')
      .where('other.role', '=', 'ADMIN')
      .where('other.status', '=', 'ACTIVE'),
  );
