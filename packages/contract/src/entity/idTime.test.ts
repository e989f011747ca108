import { expect, it } from 'vitest';
import { idTime } from './idTime.ts';

// The example of RFC 9562, appendix A.6.
it('reads the time of a UUIDv7', () =>
  expect(idTime('017F22E2-79B0-7CC3-98C4-DC0C0C07398F')).toBe(Date.UTC(2022, 1, 22, 19, 22, 22)));
