import type { DeviceStore } from '../device/deviceStore.ts';
import type { ChosenFile } from '../files/fileContents.ts';
import type { Http } from '../http/http.ts';
import type { Realtime } from '../http/realtime.ts';
import type { OpenedOnce } from '../openOnce.ts';
import type { Replica } from '../replica/replica.ts';
import type { KeptDrafts } from './keptDrafts.ts';
import type { SessionUser } from './view/sessionView.ts';

/** Everything that one sign-in opens. */
export interface SignedIn {
  user: SessionUser;
  /** Names this person in every call, whoever signs in next. */
  http: Http;
  device: DeviceStore;
  drafts: KeptDrafts;
  /** The sealed account as this sign-in kept it. */
  sealed: Uint8Array;
  realtime: Realtime;
  /** The files that were chosen for upload, by upload: unfinished ones go on when their workspace is open again. */
  chosen: Map<string, ChosenFile>;
  /** The user's own records. */
  personal: OpenedOnce<Replica>;
}
