/** Makes the people of the seeded firm and of its customers: each with keys of their own, each invited by a link. */
import type { NewCustomer } from '@kontor/client/team/createCustomer';
import type { Role } from '@kontor/contract/entity/role';
import type { Personnel } from '@kontor/contract/nouns/personnel';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { type Actor, createActor, type Person } from '../actor.ts';
import { createCustomer, inviteIn } from '../team.ts';
import { pulled } from './pulled.ts';

interface Colleague {
  firstName: string;
  lastName: string;
  role: Role;
  file: Partial<Personnel>;
}

const colleagues: readonly Colleague[] = [
  {
    firstName: 'Mats',
    lastName: 'Lindner',
    role: 'ADMIN',
    file: { jobTitle: 'Werkstattleiter', employmentType: 'full-time', iban: 'DE89370400440532013000' },
  },
  {
    firstName: 'Aylin',
    lastName: 'Kaya',
    role: 'EMPLOYEE',
    file: { jobTitle: 'Planung', employmentType: 'part-time', healthInsuranceType: 'statutory' },
  },
  {
    firstName: 'Tom',
    lastName: 'Petersen',
    role: 'EMPLOYEE',
    file: { jobTitle: 'Auszubildender', employmentType: 'trainee' },
  },
];

export interface SeededColleague {
  userId: string;
  role: Role;
  person: Person;
  actor: Actor;
}

/** The sign-in of somebody of the seeded firm. */
export type SignIn = (firstName: string) => Partial<Pick<Person, 'email' | 'password'>>;

/** Takes the colleagues in; answers who they are, signed in. */
export async function takeColleaguesIn(
  url: string,
  owner: Actor,
  { workspaceId, signIn }: { workspaceId: string; signIn: SignIn },
): Promise<SeededColleague[]> {
  const taken: SeededColleague[] = [];
  for (const { role, file, ...name } of colleagues) {
    const colleague = await createActor(url, { ...name, language: 'de', ...signIn(name.firstName) });
    await inviteIn(owner, workspaceId, colleague, { role });
    await introduce(colleague, workspaceId);
    const userId = colleague.session.user!.id;
    const workspace = await owner.open(workspaceId);
    const id = personnelId(userId);
    workspace.create('personnel', workspace.scopeOf('admins'), { id, userId, ...file });
    taken.push({ userId, role, person: colleague.person, actor: colleague });
  }
  return taken;
}

/** Says who somebody is that opens a workspace for the first time; resolves when the server has it. */
async function introduce(actor: Actor, workspaceId: string): Promise<void> {
  const workspace = await actor.open(workspaceId);
  const { member, customerUser } = workspace.collections;
  const isOwn = ({ userId }: { userId: string }) => userId === actor.session.user!.id;
  await pulled(workspace, () => [...member.all(), ...customerUser.all()].some(isOwn));
  await workspace.outbox.sent();
}

/** By the name of the project that is done for them. */
const customers: Record<string, NewCustomer> = {
  'Dachausbau Familie Özdemir': {
    customer: { name: 'Selin Özdemir', type: 'PRIVATE' },
    file: {
      firstName: 'Selin',
      lastName: 'Özdemir',
      email: 'oezdemir@example.org',
      phone: '+49 40 5550 2217',
      address: 'Birkenweg 12, 22767 Hamburg',
    },
  },
  'Harbour Café refit': {
    customer: { name: 'Harbour Café Ltd', type: 'COMPANY' },
    file: {
      contactFirstName: 'Fiona',
      contactLastName: 'Blake',
      email: 'fiona@harbour.example.org',
      website: 'https://harbour.example.org',
      taxId: 'GB999999973',
      address: '3 Quay Street, Bristol',
    },
  },
  'Praxis Dr. Lindemann, Empfang': {
    customer: { name: 'Praxis Dr. Lindemann', type: 'COMPANY' },
    file: {
      contactFirstName: 'Henrike',
      contactLastName: 'Lindemann',
      email: 'praxis@lindemann.example.org',
      phone: '+49 40 5550 9000',
      address: 'Am Markt 4, 20457 Hamburg',
    },
  },
  'Window restoration, Elm House': {
    customer: { name: 'Elm House Trust', type: 'COMPANY' },
    file: { contactFirstName: 'George', contactLastName: 'Elm', email: 'trust@elmhouse.example.org' },
  },
};

/** Takes the customers on; answers their ids by the name of their project. */
export async function takeCustomersOn(owner: Actor, workspaceId: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [project, customer] of Object.entries(customers))
    ids.set(project, await createCustomer(owner, workspaceId, customer));
  return ids;
}

/** Lets somebody of a customer's in, who sees what is shared with them. */
export async function letCustomerIn(
  url: string,
  owner: Actor,
  { workspaceId, customerId, signIn }: { workspaceId: string; customerId: string; signIn: SignIn },
): Promise<Actor> {
  const guest = await createActor(url, {
    firstName: 'Selin',
    lastName: 'Özdemir',
    language: 'de',
    ...signIn('Selin'),
  });
  await inviteIn(owner, workspaceId, guest, { role: 'CUSTOMER', customerId });
  await introduce(guest, workspaceId);
  return guest;
}
