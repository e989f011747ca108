import { messages } from '../../../platform/text/messages.ts';

export const freshnessMessages = messages(
  {
    last: 'Last confirmed by {{name}}, {{when}}.',
    lastByYou: 'Last confirmed by you, {{when}}.',
    silent: 'Nobody else has confirmed this workspace for {{days}} days',
    silentHint:
      'The last sign of anybody else is from {{when}}. Perhaps nobody was here. If somebody was, the server is keeping news from this device: ask them.',
    behind: 'The server keeps news from this device',
    behindHint:
      '{{name}} has seen newer changes to the members of this workspace ({{when}}) than the server shows here. Until it shows them, do not rely on who belongs to this workspace.',
    forked: 'The server shows people different histories',
    forkedHint:
      'What {{name}} has seen of the members of this workspace ({{when}}) contradicts what the server shows here. Tell the others and whoever runs the server.',
    somebody: 'a member',
  },
  {
    last: 'Zuletzt bestätigt von {{name}}, {{when}}.',
    lastByYou: 'Zuletzt bestätigt von Ihnen, {{when}}.',
    silent: 'Seit {{days}} Tagen hat niemand sonst diesen Arbeitsbereich bestätigt',
    silentHint:
      'Das letzte Zeichen von jemand anderem ist vom {{when}}. Vielleicht war niemand hier. Falls doch, hält der Server Neues von diesem Gerät fern: Fragen Sie nach.',
    behind: 'Der Server hält Neues von diesem Gerät fern',
    behindHint:
      '{{name}} hat neuere Änderungen an den Mitgliedern dieses Arbeitsbereichs gesehen ({{when}}), als der Server hier zeigt. Verlassen Sie sich nicht darauf, wer dazugehört, bis er sie zeigt.',
    forked: 'Der Server zeigt nicht allen denselben Verlauf',
    forkedHint:
      'Was {{name}} von den Mitgliedern dieses Arbeitsbereichs gesehen hat ({{when}}), widerspricht dem, was der Server hier zeigt. Sagen Sie es den anderen und dem Betreiber des Servers.',
    somebody: 'ein Mitglied',
  },
);
