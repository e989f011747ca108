/** A forgotten password, as its owner goes through it. */
import { Actor, Device, type DeviceOptions } from './actor.ts';

interface ListedMail {
  to: string;
  subject: string;
}

const mailsTo = async (url: string, email: string): Promise<ListedMail[]> =>
  ((await (await fetch(`${url}/dev/mailbox.json`)).json()) as ListedMail[]).filter(({ to }) => to === email);

/** Asks for a recovery and waits for its mail, which nobody waits for at the server. */
async function askForRecovery(
  device: Device,
  url: string,
  email: string,
): Promise<{ state: string; code: string }> {
  const before = (await mailsTo(url, email)).length;
  const state = await device.session.recovery.request(email);
  for (;;) {
    const [newest, ...older] = await mailsTo(url, email);
    if (older.length + 1 > before) return { state, code: /\b\d{6}\b/.exec(newest!.subject)![0] };
    await new Promise((wake) => setTimeout(wake, 20));
  }
}

/** Sets another password from a browser of its own, with the code of the mail; signs in there. */
export async function resetPassword(
  actor: Actor,
  url: string,
  password: string,
  options?: DeviceOptions,
): Promise<Actor> {
  const { email } = actor.person;
  const device = new Device(url, options);
  const code = await askForRecovery(device, url, email);
  const { recovery } = device.session;
  await recovery.reset(code, await recovery.check(code), { email, password });
  await device.session.signIn(email, password);
  return new Actor(url, { ...actor.person, password }, device);
}
