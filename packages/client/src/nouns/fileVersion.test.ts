/** Tests that earlier contents can be deleted, on two devices. */
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { removeVersion, replaceContent, restoreVersion, versionsOf } from './fileVersion.ts';
import { createProject } from './project.ts';

let devices: [Replica, Replica];
let ada: Replica;
let ben: Replica;
let id: string;
let clock = 1_000;
const content = (blobId: string = uuidv7()) => ({
  blobId,
  fileKey: `key ${blobId}`,
  size: 7,
  uploadedAt: ++clock,
  parts: [{ fileKey: `part ${blobId}`, size: 100, sha256: '' }],
});
const [first, second, third] = [content(), content(), content()];

beforeEach(async () => {
  const server = new ProtocolServer();
  devices = [await openOn(createDevice(), server), await openOn(createDevice(), server)];
  [ada, ben] = devices;
  const projectId = createProject(ada, { name: 'P' }).id;
  id = ada.create('document', projectId, { kind: 'file', name: 'Offer.pdf', ...first }).id;
  await meet();
});
afterEach(() => Promise.all(devices.map((device) => device.close())));

/** Waits until everything is sent and seen. */
async function meet(): Promise<void> {
  await Promise.all(devices.map((device) => device.outbox.sent()));
  await Promise.all(devices.map((device) => device.pull()));
}

const blobsOf = (device: Replica) => versionsOf(device, id).map(({ blobId }) => blobId);
const inForce = (device: Replica) => device.collections.document.get(id)!;
/** Returns the parts that anything about the document names: what nothing names is let go. */
const named = ({ collections }: Replica) =>
  [collections.document.get(id)!, ...collections.fileVersion.where('documentId', id)].flatMap(
    ({ blobs }) => blobs,
  );

it('deletes one earlier content, of which no other device shows or names anything then', async () => {
  replaceContent(ada, id, second);
  replaceContent(ada, id, third);
  await meet();
  removeVersion(ada, versionsOf(ada, id).at(-1)!);
  await meet();
  for (const device of devices) {
    expect([blobsOf(device), inForce(device).blobId]).toEqual([[second.blobId], third.blobId]);
    expect(named(device)).not.toContain(first.parts[0]!.fileKey);
  }
});

it('deletes a content that came in beside another one, and one that two devices kept', async () => {
  replaceContent(ada, id, second);
  await ada.outbox.sent();
  replaceContent(ben, id, third);
  await meet();
  expect(blobsOf(ben)).toEqual([third.blobId, first.blobId]);
  for (const version of versionsOf(ben, id)) removeVersion(ben, version);
  await meet();
  for (const device of devices) {
    expect([blobsOf(device), inForce(device).blobId]).toEqual([[], second.blobId]);
    expect(named(device)).toEqual([second.parts[0]!.fileKey]);
  }
});

it('does not delete the content that somebody has brought back meanwhile', async () => {
  replaceContent(ada, id, second);
  await meet();
  const [version] = versionsOf(ada, id);
  restoreVersion(ben, version!);
  await meet();
  removeVersion(ada, version!);
  await meet();
  for (const device of devices) {
    expect([blobsOf(device), inForce(device).blobId]).toEqual([[second.blobId], first.blobId]);
    expect(named(device).sort()).toEqual([first, second].map(({ parts }) => parts[0]!.fileKey).sort());
  }
});
