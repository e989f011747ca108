import * as z from 'zod/mini';
import { maxWorkspaceName } from '../text/lengths.ts';
import { bytesUpTo } from '../wire/shapes.ts';
import { column, defaulted, nullable } from './table.ts';

/** A workspace's public facts: what the lock screen and an invitation show before any key is there. */
export const workspaceTable = {
  id: column.uuid(),
  name: column.text(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxWorkspaceName))),
  color: column.text(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  /** A PNG of at most 128 x 128 px; empty for none. */
  logo: column.bytes(bytesUpTo(64 * 1024)),
  /** Links for people without an account may be made, and open. */
  allowsLinks: defaulted(column.flag()),
  createdAt: column.moment(),
  deletedAt: nullable(column.moment()),
};
