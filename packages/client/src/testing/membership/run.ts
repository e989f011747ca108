/**
 * A workspace under random acts, with real vaults, and beside them a plain model of who has a place where. The server
 * is on nobody's side: it hands every row and every key to everybody, old ones as well.
 */
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import { openInvitationKeys } from '@kontor/crypto/invitation';
import type { ConfirmedAct, PlainAct, SignedActs } from '../../vault/memberAct.ts';
import { openVault } from '../team.ts';
import { Papers } from './fixtures.ts';
import { type Draw, isMeantBy, pick } from './generator.ts';
import { Judge } from './oracle.ts';
import { type Device, deviceOf, isStaff, type Person, type Place } from './person.ts';
import { PrivateProject } from './privateProject.ts';
import { Stage } from './world.ts';

export class MembershipPlay {
  readonly #stage: Stage;
  readonly #project: PrivateProject;
  readonly #papers: Papers;
  /** How often each act took effect. */
  readonly done = new Map<string, number>();

  private constructor(stage: Stage) {
    this.#stage = stage;
    this.#project = new PrivateProject(stage);
    this.#papers = new Papers(stage, this.#project);
  }

  /** A workspace with an owner, two customers and two projects. */
  static async begin(): Promise<MembershipPlay> {
    const play = new MembershipPlay(await Stage.begin());
    await play.#project.renew(play.#stage.people[0]!, { wish: [], isNew: true });
    return play;
  }

  async step(draw: Draw): Promise<void> {
    this.#stage.firm.at++;
    const person = pick(this.#stage.people.filter(isMeantBy[draw.act] ?? (() => true)), draw.on);
    if (person && (await this.#perform(draw, person)))
      this.done.set(draw.act, (this.done.get(draw.act) ?? 0) + 1);
    for (const person of this.#stage.people) this.#papers.note(person);
  }

  /** Whether it took effect. */
  async #perform(draw: Draw, person: Person): Promise<boolean> {
    const { act, by } = draw;
    if (act === 'accept') return this.#accept(person);
    if (act === 'reset') return this.#reset(person);
    if (act === 'unlock') return this.#unlock(person, draw);
    const readers = this.#stage.people.filter(
      (each) => isStaff(each) && this.#stage.mustRead(each, this.#stage.closed),
    );
    if (act === 'readers' || act === 'race') return this.#project.choose(readers, draw);
    const writer = pick(this.#stage.people.filter(isStaff), by);
    if (!writer) return false;
    if (act === 'write') return this.#papers.write(writer);
    if (act === 'upload') return this.#papers.upload(writer);
    if (act === 'share' || act === 'revoke') return this.#papers.share(writer, draw);
    const actor = pick(this.#stage.admins(), by);
    if (!actor) return false;
    if (act === 'crash') return this.#crash(actor, person, draw);
    if (act === 'invite') return this.#invite(actor, person, this.#placeOf(draw));
    if (act === 'add') return this.#add(actor, person, this.#placeOf(draw));
    return this.#act(actor, person, draw);
  }

  /** @returns how many looks there were */
  async judge(): Promise<number> {
    const judge = new Judge(this.#stage, this.#papers);
    await judge.look();
    return judge.tried;
  }

  #placeOf({ role, customer }: Draw): Place {
    return role === 'CUSTOMER' ? { role, customerId: this.#stage.customers[customer]!.id } : { role };
  }

  async #act(actor: Person, person: Person, draw: Draw): Promise<boolean> {
    const act = this.#meant(actor, person, draw);
    if (!act) return false;
    await this.#stage.pull(actor.device);
    this.#stage.firm.take(
      await actor.device.vault.signMemberAct(this.#stage.firm.workspaceId, act, this.#stage.firm.at),
    );
    if (act.type === 'remove') [person.place, person.link] = [undefined, undefined];
    if (act.type === 'status') person.status = act.status;
    if (act.type === 'role') person.place = this.#placeOf(draw);
    if (act.type === 'owner') [actor.isOwner, person.isOwner] = [false, true];
    return true;
  }

  /** What the draw means for a person in this state, if anything. */
  #meant(actor: Person, person: Person, draw: Draw): PlainAct | undefined {
    const { place, link, userId } = person;
    const { act } = draw;
    if (act === 'rotate') return { type: 'rotate', scopeIds: this.#drawnScopes(draw) };
    if (act === 'remove' && link) return { type: 'remove', userId: link.invitationId };
    if (!isMeantBy[act]!(person) || person === actor) return undefined;
    if (act === 'remove') return { type: 'remove', userId };
    if (act === 'owner') return actor.isOwner ? { type: 'owner', userId } : undefined;
    if (act === 'lock') return { type: 'status', userId, status: 'LOCKED' };
    if (act === 'activate') return { type: 'status', userId, status: 'ACTIVE' };
    if (act === 'deactivate') return { type: 'status', userId, status: 'INACTIVE' };
    const next = this.#placeOf(draw);
    if (JSON.stringify(next) === JSON.stringify(place)) return undefined;
    return { type: 'role', userId, ...next };
  }

  #drawnScopes({ readers, customer }: Draw): string[] {
    const { admins, staff } = this.#stage.firm;
    const drawn = [readers[0] && admins, readers[1] && staff, this.#stage.customers[customer]];
    return drawn.flatMap((scope) => (scope ? [scope.id] : []));
  }

  async #invite(actor: Person, person: Person, place: Place): Promise<boolean> {
    const { workspaceId, entries } = this.#stage.firm;
    const link = await this.#stage.firm.invite(actor.device, place);
    const { invitationId, secret } = link;
    const state = await actor.device.vault.takeLog(workspaceId, entries, 'server');
    const { cert } = state.invitations.get(invitationId)!;
    person.link = { ...link, place };
    person.selves.push(await openInvitationKeys(fromBase64Url(secret), { workspaceId, invitationId }, cert));
    return true;
  }

  async #accept(person: Person): Promise<boolean> {
    const link = person.link!;
    person.settle(person.next ?? person.device);
    await this.#stage.firm.accept(person.device, link);
    person.arrive(link.place);
    return true;
  }

  /** Takes somebody in for their six words: a stranger, or one who came without the secret of their link. */
  async #add(actor: Person, person: Person, drawn: Place): Promise<boolean> {
    const { link } = person;
    person.settle(person.next ?? person.device);
    const { cert } = person.device;
    const signed = await this.#confirm(
      actor,
      link ? { type: 'unlock', userId: link.invitationId, cert } : { type: 'add', cert, ...drawn },
      person.device,
    );
    this.#stage.firm.take(signed);
    person.arrive(link?.place ?? drawn);
    return true;
  }

  async #confirm(actor: Person, act: ConfirmedAct, { vault }: Device): Promise<SignedActs> {
    await this.#stage.pull(actor.device);
    const words = (await vault.sixWords()).join(' ');
    const { workspaceId, at } = this.#stage.firm;
    return actor.device.vault.signConfirmedAct(workspaceId, act, words, at);
  }

  /** A new password: new keys, while the log goes on naming the old ones until somebody answers for them. */
  async #reset(person: Person): Promise<boolean> {
    person.next = await deviceOf(person.userId, person.device.cert);
    person.selves.push(person.next.keys);
    return true;
  }

  async #unlock(person: Person, { way, by }: Draw): Promise<boolean> {
    const { userId, device } = person;
    const actor = pick(
      this.#stage.admins().filter((each) => each !== person),
      by,
    );
    if (way === 'admin' && !actor) return false;
    if (!person.next) await this.#reset(person);
    const next = person.next!;
    const { firm } = this.#stage;
    const { workspaceId, at } = firm;
    const signed = await {
      admin: () => this.#confirm(actor!, { type: 'unlock', userId, cert: next.cert }, next),
      phrase: async () => {
        const { privateKey } = await device.vault.renewKit(person.phrase);
        await next.vault.openFormerKeys(person.phrase, { privateKey, publicKey: device.cert, pins: [] });
        await this.#stage.pull(next);
        return next.vault.signPhraseRekey(workspaceId, [], at);
      },
      device: async () => {
        // Its session ended with the reset: it opens its keys anew, for this alone.
        device.reborn(await openVault(device.keys));
        await this.#stage.pull(device);
        const words = (await next.vault.sixWords()).join(' ');
        return device.vault.signDeviceRekey(workspaceId, next.cert, words, [], at);
      },
    }[way]();
    firm.take(signed);
    person.settle(next);
    person.arrive(person.place!);
    // Whoever signs hands on what was granted to the certificate of before.
    this.#project.noteGrants(signed.keys, this.#project.stillReading());
    if (this.#stage.granted.has(device)) this.#stage.granted.add(next);
    return true;
  }

  /** Signed, and the browser died before it was sent: nobody but its vault ever saw it, and that one is gone. */
  async #crash(actor: Person, person: Person, draw: Draw): Promise<boolean> {
    const { workspaceId, at } = this.#stage.firm;
    const { device } = actor;
    const act = this.#meant(actor, person, { ...draw, act: draw.customer ? 'remove' : 'role' });
    await this.#stage.pull(device);
    if (act) await device.vault.signMemberAct(workspaceId, act, at);
    await device.vault.renewKey(workspaceId, this.#stage.closed.id, this.#project.wished(draw).terms);
    device.reborn(await openVault(device.keys));
    return true;
  }
}
