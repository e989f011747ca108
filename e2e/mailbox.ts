import type { Page } from '@playwright/test';

/** Returns what was mailed to an address, newest first, from the server's local mailbox. */
export async function mailsTo(page: Page, email: string): Promise<{ subject: string; text: string }[]> {
  const answer = await page.context().request.get('/dev/mailbox.json');
  const mails = (await answer.json()) as { to: string; subject: string; text: string }[];
  return mails.filter(({ to }) => to === email);
}
