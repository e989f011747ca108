/** Words of the mails about a subscription: the subject, then the paragraphs. */
import type { Language } from '@kontor/contract/text/language';

interface Words {
  button: string;
  footer: string;
  kinds: Record<NoticeKind, readonly string[]>;
}

export type NoticeKind =
  | 'trialEnding'
  | 'trialEnded'
  | 'trialEndedKept'
  | 'pastDue'
  | 'pastDueAgain'
  | 'readOnly'
  | 'canceled'
  | 'canceledUnpaid'
  | 'deletion'
  | 'trialDeletion';

const en: Words = {
  button: 'Billing and payment',
  footer: 'Sent by Kontor at {{host}} to the admins of this workspace.',
  kinds: {
    trialEnding: [
      'The trial of {{name}} ends on {{day}}',
      'Choose a plan to go on working without a break.',
      'If you do nothing, the workspace is locked on that day. Nothing is charged.',
    ],
    trialEnded: [
      'The trial of {{name}} has ended',
      'The workspace is locked. Everything in it is kept: choose a plan, and it opens again.',
      'If you do nothing, all its data is deleted on {{day}}. Until then you can export it.',
    ],
    trialEndedKept: [
      'The trial of {{name}} has ended',
      'The workspace is locked. Everything in it is kept: choose a plan, and it opens again.',
      'You can go on exporting it.',
    ],
    pastDue: [
      'A payment for {{name}} failed',
      'We could not collect the payment. Please check your payment method. We will try again.',
      'Nobody is locked out: you can go on working. From {{day}} on the workspace is read-only if the payment is still missing.',
    ],
    pastDueAgain: [
      'The payment for {{name}} is still missing',
      'Please check your payment method. From {{day}} on the workspace is read-only.',
    ],
    readOnly: [
      '{{name}} is read-only now',
      'The payment is still missing. Everything can be read and exported, but not changed.',
      'As soon as it is paid, everything works as before.',
    ],
    canceled: [
      'The subscription of {{name}} ends on {{day}}',
      'It was cancelled. Until that day everything works as before, and you can resume it.',
      'Export what you want to keep.',
    ],
    canceledUnpaid: [
      'The subscription of {{name}} ends on {{day}}',
      'It was cancelled, and until that day you can resume it. A payment is missing: two weeks after it failed the workspace can only be read until it arrives.',
      'Export what you want to keep.',
    ],
    deletion: [
      'All data of {{name}} will be deleted on {{day}}',
      'The subscription has ended. On that day everything in this workspace is deleted for good.',
      'Until then an admin can export it, or choose a plan and keep it.',
    ],
    trialDeletion: [
      'All data of {{name}} will be deleted on {{day}}',
      'The trial has ended, and no plan was chosen. On that day everything in this workspace is deleted for good.',
      'Until then an admin can export it, or choose a plan and keep it.',
    ],
  },
};

const de: Words = {
  button: 'Abrechnung und Zahlung',
  footer: 'Gesendet von Kontor auf {{host}} an die Admins dieses Arbeitsbereichs.',
  kinds: {
    trialEnding: [
      'Die Testphase von {{name}} endet am {{day}}',
      'Wählen Sie einen Tarif, um ohne Unterbrechung weiterzuarbeiten.',
      'Wenn Sie nichts tun, wird der Arbeitsbereich an diesem Tag gesperrt. Es wird nichts berechnet.',
    ],
    trialEnded: [
      'Die Testphase von {{name}} ist beendet',
      'Der Arbeitsbereich ist gesperrt. Alles darin bleibt erhalten: Wählen Sie einen Tarif, und er öffnet sich wieder.',
      'Wenn Sie nichts tun, werden am {{day}} alle Daten gelöscht. Bis dahin können Sie sie exportieren.',
    ],
    trialEndedKept: [
      'Die Testphase von {{name}} ist beendet',
      'Der Arbeitsbereich ist gesperrt. Alles darin bleibt erhalten: Wählen Sie einen Tarif, und er öffnet sich wieder.',
      'Exportieren können Sie weiterhin alles.',
    ],
    pastDue: [
      'Eine Zahlung für {{name}} ist fehlgeschlagen',
      'Wir konnten den Betrag nicht einziehen. Bitte prüfen Sie Ihre Zahlungsart. Wir versuchen es erneut.',
      'Niemand ist ausgesperrt: Sie können weiterarbeiten. Ab dem {{day}} kann der Arbeitsbereich nur noch gelesen werden, wenn die Zahlung weiter fehlt.',
    ],
    pastDueAgain: [
      'Die Zahlung für {{name}} fehlt noch immer',
      'Bitte prüfen Sie Ihre Zahlungsart. Ab dem {{day}} kann der Arbeitsbereich nur noch gelesen werden.',
    ],
    readOnly: [
      '{{name}} kann jetzt nur noch gelesen werden',
      'Die Zahlung fehlt noch immer. Alles kann gelesen und exportiert, aber nicht geändert werden.',
      'Sobald sie eingeht, funktioniert alles wie bisher.',
    ],
    canceled: [
      'Das Abonnement von {{name}} endet am {{day}}',
      'Es wurde gekündigt. Bis zu diesem Tag funktioniert alles wie bisher, und Sie können es fortsetzen.',
      'Exportieren Sie, was Sie behalten möchten.',
    ],
    canceledUnpaid: [
      'Das Abonnement von {{name}} endet am {{day}}',
      'Es wurde gekündigt, und bis zu diesem Tag können Sie es fortsetzen. Es fehlt eine Zahlung: Zwei Wochen nachdem sie fehlgeschlagen ist, kann der Arbeitsbereich nur noch gelesen werden, bis sie eingeht.',
      'Exportieren Sie, was Sie behalten möchten.',
    ],
    deletion: [
      'Alle Daten von {{name}} werden am {{day}} gelöscht',
      'Das Abonnement ist beendet. An diesem Tag wird alles in diesem Arbeitsbereich endgültig gelöscht.',
      'Bis dahin kann ein Admin alles exportieren oder einen Tarif wählen und alles behalten.',
    ],
    trialDeletion: [
      'Alle Daten von {{name}} werden am {{day}} gelöscht',
      'Die Testphase ist beendet, und es wurde kein Tarif gewählt. An diesem Tag wird alles in diesem Arbeitsbereich endgültig gelöscht.',
      'Bis dahin kann ein Admin alles exportieren oder einen Tarif wählen und alles behalten.',
    ],
  },
};

export const noticeWords: Record<Language, Words> = { en, de };
