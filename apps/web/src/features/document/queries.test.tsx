// @vitest-environment happy-dom
/** The documents that the start page shows: a new version brings an old file back to the top. */
import { replaceContent } from '@kontor/client/nouns/fileVersion';
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useRecentDocuments } from './queries.ts';

it('shows what was changed last first', async () => {
  const records = await openOn(createDevice(), new ProtocolServer());
  const { id: scopeId } = createProject(records, { name: 'P' });
  const content = (blobId: string) => ({
    blobId,
    fileKey: blobId,
    size: 7,
    parts: [{ fileKey: blobId, size: 100, sha256: '' }],
  });
  const sent = async () => {
    await records.outbox.sent();
    await records.pull();
  };
  const [old] = ['old.pdf', 'new.pdf'].map((name, i) =>
    records.create('document', scopeId, { kind: 'file', name, createdAt: 1_000 + i, ...content(name) }),
  );
  await sent();
  await new Promise((resolve) => setTimeout(resolve, 5));
  replaceContent(records, old!.id, content('second'));
  await sent();
  provideWorkspace({ records } as never);
  let shown: string[] = [];
  const Shown = () => {
    shown = useRecentDocuments().map(({ name }) => name);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Shown />));
  expect(shown).toEqual(['old.pdf', 'new.pdf']);
  flushSync(() => root.unmount());
  await records.close();
});
