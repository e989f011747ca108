/** Set-up of the tests that share a process: each file finds it without stand-ins, and speaking English, as the first one. */
import { vi } from 'vitest';
import { speak } from '../platform/text/locale.ts';

vi.restoreAllMocks();
vi.unstubAllGlobals();
speak('en');
