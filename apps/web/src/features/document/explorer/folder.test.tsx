// @vitest-environment happy-dom
/** A folder in which somebody looks for something: it shows all documents of its project or customer that have the words. */
import { createProject } from '@kontor/client/nouns/project';
import type { Replica } from '@kontor/client/replica/replica';
import type { Row } from '@kontor/client/replica/row';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { SearchEngine } from '@kontor/client/searching/searchEngine';
import { searchedDocument } from '@kontor/client/searching/searchedDocument';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { useWindow } from '../../../platform/workspace/views.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { heldSearch } from '../../../testing/heldSearch.ts';
import type { Root } from '../root.ts';
import { useFolder } from './folder.ts';

const byName = { key: 'name', isDescending: false };
const noneStarred: ReadonlySet<string> = new Set();

interface Shown {
  root: Root;
  path?: string;
  text: string;
}

function List({ root, path, text }: Shown) {
  const { content } = useFolder(root, path, byName, noneStarred, text);
  return useWindow(content)
    .map(({ name }) => name)
    .join();
}

/** Makes documents of a project, of its task and of two customers, of which one holds words; returns what they lie in. */
async function fill(replica: Replica, staff: string, engine: SearchEngine) {
  const [project, other] = ['Neubau', 'Umbau'].map((name) => createProject(replica, { name }).id);
  const [customerId, another] = [uuidv7(), uuidv7()];
  const made = (scopeId: string, name: string, more = {}) =>
    replica.create('document', scopeId, { kind: 'file', name, createdBy: '', createdAt: 1, ...more });
  const folder = made(project!, 'Dachpläne', { kind: 'folder' });
  made(project!, 'Grundriss Dach.pdf', { parentId: folder.id });
  const worded = made(project!, 'Angebot.pdf', { parentId: folder.id });
  const { id: taskId } = replica.create('task', project!, { title: 'Dach' });
  made(project!, 'Dachfoto.jpg', { taskId });
  made(project!, 'Keller.pdf');
  made(other!, 'Dach von nebenan.pdf');
  made(staff, 'Dachvertrag.pdf', { customerId });
  made(staff, 'Dachvertrag anderer.pdf', { customerId: another });
  made(staff, 'Rechnung.pdf', { customerId });
  made(staff, 'Rechnungg.pdf', { customerId: another });
  const documents = replica.collections.document.all() as readonly unknown[] as readonly Row[];
  await engine.put(documents.map((document) => searchedDocument('document', document)));
  await engine.put([{ ...searchedDocument('document', worded as never), body: 'Dach und Schiefer' }]);
  return { project: project!, customerId, folderId: folder.id };
}

it('lists all of a project, or a customer, that has the words, and the folder itself once nothing is looked for', async () => {
  const server = new ProtocolServer();
  const staff = uuidv7();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  const device = createDevice();
  const replica = await openOn(device, server);
  await replica.pull();
  const engine = new SearchEngine();
  const { project, customerId, folderId } = await fill(replica, staff, engine);
  const { search } = heldSearch((query) => engine.keys(query));
  const records = { ...replica, search: async () => search };
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  const place = document.createElement('div');
  const root = createRoot(place);
  const expectShown = async (shown: Shown, names: string) => {
    root.render(<List {...shown} />);
    await vi.waitFor(() => expect(place.textContent).toBe(names));
  };
  const ofProject = { scopeId: project };
  const ofCustomer = { scopeId: staff, customerId };
  await expectShown({ root: ofProject, text: '' }, 'Dachpläne,Keller.pdf');
  const all = 'Dachpläne,Angebot.pdf,Dachfoto.jpg,Grundriss Dach.pdf';
  await expectShown({ root: ofProject, text: 'dach' }, all);
  await expectShown({ root: ofProject, path: folderId, text: 'dach' }, all);
  await expectShown({ root: ofProject, path: 'recent', text: 'schiefer' }, 'Angebot.pdf');
  await expectShown({ root: ofCustomer, text: 'dach' }, 'Dachvertrag.pdf');
  // Only what the list could show keeps out what is nearly the same.
  await expectShown({ root: ofCustomer, text: 'rechnungg' }, 'Rechnung.pdf');
  await expectShown({ root: ofProject, path: 'trash', text: 'dach' }, '');
  await expectShown({ root: ofProject, path: folderId, text: '' }, 'Angebot.pdf,Grundriss Dach.pdf');
  root.unmount();
  await replica.close();
});
