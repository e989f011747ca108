/** The signs that people's devices give each other over the realtime connection: relayed, never stored. */
import {
  type Presence,
  type PresenceSign,
  presenceEvent,
  presences,
  type TypingSign,
  typingEvent,
} from '@kontor/contract/wire/channel';
import { parseChannel } from '../../adapters/realtime/channel.ts';

/** A sign as the others on a channel are told of it. */
export interface Sign {
  channel: string;
  event: string;
  data: TypingSign | PresenceSign;
}

/** Reads a sign that a client gives; undefined for what is none. Of its data nothing is passed on but what is named here. */
export function signOf(event: string, name: string, data: unknown, userId: string): Sign | undefined {
  const channel = parseChannel(name);
  if (event === typingEvent && channel?.kind === 'room') return { channel: name, event, data: { userId } };
  if (event !== presenceEvent || channel?.kind !== 'workspace' || channel.readers !== 'staff')
    return undefined;
  const { presence, asks } = (data ?? {}) as Partial<Record<keyof PresenceSign, unknown>>;
  if (!presences.includes(presence as Presence)) return undefined;
  return { channel: name, event, data: { userId, presence: presence as Presence, asks: asks === true } };
}
