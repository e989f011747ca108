/** Keys that are pressed beside the app, on the display that it is on. */
import { execFileSync } from 'node:child_process';

/** Presses keys on a keyboard, whichever program has the focus: `ctrl+alt+k` (xdotool(1)). */
export function pressOn(display: string, keys: string): void {
  execFileSync('xdotool', ['key', keys], { env: { ...process.env, DISPLAY: display } });
}
