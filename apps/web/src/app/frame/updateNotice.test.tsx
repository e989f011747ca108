// @vitest-environment happy-dom
/** A tab that stays open while the server is updated. */
import { missingCode } from '@kontor/client/workerStart';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { watchForUpdate } from '../../platform/update.ts';
import { Look } from '../look.tsx';
import { UpdateNotice } from './updateNotice.tsx';

it('asks for a reload once code is missing that the server has no more, and not where the connection is down', async () => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(
    <Look>
      <UpdateNotice />
    </Look>,
  );
  const has = vi.fn<(url: string) => Promise<boolean>>();
  const stop = watchForUpdate('/assets/start-1a.js', has);
  has.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  dispatchEvent(new Event('vite:preloadError'));
  has.mockResolvedValueOnce(true);
  missingCode.tell();
  await vi.waitFor(() => expect(has).toHaveBeenCalledTimes(2));
  expect(has).toHaveBeenCalledWith('/assets/start-1a.js');
  expect(element.textContent).not.toContain('Kontor was updated');
  has.mockResolvedValueOnce(false);
  missingCode.tell();
  await expect.poll(() => element.querySelector('[role=alert]')?.textContent).toContain('Kontor was updated');
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  expect(reload).not.toHaveBeenCalled();
  element.querySelector('button')!.click();
  expect(reload).toHaveBeenCalledOnce();
  dispatchEvent(new Event('vite:preloadError'));
  expect(has).toHaveBeenCalledTimes(3);
  stop();
  root.unmount();
});
