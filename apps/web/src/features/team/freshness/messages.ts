import { messages } from '../../../platform/text/messages.ts';

export const freshnessMessages = messages(
  {
    last: 'Last confirmed by {{name}}, {{when}}.',
    lastByYou: 'Last confirmed by you, {{when}}; by nobody else yet.',
    silent: 'No sign of your colleagues for {{days}} days',
    silentSince:
      'The last one came from {{name}} on {{when}}. What you see here is genuine, and nothing is lost. If you were all away, nothing is wrong.',
    silentHint:
      'There has been none since {{when}}. What you see here is genuine, and nothing is lost. If you were all away, nothing is wrong.',
    silentAct:
      'Otherwise call somebody: if they did work here since, the server keeps news from this device. Then somebody who has left may still read what you write: write nothing confidential, let nobody in, and tell whoever runs the server.',
    somebody: 'a member',
  },
  {
    last: 'Zuletzt bestätigt von {{name}}, {{when}}.',
    lastByYou: 'Zuletzt bestätigt von Ihnen, {{when}}; sonst noch von niemandem.',
    silent: 'Seit {{days}} Tagen kein Zeichen von Ihren Kollegen',
    silentSince:
      'Das letzte kam von {{name}}: {{when}}. Was Sie hier sehen, ist echt, und nichts ist verloren. Waren alle weg, ist alles in Ordnung.',
    silentHint:
      'Seit dem {{when}} gab es keines. Was Sie hier sehen, ist echt, und nichts ist verloren. Waren alle weg, ist alles in Ordnung.',
    silentAct:
      'Sonst rufen Sie jemanden an: Wurde hier inzwischen gearbeitet, hält der Server Neues von diesem Gerät fern. Dann kann noch mitlesen, wer schon weg ist: Schreiben Sie nichts Vertrauliches, nehmen Sie niemanden auf und sagen Sie es dem Betreiber des Servers.',
    somebody: 'einem Mitglied',
  },
);
