/**
 * `npm run seed [url]`: fills a running server with a believable firm and prints how to sign in to it in each role. Every
 * run makes a firm of its own. Needs the local mailbox, so the server has to be one of this machine.
 */
import { randomBytes } from 'node:crypto';
import { seedFirm } from '@kontor/testkit/seed/seedFirm';

const url = process.argv[2] ?? process.env.KONTOR_URL ?? `http://127.0.0.1:${process.env.PORT || 4000}`;
const origin = new URL(url).origin;

const mailbox = await fetch(`${origin}/dev/mailbox.json`).catch(() => undefined);
if (!mailbox?.ok) {
  console.error(`No server with a local mailbox answers at ${origin}. Start one with \`npm start\`.`);
  process.exit(1);
}

const password = `holz-${randomBytes(6).toString('hex')}-leim`;
const domain = freeDomain((await mailbox.json()) as { to: string }[]);
const start = performance.now();
const { actor, colleagues, guest, words, counts } = await seedFirm(origin, { password, domain });
const { projects, tasks, folders, files } = counts;
const seconds = Math.round((performance.now() - start) / 1000);
console.log(
  `Made ${projects} projects, ${tasks} tasks, ${folders} folders and ${files} files in ${seconds} s.`,
);
const people = [
  { who: 'owner', person: actor.person },
  ...colleagues.map(({ role, person }) => ({ who: role.toLowerCase(), person })),
  { who: 'customer', person: guest.person },
];
console.log(`\nSign in at ${origin}/login with the password ${password}\n`);
for (const { who, person } of people)
  console.log(`  ${who.padEnd(10)}${person.email.padEnd(36)}${person.firstName} ${person.lastName}`);
console.log(`\nThe owner's recovery phrase: ${words.join(' ')}`);
// The realtime connection would keep the process alive.
process.exit(0);

/** Returns a domain that no earlier run mailed to, as far as the mailbox remembers. */
function freeDomain(mails: readonly { to: string }[]): string {
  const used = new Set(mails.map(({ to }) => to.split('@')[1]));
  const domains = (n: number) => (n === 1 ? 'brandt-holzbau.example' : `brandt-holzbau-${n}.example`);
  let n = 1;
  while (used.has(domains(n))) n++;
  return domains(n);
}
