import { type Env, isLoopback } from './env.ts';

/** Says where mails go that no mail server gets; undefined where one does. */
export function whereMailGoes({
  SMTP_URL,
  PUBLIC_URL,
}: Pick<Env, 'SMTP_URL' | 'PUBLIC_URL'>): { text: string; isProblem: boolean } | undefined {
  if (SMTP_URL) return undefined;
  return isLoopback(PUBLIC_URL)
    ? { text: `Mails wait in the local mailbox: ${PUBLIC_URL}/dev/mailbox`, isProblem: false }
    : {
        text: 'No mail leaves this server: SMTP_URL is not set. Codes and invitations reach nobody.',
        isProblem: true,
      };
}
