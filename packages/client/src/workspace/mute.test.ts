/** A room is muted on both sides or on none: what the server refused later is taken back from its mark. */
import { expect, it } from 'vitest';
import { createDirectRoom, keepRoomMark, markIn } from '../nouns/room.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { takeBackMute } from './mute.ts';

it('puts the mark of a room back where the server refused what waited, unless it says something else by now', async () => {
  const [ada, ben] = [
    '019a0000-0000-7000-8000-0000000000aa',
    '019a0000-0000-7000-8000-0000000000bb',
  ] as const;
  const replica = await openOn(createDevice(ada), new ProtocolServer());
  const id = await createDirectRoom(replica, [ben], { userId: ada, at: 1 });
  const isMuted = () => markIn(replica.collections.roomMark.where('roomId', id))?.isMuted;
  const refused = { id, isMuted: true, error: new Error('too much') };
  keepRoomMark(replica, id, ada, { isMuted: true });
  takeBackMute(replica, ada, refused);
  expect(isMuted()).toBe(false);
  takeBackMute(replica, ada, refused);
  expect(isMuted()).toBe(false);
  takeBackMute(replica, ada, { ...refused, isMuted: false });
  expect(isMuted()).toBe(true);
  // A place that is no room has no mark.
  takeBackMute(replica, ada, { ...refused, id: ben });
  expect(replica.collections.roomMark.all()).toHaveLength(1);
  await replica.close();
});
