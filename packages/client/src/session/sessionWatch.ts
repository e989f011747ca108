/** Watches for who is signed in elsewhere in this browser: looks, looks again where nothing answers, and goes by what is refused. */
import type { AuthSession } from '@kontor/contract/wire/account';
import { isCallError } from '../http/callError.ts';
import type { Http } from '../http/http.ts';
import type { Realtime } from '../http/realtime.ts';
import { sessionOf } from './account/authWire.ts';
import type { BearerSession } from './account/bearerSession.ts';
import { timeToLeave } from './account/signIn.ts';
import type { FormerUser, SessionStatus } from './view/sessionView.ts';

/** ms until the server is asked again while nobody knows who is signed in. */
const retryMs = 2_000;

/** ms in which a person comes back once by themselves: a server that refuses and agrees in turn is not asked on and on. */
const returnMs = 60_000;

interface WatchParts {
  http: Http;
  bearer?: BearerSession;
  status(): SessionStatus;
  /** See `Session.refresh`. */
  refresh(): Promise<void>;
  /** Ends the session here; what the device keeps stays where `leave` says so. */
  end(options: { leave: Promise<boolean> }): Promise<void>;
  showFormer(former: FormerUser): void;
}

export class SessionWatch {
  readonly #parts: WatchParts;
  /** When somebody who was refused came back last, by a clock that nobody sets. */
  #returnedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    parts.http.onUnauthorized(() => void this.#lost());
  }

  /** Asks the server something. Without an answer everything stays as it is; the next look comes by itself. */
  async look(ask = this.#parts.refresh): Promise<void> {
    try {
      await ask();
    } catch (error) {
      const lookAgain = () => {
        if (this.#parts.status() === 'loading') void this.look();
      };
      if (this.#parts.status() === 'loading') setTimeout(lookAgain, retryMs);
      if (!isCallError(error)) throw error;
    }
  }

  /**
   * Follows the channel of a sign-in: the server closes it for good when the session was ended elsewhere, and for a moment when
   * somebody's rights change (`onBack`, of this sign-in alone). `isOld`: the server was not asked at all yet.
   */
  follow(realtime: Realtime, { isOld, onBack }: { isOld: boolean; onBack: () => void }): void {
    let hasConnected = realtime.state === 'connected';
    const catchUp = () => void this.look().then(onBack);
    if (isOld && hasConnected) catchUp();
    realtime.onState((state) => {
      if (state === 'disconnected') void this.look();
      if (state === 'connected' && hasConnected) onBack();
      if (state === 'connected' && !hasConnected && isOld) catchUp();
      hasConnected ||= state === 'connected';
    });
  }

  /**
   * Takes note that a call was refused for want of a session: somebody ended it, reset the password, or
   * signed in anew, be it as another.
   */
  async #lost(): Promise<void> {
    const { http, bearer, status, end, showFormer } = this.#parts;
    const { userId } = http;
    // Where the server does not say in time that it can be answered for, the keys go.
    const forgotten = bearer?.end({ isFormer: true, wasOpen: true });
    const asked: Promise<AuthSession> = sessionOf(http, { signal: AbortSignal.timeout(timeToLeave) }).catch(
      () => ({}),
    );
    const isSame = ({ user }: AuthSession) => user !== undefined && user.id === userId;
    await end({ leave: asked.then((now) => now.former !== undefined || isSame(now)) });
    await forgotten;
    const now = await asked;
    if (status() !== 'unauthenticated') return;
    if (now.former) showFormer(now.former);
    if (!now.user || !userId) return;
    if (isSame(now)) {
      const at = performance.now();
      if (at - this.#returnedAt < returnMs) return;
      this.#returnedAt = at;
    }
    await this.look();
  }
}
