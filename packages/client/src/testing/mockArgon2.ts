/**
 * Set-up of the tests with a database, whose people sign in hundreds of times: Argon2 is proven in `packages/crypto`,
 * and at work between browsers and server in `e2e`.
 */
import { vi } from 'vitest';

vi.mock('@kontor/crypto/primitives/argon2', () => import('./quickArgon2.ts'));
