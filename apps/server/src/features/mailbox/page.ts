import type { StoredMail } from '../../adapters/mailbox.ts';
import { escapeHtml } from '../../adapters/mailLayout.ts';

const styles = `
body { margin: 0; display: grid; grid-template-columns: minmax(220px, 340px) 1fr; height: 100vh; color: #1c2526;
  font: 15px/1.45 Inter, -apple-system, "Segoe UI", Roboto, sans-serif; }
nav { overflow: auto; border-right: 1px solid #e3e9e9; }
h1 { margin: 0; padding: 20px 16px 12px; font-size: 18px; color: #0b5c63; }
nav a { display: block; padding: 10px 16px; border-top: 1px solid #e3e9e9; color: inherit; text-decoration: none; }
nav a[aria-current] { background: #eef4f4; }
nav small { display: block; color: #5c6b6d; }
main { display: flex; flex-direction: column; min-width: 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 12px; margin: 0; padding: 16px; border-bottom: 1px solid #e3e9e9; }
dt { color: #5c6b6d; } dd { margin: 0; overflow-wrap: anywhere; }
iframe { flex: 1; border: 0; } p { padding: 16px; }
@media (max-width: 640px) { body { grid-template-columns: 1fr; height: auto; } nav { max-height: 40vh; border: 0; } iframe { min-height: 560px; } }
`;

/** Renders the page of all mails, newest first, with the one of `id` (or the newest) open. */
export function mailboxPage(mails: StoredMail[], id: string | undefined, nonce: string): string {
  const open = mails.find((mail) => mail.id === id) ?? mails[0];
  const list = mails
    .map(
      (mail) =>
        `<a href="?id=${encodeURIComponent(mail.id)}"${mail === open ? ' aria-current="true"' : ''}>${escapeHtml(mail.subject)}<small>${escapeHtml(mail.to)}, ${time(mail)}</small></a>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Local mailbox</title>
<style nonce="${nonce}">${styles}</style></head>
<body><nav><h1>Local mailbox</h1>${list}</nav><main>${open ? shown(open) : empty}</main></body>
</html>
`;
}

const empty =
  '<p>No mail yet. Until SMTP_URL is set, what this server would send is kept here, for this machine alone.</p>';

const shown = (mail: StoredMail) =>
  `<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Subject</dt><dd>${escapeHtml(mail.subject)}</dd><dt>Sent</dt><dd>${time(mail)}</dd></dl>
<iframe sandbox title="Mail" src="/dev/mailbox/${encodeURIComponent(mail.id)}"></iframe>`;

const time = (mail: StoredMail) => `${new Date(mail.at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
