import type { Replica } from '@kontor/client/replica/replica';

/** Calls back once everything as of now is here, as soon as there is a connection. Returns what ends that. */
export function oncePulled(records: Pick<Replica, 'pull' | 'status'>, done: () => void): () => void {
  let [isEnded, stop] = [false, () => {}];
  const tell = () => {
    if (isEnded || records.status.get().connection !== 'current') return;
    stop();
    done();
  };
  void records.pull().then(() => {
    if (!isEnded) stop = records.status.subscribe(tell);
    tell();
  });
  return () => {
    isEnded = true;
    stop();
  };
}
