/** Somebody of a scenario with the product's own client in Node: for what the screens of it do not show. */
import { Actor, createActor, Device } from '@kontor/testkit/actor';
import type { Person } from './person.ts';

/** Makes the account; for somebody whose browser has not seen the product yet. */
export const registered = (url: string, { who }: Person): Promise<Actor> => createActor(url, who);

/** Signs in beside the browser. */
export async function inNode(url: string, { who }: Person): Promise<Actor> {
  const device = new Device(url);
  await device.session.signIn(who.email, who.password);
  return new Actor(url, who, device);
}
