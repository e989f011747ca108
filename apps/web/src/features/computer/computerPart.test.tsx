// @vitest-environment happy-dom
/** The choices for this computer: they are asked for without a connection, too, and anew where that failed. */
import type { Computer, ComputerSettings } from '@kontor/client/desktop/bridge';
import { MantineProvider } from '@mantine/core';
import { onlineManager } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { speak } from '../../platform/text/locale.ts';
import { ComputerPart } from './computerPart.tsx';
import { ReleaseRow } from './releaseRow.tsx';

const settings: ComputerSettings = {
  downloads: '/home/ada/Downloads',
  hasShortcut: false,
  shortcut: 'CmdOrCtrl+Alt+K',
  isWayland: true,
  startsWithSystem: false,
  version: '1.0.0',
  looksForUpdates: true,
};

it('shows them without a connection, says where they could not be read, and what became of a release', async () => {
  onlineManager.setOnline(false);
  const read = vi.fn(async () => settings).mockRejectedValueOnce(new Error('disk'));
  const loadRelease = vi.fn(async () => 'none' as const);
  const computer = {
    settings: read,
    newerRelease: async () => '1.1.0',
    loadRelease,
  } as unknown as Computer;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <ComputerPart computer={computer} onAnotherServer={() => {}} />
      </MantineProvider>,
    ),
  );
  await vi.waitFor(() =>
    expect(place.querySelector('[role=alert]')?.textContent).toContain('could not be read'),
  );
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(place.textContent).toContain('/home/ada/Downloads'));
  expect(place.textContent).toContain('This desktop runs on Wayland');
  const press = (name: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click();
  press('Check for updates');
  await vi.waitFor(() => expect(place.textContent).toContain('Version 1.1.0 is there'));
  press('Load and install');
  await vi.waitFor(() => expect(place.textContent).toContain('This is the newest version.'));
  expect(loadRelease).toHaveBeenCalledOnce();
  expect(place.textContent).toContain('Ctrl + Alt + K');
  flushSync(() => speak('de'));
  await vi.waitFor(() => expect(place.textContent).toContain('Strg + Alt + K'));
  speak('en');
  flushSync(() => root.unmount());
  onlineManager.setOnline(true);
});

it.each([
  ['line', 'The update server could not be reached'],
  ['program', 'no program on this computer can open it'],
  ['whatever', 'That did not work'],
])('says of a release that could not be had for %s that %s', async (refusal, text) => {
  const newerRelease = () => Promise.reject(refusal);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <ReleaseRow computer={{ newerRelease } as unknown as Computer} settings={settings} />
      </MantineProvider>,
    ),
  );
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(place.querySelector('[role=status]')?.textContent).toContain(text));
  flushSync(() => root.unmount());
});
