/** Actions upon notifications say why the server did not take them. */
import { CallError } from '@kontor/client/http/callError';
import { expect, it, vi } from 'vitest';
import { toast } from '../../platform/toasts.tsx';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { markRead } from './actions.ts';

it('says the cause where it has words, else what failed, and reports what nobody foresaw', async () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue();
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const unforeseen = new Error('broken');
  const read = vi.fn();
  read.mockRejectedValueOnce(new CallError('OFFLINE', 0, 'no')).mockRejectedValueOnce(unforeseen);
  provideWorkspace({ records: { notifications: { markRead: read } } } as unknown as OpenWorkspace);
  expect(await markRead(['a'])).toBe(false);
  expect(said.mock.lastCall![0]).toMatch(/server cannot be reached/);
  expect(reported).not.toHaveBeenCalled();
  expect(await markRead(['a'])).toBe(false);
  expect(said.mock.lastCall![0]).not.toMatch(/server cannot be reached/);
  expect(reported).toHaveBeenCalledWith(unforeseen);
});
