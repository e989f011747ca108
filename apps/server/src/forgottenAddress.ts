import { type Env, isLoopback } from './env.ts';

type Reached = Pick<Env, 'PUBLIC_URL' | 'HOST' | 'SMTP_URL' | 'TRUST_PROXY'>;

/** Warns of a server that others seem to reach while its address is one of this machine; undefined where all is well. */
export function forgottenAddress({ PUBLIC_URL, HOST, SMTP_URL, TRUST_PROXY }: Reached): string | undefined {
  if (!isLoopback(PUBLIC_URL)) return undefined;
  const isHostLocal = isLoopback(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}`);
  const hints = [
    SMTP_URL !== undefined && 'SMTP_URL is set',
    TRUST_PROXY !== false && 'TRUST_PROXY is set',
    !isHostLocal && `HOST is ${HOST}`,
  ].filter((hint) => hint !== false);
  return hints.length === 0
    ? undefined
    : `PUBLIC_URL is ${PUBLIC_URL}, though ${hints.join(' and ')}: where others reach this server, set PUBLIC_URL to ` +
        'the address at which they do. Links in mails lead nowhere else, and limits and safeguards are those of a trial.';
}
