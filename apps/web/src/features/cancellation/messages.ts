import { messages } from '../../platform/text/messages.ts';

export const cancellationMessages = messages(
  {
    title: 'Cancel a subscription',
    intro:
      'You can cancel here without signing in. Enter the address that receives the invoices of the workspace, or that of its owner. We mail you a link for each workspace with a subscription.',
    email: 'E-mail',
    send: 'Mail me the link',
    failed: 'The link could not be requested',
    sent: 'Look into your mailbox',
    sentBody:
      'If a workspace with a subscription belongs to {{email}}, a mail with the links is on its way. They are valid for 24 hours.',
    otherEmail: 'Other address',
    badLink: 'This link is not valid any more',
    badLinkBody: 'Links are valid for 24 hours. Ask for a new one.',
    again: 'Ask for a new link',
    checkFailed: 'The link could not be checked',
    tryAgain: 'Try again',
    confirmTitle: 'Cancel the subscription of {{workspace}}',
    endsOn: 'The subscription ends on {{date}}. Until then everything works as before.',
    endsOnUnpaid:
      'The subscription ends on {{date}}. As long as a payment is missing, the workspace can only be read as of {{readOnly}}.',
    deletedOn:
      'After that the workspace is closed, and on {{date}} all of its data is irrevocably deleted. Export what you need before.',
    confirm: 'Cancel the subscription now',
    confirmFailed: 'The subscription could not be cancelled',
    nothing: 'There is no subscription that is paid for {{workspace}}. Nothing is charged.',
    done: 'The subscription of {{workspace}} is cancelled',
    doneBody: 'A confirmation was mailed to you.',
  },
  {
    title: 'Abonnement kündigen',
    intro:
      'Hier kündigen Sie, ohne sich anzumelden. Geben Sie die Adresse an, die die Rechnungen des Arbeitsbereichs erhält, oder die seines Inhabers. Wir schicken Ihnen je Arbeitsbereich mit Abonnement einen Link.',
    email: 'E-Mail',
    send: 'Link zusenden',
    failed: 'Der Link konnte nicht angefordert werden',
    sent: 'Sehen Sie in Ihr Postfach',
    sentBody:
      'Wenn zu {{email}} ein Arbeitsbereich mit Abonnement gehört, ist eine E-Mail mit den Links unterwegs. Sie gelten 24 Stunden.',
    otherEmail: 'Andere Adresse',
    badLink: 'Dieser Link gilt nicht mehr',
    badLinkBody: 'Links gelten 24 Stunden. Fordern Sie einen neuen an.',
    again: 'Neuen Link anfordern',
    checkFailed: 'Der Link konnte nicht geprüft werden',
    tryAgain: 'Erneut versuchen',
    confirmTitle: 'Abonnement von {{workspace}} kündigen',
    endsOn: 'Das Abonnement endet am {{date}}. Bis dahin funktioniert alles wie bisher.',
    endsOnUnpaid:
      'Das Abonnement endet am {{date}}. Solange eine Zahlung fehlt, kann der Arbeitsbereich ab dem {{readOnly}} nur gelesen werden.',
    deletedOn:
      'Danach ist der Arbeitsbereich geschlossen, und am {{date}} werden alle seine Daten unwiderruflich gelöscht. Exportieren Sie vorher, was Sie brauchen.',
    confirm: 'Abonnement jetzt kündigen',
    confirmFailed: 'Das Abonnement konnte nicht gekündigt werden',
    nothing: 'Für {{workspace}} gibt es kein bezahltes Abonnement. Es wird nichts abgebucht.',
    done: 'Das Abonnement von {{workspace}} ist gekündigt',
    doneBody: 'Eine Bestätigung ist per E-Mail an Sie unterwegs.',
  },
);
