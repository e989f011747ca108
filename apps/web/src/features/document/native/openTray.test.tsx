// @vitest-environment happy-dom
/** The tray of open files, over their follower. */
import { OpenDocuments } from '@kontor/client/desktop/openDocuments';
import { FakeFiles } from '@kontor/client/desktop/testing/fakeFiles';
import { Page } from '@kontor/client/files/testing/page';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { provideNativeFiles } from './nativeFiles.ts';
import { OpenTray } from './openTray.tsx';

it('says in which workspace a save of another one goes up', async () => {
  const page = new Page();
  await page.open();
  const { uploads, downloads, workspace: records } = page;
  await uploads.add([new File(['first'], 'Plan.txt')], { scopeId: page.scopeId });
  const files = new FakeFiles();
  const said = {
    copyName: (name: string) => name,
    discarded: new Set<string>(),
    onNews: () => {},
    log: () => {},
  };
  const documents = new OpenDocuments({ files, ...said });
  provideNativeFiles({ documents, attach: () => {} });
  const list = [{ id: records.id, name: 'Slate & Sons' }];
  provideSession({ workspaces: { list }, subscribe: () => () => {} } as never);
  documents.attach({ uploads, downloads, records, userId: 'ada' });
  await documents.open(records.collections.document.all()[0]!);
  // Another workspace is opened.
  const other = { id: 'other', collections: records.collections };
  documents.attach({ uploads, downloads, records: other, userId: 'ada' });
  provideWorkspace({ records: other, userId: 'ada' } as never);
  files.save(documents.files.get()[0]!.id, 'second');
  await expect.poll(() => documents.files.get()[0]?.status).toBe('waiting');
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <OpenTray />
      </MantineProvider>,
    ),
  );
  expect(place.querySelector('aside')?.textContent).toContain('Goes up when you open Slate & Sons');
  flushSync(() => root.unmount());
  await page.close();
});
