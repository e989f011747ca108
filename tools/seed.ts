/**
 * `npm run seed [url]`: fills a running server with a believable firm and prints how to sign in to it. Every run makes
 * an account of its own. Needs the local mailbox, so the server has to be one of this machine.
 */
import { randomBytes } from 'node:crypto';
import { seedFirm } from '@kontor/testkit/seed/seedFirm';

const url = process.argv[2] ?? process.env.KONTOR_URL ?? 'http://127.0.0.1:4000';
const origin = new URL(url).origin;

const isUp = await fetch(`${origin}/dev/mailbox.json`).then(
  (response) => response.ok,
  () => false,
);
if (!isUp) {
  console.error(`No server with a local mailbox answers at ${origin}. Start one with \`npm start\`.`);
  process.exit(1);
}

const password = `holz-${randomBytes(6).toString('hex')}-leim`;
const start = performance.now();
const { actor, guest, words, counts } = await seedFirm(origin, { person: { password } });
const { projects, tasks, folders, files } = counts;
console.log(
  `Made ${projects} projects, ${tasks} tasks, ${folders} folders and ${files} files in ${Math.round((performance.now() - start) / 1000)} s.`,
);
console.log(`Recovery phrase: ${words.join(' ')}`);
console.log(`\nSign in at ${origin}/login\n  e-mail    ${actor.person.email}\n  password  ${password}`);
console.log(`As a customer\n  e-mail    ${guest.person.email}\n  password  ${guest.person.password}`);
// The realtime line would keep the process alive.
process.exit(0);
