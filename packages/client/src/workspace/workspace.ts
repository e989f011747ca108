/** An open workspace as screens see it: its records, its files and its people. Created by `openWorkspace`. */
import type { Downloads, Uploads } from '../files/transfer.ts';
import type { PeopledReplica } from '../team/team.ts';

export interface WorkspaceFiles {
  uploads: Uploads;
  downloads: Downloads;
}

/** A workspace; the user's personal records show among its own. */
export interface Workspace extends PeopledReplica {
  /** Opens uploads into this workspace and the contents of its documents; the same object each time. */
  files(): Promise<WorkspaceFiles>;
}
