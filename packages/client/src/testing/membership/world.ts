/** The workspace of a run: its log and keys, its people, and the plain model of who may read what. */
import type { Scope } from '@kontor/contract/wire/scope';
import { v7 as uuidv7 } from 'uuid';
import { Team } from '../team.ts';
import { people } from './generator.ts';
import { isWorking, type Participant, type ParticipantDevice, peopleFor } from './person.ts';

export class MembershipWorld {
  readonly team: Team;
  readonly people: Participant[];
  readonly customers: Scope[] = [];
  readonly open: Scope = { id: uuidv7(), kind: 'project', access: 'open' };
  readonly closed: Scope = { id: uuidv7(), kind: 'project', access: 'private' };
  /** Tells who reads the private project, and the devices that were granted its newest key. */
  readers: Set<Participant> | 'everybody' = new Set();
  granted = new Set<ParticipantDevice>();

  private constructor(team: Team, everybody: Participant[]) {
    this.team = team;
    this.people = everybody;
  }

  /** Founds a workspace with an owner and two customers; its projects have no key yet. */
  static async begin(): Promise<MembershipWorld> {
    const everybody = await peopleFor(people);
    const founder = everybody[0]!;
    const { device, userId } = founder;
    const workspaceId = uuidv7();
    const admins: Scope = { id: uuidv7(), kind: 'admins', access: 'private' };
    const staff: Scope = { id: uuidv7(), kind: 'staff', access: 'private' };
    const ids = { workspaceId, adminsScopeId: admins.id, staffScopeId: staff.id };
    const made = await device.vault.createWorkspaceKeys({ ...ids, at: 1 });
    const team = new Team({ ...device, workspaceId, userId, admins, staff, ...made });
    Object.assign(founder, { place: { role: 'ADMIN' }, isOwner: true });
    const world = new MembershipWorld(team, everybody);
    world.customers.push(await team.customer(), await team.customer());
    team.scopes.push(world.open, world.closed);
    return world;
  }

  admins(): Participant[] {
    return this.people.filter((each) => isWorking(each) && each.place?.role === 'ADMIN');
  }

  /** Tells whether somebody has a place in a scope now. LOCKED takes no keys away; an invitation stands for its person. */
  mayRead(person: Participant, scope: Scope): boolean {
    const { place, link, status } = person;
    const standing = place ?? link?.place;
    if (!standing || (place && status === 'INACTIVE')) return false;
    if (standing.role === 'ADMIN') return true;
    if (scope.kind === 'admins') return false;
    if (standing.role === 'CUSTOMER') return standing.customerId === scope.id;
    if (scope !== this.closed || this.readers === 'everybody') return true;
    return place !== undefined && this.readers.has(person);
  }

  /** Tells whether somebody has to read all of a scope now: a private project's key was granted to their certificate of now. */
  mustRead(person: Participant, scope: Scope): boolean {
    if (!isWorking(person) || !this.mayRead(person, scope)) return false;
    const isGranted = scope === this.closed && this.readers !== 'everybody';
    return !isGranted || person.place?.role === 'ADMIN' || this.granted.has(person.device);
  }

  /** Hands a vault what is new. Whose it is reads by the server's leave as well, as honest clients do. */
  async pull(device: ParticipantDevice): Promise<void> {
    const { workspaceId, entries, scopes, keys } = this.team;
    const { head } = await device.vault.takeLog(workspaceId, entries, 'server');
    // Those who have no pin compare the words.
    await device.vault.confirmLog(workspaceId, head);
    const whose = this.people.find(({ device: now, next }) => device === now || device === next)!;
    const shown = scopes.filter((scope) => scope !== this.closed || this.mayRead(whose, scope));
    const news = shown.map((scope) => {
      const all = keys.filter(({ scopeId }) => scopeId === scope.id);
      const fresh = all.slice(device.handed.get(scope.id) ?? 0);
      device.handed.set(scope.id, all.length);
      return { scope, keys: fresh };
    });
    await device.vault.takeKeys(workspaceId, news);
  }
}
