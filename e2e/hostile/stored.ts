/** Reads and writes rows of the server's database, past the server. */
import { expect } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { type Scene, sessionId, type View } from './scene.ts';

type Row = Record<string, unknown>;

/** Runs one statement, which must read or write a row. */
export const inDatabase = ({ site }: Scene, sql: string, values: unknown[]): Promise<Row[]> =>
  withDatabase(site.server.dataPath, async (client) => {
    const { rowCount, rows } = await client.query(sql, values);
    expect(rowCount, 'rows').toBeGreaterThan(0);
    return rows as Row[];
  });

/** Reads a task as it is stored now. */
export const readTask = async (scene: Scene, id: string): Promise<Row> =>
  (await inDatabase(scene, 'SELECT version, sealed FROM task WHERE id = $1', [id]))[0]!;

/** Puts a task back into a state that was read. */
export const writeTask = (scene: Scene, id: string, { version, sealed }: Row): Promise<Row[]> =>
  inDatabase(scene, 'UPDATE task SET version = $2, sealed = $3 WHERE id = $1', [id, version, sealed]);

/** Deletes the session of somebody's browser. */
export const endSession = async (scene: Scene, view: View): Promise<Row[]> =>
  inDatabase(scene, 'DELETE FROM session WHERE id = $1', [await sessionId(view)]);
