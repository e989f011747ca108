/** The VAT that a workspace pays. */
import type { Database, Tx } from '../../db/database.ts';
import type { Env } from '../../env.ts';

export const vatPercentOf = async (_db: Database | Tx, _env: Env, _workspaceId: string): Promise<number> =>
  20;
