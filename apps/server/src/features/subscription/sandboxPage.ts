/** The sandbox's page: where a gateway's own would ask for a card, for 3-D Secure, and where its clock is moved. */

import { escapeHtml } from '../../adapters/mailLayout.ts';
import type { SandboxCustomer, SandboxMethod } from '../../adapters/payments/sandbox/model.ts';

const names: Record<SandboxMethod, string> = {
  good: 'Card 4242 – pays always',
  secure: 'Card 3184 – asks for 3-D Secure',
  declined: 'Card 0002 – is declined',
  expiring: 'Card 0069 – expires next month',
  sepa: 'SEPA direct debit 3000 – pays always',
  sepaFails: 'SEPA direct debit 3062 – comes back after five days',
  paypal: 'PayPal',
  bank: 'Bank transfer',
};

const style = `
  body { margin: 0; padding: 32px 16px; background: #fbfaf7; color: #1c1f23; font: 16px/1.5 Inter, system-ui, sans-serif }
  main { max-width: 480px; margin: 0 auto; padding: 24px; background: #fff; border: 1px solid #e7e4dc; border-radius: 6px }
  h1 { margin: 0 0 8px; font-size: 20px } h2 { font-size: 16px; margin: 24px 0 8px }
  p { margin: 0 0 16px } form { margin: 0 }
  button { display: block; width: 100%; margin: 0 0 8px; padding: 10px 12px; border: 1px solid #8a8f98; border-radius: 6px;
    background: #fff; color: inherit; font: inherit; text-align: left; cursor: pointer }
  button:hover { border-color: #0b5c63 } .main { background: #0b5c63; border-color: #0b5c63; color: #fff; text-align: center }
  input { width: 96px; padding: 8px; margin: 0 8px 8px 0; border: 1px solid #8a8f98; border-radius: 6px; font: inherit }
  a { color: #0b5c63 }`;

interface Shown {
  customer: SandboxCustomer;
  /** ms since 1970, by the sandbox's clock. */
  now: number;
  nonce: string;
  hasClock: boolean;
}

/** Writes the page of a customer. */
export function sandboxPage({ customer, now, nonce, hasClock }: Shown): string {
  const { pending, returnUrl } = customer;
  const methods = (Object.keys(names) as SandboxMethod[])
    .map((kind) => `<button name="method" value="${kind}">${escapeHtml(names[kind])}</button>`)
    .join('\n');
  const choice = pending
    ? `<h1>3-D Secure</h1>
<p>Your bank asks you to confirm the payment for the plan “${escapeHtml(pending.choice.plan)}”.</p>
<form method="post"><button class="main" name="confirm" value="yes">Confirm the payment</button>
<button name="confirm" value="no">Refuse</button></form>`
    : `<h1>Payment method</h1>
<p>This is a sandbox: no money moves. Choose how to pay.</p>
<form method="post">${methods}</form>`;
  const clock = hasClock
    ? `<h2>Clock</h2>
<p>For payments it is ${new Date(now).toISOString().slice(0, 10)}.</p>
<form method="post"><label>Days <input name="days" type="number" min="1" max="400" value="1"></label>
<button>Let them pass</button></form>`
    : '';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Payment (sandbox)</title>
<style nonce="${nonce}">${style}</style></head>
<body><main>
${choice}
<p><a href="${escapeHtml(returnUrl)}">Back without choosing</a></p>
${clock}
</main></body>
</html>
`;
}
