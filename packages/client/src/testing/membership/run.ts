/**
 * A workspace under random acts, with real vaults, and beside them a plain model of who has a place where. The server
 * is on nobody's side: it hands every row and every key to everybody, old ones as well.
 */
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import { openInvitationKeys } from '@kontor/crypto/invitation';
import type { ConfirmedAct, PlainAct, SignedActs } from '../../vault/memberAct.ts';
import { openVault } from '../team.ts';
import { MembershipFixtures } from './fixtures.ts';
import { type GeneratedAct, isMeantBy, pick } from './generator.ts';
import { type GeneratedLie, Liar } from './liar.ts';
import { Oracle } from './oracle.ts';
import {
  type DrawnStanding,
  isStaff,
  type Participant,
  type ParticipantDevice,
  participantDevice,
} from './person.ts';
import { PrivateProject } from './privateProject.ts';
import { MembershipWorld } from './world.ts';

export class MembershipRun {
  readonly #world: MembershipWorld;
  readonly #project: PrivateProject;
  readonly #fixtures: MembershipFixtures;
  readonly #liar: Liar;
  /** Number of times that each act took effect. */
  readonly done = new Map<string, number>();

  private constructor(world: MembershipWorld) {
    this.#world = world;
    this.#project = new PrivateProject(world);
    this.#fixtures = new MembershipFixtures(world, this.#project);
    this.#liar = new Liar(world, this.#fixtures);
  }

  /** Founds a workspace with an owner, two customers and two projects. */
  static async begin(): Promise<MembershipRun> {
    const run = new MembershipRun(await MembershipWorld.begin());
    await run.#project.renew(run.#world.people[0]!, { wish: [], isNew: true });
    return run;
  }

  async step(generated: GeneratedAct): Promise<void> {
    this.#world.team.at++;
    const person = pick(this.#world.people.filter(isMeantBy[generated.act] ?? (() => true)), generated.on);
    if (person && (await this.#perform(generated, person)))
      this.done.set(generated.act, (this.done.get(generated.act) ?? 0) + 1);
    for (const person of this.#world.people) this.#fixtures.note(person);
  }

  /** Has the server lie to somebody. */
  lie(generated: GeneratedLie): Promise<void> {
    return this.#liar.tell(generated);
  }

  /** Returns the number of times that each lie was told. */
  get told(): ReadonlyMap<string, number> {
    return this.#liar.told;
  }

  /** Tells whether it took effect. */
  async #perform(generated: GeneratedAct, person: Participant): Promise<boolean> {
    const { act, by } = generated;
    if (act === 'accept') return this.#accept(person);
    if (act === 'reset') return this.#reset(person);
    if (act === 'unlock') return this.#unlock(person, generated);
    const readers = this.#world.people.filter(
      (each) => isStaff(each) && this.#world.mustRead(each, this.#world.closed),
    );
    if (act === 'readers' || act === 'race') return this.#project.choose(readers, generated);
    const writer = pick(this.#world.people.filter(isStaff), by);
    if (!writer) return false;
    if (act === 'write') return this.#fixtures.write(writer);
    if (act === 'upload') return this.#fixtures.upload(writer);
    if (act === 'share' || act === 'revoke') return this.#fixtures.share(writer, generated);
    const actor = pick(this.#world.admins(), by);
    if (!actor) return false;
    if (act === 'crash') return this.#crash(actor, person, generated);
    if (act === 'invite') return this.#invite(actor, person, this.#placeOf(generated));
    if (act === 'add') return this.#add(actor, person, this.#placeOf(generated));
    return this.#act(actor, person, generated);
  }

  /** Holds the world against the oracle. Returns how many looks there were. */
  async consult(): Promise<number> {
    const oracle = new Oracle(this.#world, this.#fixtures);
    await oracle.look();
    return oracle.tried;
  }

  #placeOf({ role, customer }: GeneratedAct): DrawnStanding {
    return role === 'CUSTOMER' ? { role, customerId: this.#world.customers[customer]!.id } : { role };
  }

  async #act(actor: Participant, person: Participant, generated: GeneratedAct): Promise<boolean> {
    const act = this.#meant(actor, person, generated);
    if (!act) return false;
    await this.#world.pull(actor.device);
    this.#world.team.take(
      await actor.device.vault.signMemberAct(
        this.#world.team.workspaceId,
        act,
        this.#world.team.at,
        [],
        this.#world.team.revisions(),
      ),
    );
    if (act.type === 'remove') [person.place, person.link] = [undefined, undefined];
    if (act.type === 'status') person.status = act.status;
    if (act.type === 'role') person.place = this.#placeOf(generated);
    if (act.type === 'owner') [actor.isOwner, person.isOwner] = [false, true];
    return true;
  }

  /** Returns what an act means for a person in this state, if anything. */
  #meant(actor: Participant, person: Participant, generated: GeneratedAct): PlainAct | undefined {
    const { place, link, userId } = person;
    const { act } = generated;
    if (act === 'rotate') return { type: 'rotate', scopeIds: this.#drawnScopes(generated) };
    if (act === 'remove' && link) return { type: 'remove', userId: link.invitationId };
    if (!isMeantBy[act]!(person) || person === actor) return undefined;
    if (act === 'remove') return { type: 'remove', userId };
    if (act === 'owner') return actor.isOwner ? { type: 'owner', userId } : undefined;
    if (act === 'lock') return { type: 'status', userId, status: 'LOCKED' };
    if (act === 'activate') return { type: 'status', userId, status: 'ACTIVE' };
    if (act === 'deactivate') return { type: 'status', userId, status: 'INACTIVE' };
    const next = this.#placeOf(generated);
    if (JSON.stringify(next) === JSON.stringify(place)) return undefined;
    return { type: 'role', userId, ...next };
  }

  #drawnScopes({ readers, customer }: GeneratedAct): string[] {
    const { admins, staff } = this.#world.team;
    const drawn = [readers[0] && admins, readers[1] && staff, this.#world.customers[customer]];
    return drawn.flatMap((scope) => (scope ? [scope.id] : []));
  }

  async #invite(actor: Participant, person: Participant, place: DrawnStanding): Promise<boolean> {
    const { workspaceId, entries } = this.#world.team;
    const link = await this.#world.team.invite(actor.device, place);
    const { invitationId, secret } = link;
    const state = await actor.device.vault.takeLog(workspaceId, entries, 'server');
    const { cert } = state.invitations.get(invitationId)!;
    person.link = { ...link, place };
    person.selves.push(await openInvitationKeys(fromBase64Url(secret), { workspaceId, invitationId }, cert));
    return true;
  }

  async #accept(person: Participant): Promise<boolean> {
    const link = person.link!;
    person.settle(person.next ?? person.device);
    await this.#world.team.accept(person.device, link);
    person.arrive(link.place);
    return true;
  }

  /** Takes somebody in for their six words: a stranger, or one who came without the secret of their link. */
  async #add(actor: Participant, person: Participant, drawn: DrawnStanding): Promise<boolean> {
    const { link } = person;
    person.settle(person.next ?? person.device);
    const { cert } = person.device;
    const signed = await this.#confirm(
      actor,
      link ? { type: 'unlock', userId: link.invitationId, cert } : { type: 'add', cert, ...drawn },
      person.device,
    );
    this.#world.team.take(signed);
    person.arrive(link?.place ?? drawn);
    return true;
  }

  async #confirm(actor: Participant, act: ConfirmedAct, { vault }: ParticipantDevice): Promise<SignedActs> {
    await this.#world.pull(actor.device);
    const words = (await vault.sixWords()).join(' ');
    const { team } = this.#world;
    const heads = this.#project.heads();
    return actor.device.vault.signConfirmedAct(
      ...([team.workspaceId, act, words, team.at, [], team.revisions(), heads] as const),
    );
  }

  /**
   * Sets a new password: new keys, while the log goes on naming the old ones until somebody answers for them.
   */
  async #reset(person: Participant): Promise<boolean> {
    person.next = await participantDevice(person.userId, person.device.cert);
    person.selves.push(person.next.keys);
    return true;
  }

  async #unlock(person: Participant, { way, by }: GeneratedAct): Promise<boolean> {
    const { userId, device } = person;
    const actor = pick(
      this.#world.admins().filter((each) => each !== person),
      by,
    );
    if (way === 'admin' && !actor) return false;
    if (!person.next) await this.#reset(person);
    const next = person.next!;
    const { team } = this.#world;
    const { workspaceId, at } = team;
    const signed = await {
      admin: () => this.#confirm(actor!, { type: 'unlock', userId, cert: next.cert }, next),
      phrase: async () => {
        const { privateKey } = await device.vault.renewKit(person.phrase);
        await next.vault.openFormerKeys(person.phrase, { privateKey, publicKey: device.cert, pins: [] });
        await this.#world.pull(next);
        return next.vault.signPhraseRekey(workspaceId, [], at);
      },
      device: async () => {
        // Its session ended with the reset: it opens its keys anew, for this alone.
        device.reborn(await openVault(device.keys));
        await this.#world.pull(device);
        const words = (await next.vault.sixWords()).join(' ');
        return device.vault.signDeviceRekey(workspaceId, next.cert, words, [], at);
      },
    }[way]();
    team.take(signed);
    person.settle(next);
    person.arrive(person.place!);
    // Whoever signs hands on what was granted to the certificate of before.
    this.#project.noteGrants(signed.keys, this.#project.stillReading());
    if (this.#world.granted.has(device)) this.#world.granted.add(next);
    return true;
  }

  /**
   * Has something signed whose browser dies before it is sent: nobody but its vault ever saw it, and that one
   * is gone.
   */
  async #crash(actor: Participant, person: Participant, generated: GeneratedAct): Promise<boolean> {
    const { team } = this.#world;
    const { workspaceId, at } = team;
    const { device } = actor;
    const act = this.#meant(actor, person, { ...generated, act: generated.customer ? 'remove' : 'role' });
    await this.#world.pull(device);
    if (act) await device.vault.signMemberAct(workspaceId, act, at, [], team.revisions());
    await device.vault.renewKey(workspaceId, this.#world.closed.id, this.#project.wished(generated).terms);
    device.reborn(await openVault(device.keys));
    return true;
  }
}
