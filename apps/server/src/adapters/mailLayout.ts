/** Lays out our mails: one column, readable without images, styles inline because mail clients drop the rest. */

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML text node or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);

/** Characters that show as nothing: marks that turn how the rest of a line reads, and those that hide in the middle of a word. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Ends of what mail programs make a link of by themselves: a scheme, `www.`, the name before a domain. */
const linking = /:(?=\/\/)|(?<=\bwww)\.(?=\S)|(?<=\S)[.\u3002\uff0e\uff61](?=[\u200c\u200d]*\p{L})/giu;

/** Most characters of a name in a mail. */
const maxName = 60;

/**
 * Returns a name that strangers may have typed as text for a mail that we sign: one line that nothing turns, of a
 * subject's length, and no link. A space behind the dot breaks a link in every program, which no invisible character does.
 */
export function nameInMail(name: string): string {
  const shown = [
    ...name
      .replaceAll(invisible, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .replaceAll(linking, '$& '),
  ];
  return shown.length > maxName
    ? `${shown
        .slice(0, maxName - 1)
        .join('')
        .trimEnd()}…`
    : shown.join('');
}

export interface MailContent {
  language: string;
  title: string;
  paragraphs: string[];
  /** Shown large and easy to read out. */
  code?: string;
  /** Where to go from here; the addresses show in the text. */
  links?: { label: string; url: string }[];
  /** Small print below the rule. */
  footer: string;
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Renders a mail as text and as HTML with the same content. */
export function layOut({ language, title, paragraphs, code, links = [], footer }: MailContent): {
  text: string;
  html: string;
} {
  const text = [
    title,
    ...(code ? [code] : []),
    ...paragraphs,
    ...links.map(({ label, url }) => `${label}: ${url}`),
    '--',
    footer,
  ].join('\n\n');
  const lines = paragraphs.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`).join('');
  // A long one stays on one line of a phone.
  const type = code && code.length > 8 ? ['20px', '1px'] : ['32px', '8px'];
  const box = code
    ? `<p style="margin:0 0 24px;padding:16px;border:1px solid #d9e0e1;border-radius:6px;font:600 ${type[0]}/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:${type[1]};text-align:center;color:#0b5c63">${escapeHtml(code)}</p>`
    : '';
  const buttons = links
    .map(
      ({ label, url }) =>
        `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#0b5c63;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`,
    )
    .join('');
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f8f8;color:#1c2526;${font};font-size:16px;line-height:1.5">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e3e9e9;border-radius:8px">
<p style="margin:0 0 24px;font-weight:700;color:#0b5c63">Kontor</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(title)}</h1>
${box}${lines}${buttons}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e9e9;font-size:13px;color:#5c6b6d">${escapeHtml(footer)}</p>
</div>
</body>
</html>
`;
  return { text: `${text}\n`, html };
}
