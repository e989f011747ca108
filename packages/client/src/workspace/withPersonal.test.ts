/** The records of a person alone beside a workspace that can only be read. */
import { expect, it } from 'vitest';
import { ReadOnlyError } from '../replica/readOnlyError.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { withPersonal } from './withPersonal.ts';

it('takes changes of a person’s own records, stars and settings of lists, where a workspace takes none', async () => {
  const workspace = await openOn(createDevice(), new ProtocolServer(), { isWritable: () => false });
  const personal = await openOn(createDevice(), new ProtocolServer());
  const records = withPersonal(workspace, personal);
  const own = records.scopeOf('personal');
  const documentId = '019a0000-0000-7000-8000-0000000000d1';
  const { id } = records.create('star', own, { documentId });
  expect(records.collections.star.all()).toMatchObject([{ documentId }]);
  records.remove('star', id);
  const view = records.create('listView', own, { list: 'documents', sortedBy: 'name', layout: 'rows' });
  records.update('listView', view.id, { layout: 'grid' });
  expect(records.collections.listView.get(view.id)).toMatchObject({ layout: 'grid' });
  expect(() => records.create('task', own, { title: 'Measure' })).toThrow(ReadOnlyError);
  await Promise.all([workspace.close(), personal.close()]);
});
