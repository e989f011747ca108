/** Keeps the customers of the sandbox, and the days by which its clock runs ahead. */
import { sql } from 'kysely';
import type { SandboxStore } from '../adapters/payments/sandbox/store.ts';
import { type Database, transaction } from './database.ts';

export const sandboxStore = (db: Database): SandboxStore => ({
  make: async (ref, state) => {
    await db
      .insertInto('sandbox_customer')
      .values({ ref, state: JSON.stringify(state) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },
  change: (ref, act) =>
    transaction(db, async (tx) => {
      const row = await tx
        .selectFrom('sandbox_customer')
        .select('state')
        .where('ref', '=', ref)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return undefined;
      const result = act(row.state);
      const state = JSON.stringify(row.state);
      await tx.updateTable('sandbox_customer').set({ state }).where('ref', '=', ref).execute();
      return result;
    }),
  remove: async (ref) => {
    await db.deleteFrom('sandbox_customer').where('ref', '=', ref).execute();
  },
  refOf: async (page) => {
    const row = await db
      .selectFrom('sandbox_customer')
      .select('ref')
      .where(sql<boolean>`state ->> 'page' = ${page}`)
      .executeTakeFirst();
    return row?.ref;
  },
  daysAhead: async () => (await db.selectFrom('sandbox_clock').select('days').executeTakeFirstOrThrow()).days,
  addDays: async (days) => {
    await db
      .updateTable('sandbox_clock')
      .set(({ eb }) => ({ days: eb('days', '+', days) }))
      .execute();
  },
});
