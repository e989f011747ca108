/**
 * PostgreSQL refuses to run as root. When we are root it runs as another user of the system, and whatever it reads
 * must be reachable for that user.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that PostgreSQL runs as; undefined means this process's own. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

const candidates = ['postgres', 'kontor', 'nobody'];

/** Returns the user to drop to, or undefined when this process is not root. */
export function databaseUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { name: name!, uid: Number(uid), gid: Number(gid) }]),
  );
  for (const name of candidates) {
    const user = users.get(name);
    if (user && user.uid > 0) return user;
  }
  throw new Error(`PostgreSQL does not run as root, and this system has no user ${candidates.join(' or ')}.`);
}

/** Returns the `spawn` options that make a child run as `user`. */
export const asUser = (user: SystemUser | undefined) => (user ? { uid: user.uid, gid: user.gid } : {});

/** Tests if `user` can enter `folder`, or, where that does not exist yet, its nearest parent that does. */
export function canEnter(user: SystemUser, folder: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...asUser(user), cwd: '/' });
  if (probe.error) throw probe.error;
  if (probe.status === 0) return true;
  const exists = spawnSync('/bin/sh', ['-c', 'test -e "$1"', 'sh', folder], { cwd: '/' }).status === 0;
  return !exists && dirname(folder) !== folder && canEnter(user, dirname(folder));
}
