/** Plays the desktop's notifications on a session bus. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Python of the system, which `python3-gi` is bound to. */
const python = '/usr/bin/python3';

/** Tells whether notifications can be played on this machine. */
export const canNotify = (): boolean =>
  spawnSync(python, ['-c', 'from gi.repository import Gio']).status === 0;

export interface Notification {
  id: number;
  title: string;
  /** Markup, in which the text of others is escaped. */
  body: string;
}

export interface Notifications {
  readonly process: ChildProcess;
  /** Returns what was to be shown until now, the oldest first. */
  shown(): readonly Notification[];
  click(notification: Notification): void;
}

/** Starts them on the bus that the environment names. */
export function startNotifications(env: NodeJS.ProcessEnv): Notifications {
  const process = spawn(python, [join(import.meta.dirname, 'notifications.py')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const shown: Notification[] = [];
  createInterface(process.stdout).on('line', (line) => shown.push(JSON.parse(line) as Notification));
  return { process, shown: () => shown, click: ({ id }) => void process.stdin.write(`${id}\n`) };
}
