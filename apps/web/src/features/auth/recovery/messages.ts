import { messages } from '../../../platform/text/messages.ts';

export const recoveryMessages = messages(
  {
    title: 'Set a new password',
    intro: 'We send a code to your address. With it you set a new password.',
    sendCode: 'Send code',
    failed: 'We are unable to recover your account',
    sent: 'If there is an account for {{email}}, a code of six digits is on its way. It is valid for 15 minutes.',
    resent: 'If there is an account for {{email}}, a new code is on its way.',
    code: 'Recovery code',
    invalidCode: 'Invalid recovery code',
    next: 'Next',
    capital: 'One capital letter is needed',
    special: 'One special character is needed',
    rule: 'At least 8 characters, one capital letter, one special character.',
    strengthHint:
      'Four or five words that have nothing to do with each other are strong and easy to remember: one with a capital, with hyphens between them.',
    lockTitle: 'What follows',
    lockNone: 'You belong to no workspace: you can sign in again at once.',
    lockBody_one:
      'We cannot read your data, so we cannot open it for you either. This workspace will be locked: {{names}}.',
    lockBody_other:
      'We cannot read your data, so we cannot open it for you either. These workspaces will be locked: {{names}}.',
    helpBy_one: 'One of these unlocks it:',
    helpBy_other: 'One of these unlocks them:',
    helpKit: 'your recovery kit: its 24 words open everything at once',
    helpDevices_one: 'a device on which you are still signed in',
    helpDevices_other: 'one of the {{count}} devices on which you are still signed in',
    helpAdmin: 'an admin of the workspace: you read six words out to them',
    helpNobody_one:
      '{{names}}: nobody else is an admin there. Without your recovery kit or another device it stays closed for good.',
    helpNobody_other:
      '{{names}}: nobody else is an admin there. Without your recovery kit or another device they stay closed for good.',
    understood: 'Set the new password',
    done: 'The new password is stored. Your workspaces stay locked until they are unlocked.',
    doneOpen: 'The new password is stored. You can sign in now.',
    maybeDone: 'Your new password may be stored already. Please try to sign in with it.',

    unlockTitle: '{{name}} is locked',
    wasReset: 'Your password was reset.',
    whyLocked:
      'Your password was reset, or nobody has confirmed yet that you are you. Nothing that was sent is lost.',
    byKit: 'With your recovery kit',
    byKitHint: 'Type the 24 words of the sheet. This unlocks all your workspaces at once.',
    phrase: 'The 24 words',
    wordCount: '{{count}} of 24 words',
    completion: 'Space completes: {{word}}',
    unlock: 'Unlock',
    invalidPhrase: 'Invalid recovery phrase: these are the words of another sheet',
    unknownWord: 'Invalid recovery phrase: “{{word}}” is none of its words',
    wrongCount: 'Invalid recovery phrase: there are 24 words',
    wrongSum: 'Invalid recovery phrase: a word is wrong or in the wrong place',
    notAll: 'Not unlocked yet: {{names}}. Your words stay good for another try.',
    unlockFailed: 'Unlock failed',
    unlocked: 'Workspace unlocked. You have full access again.',
    unlockedNewKit:
      'The workspace is unlocked. A kit that you printed before the reset opens nothing any more: please destroy it.',
    byWords: 'With six words',
    byAdmin:
      'Call an admin of {{name}} and read out these six words. They type them under Settings, Users. Never send them by mail or chat.',
    byDevice:
      'Or open Kontor on a device on which you were signed in before. It asks for the same six words and unlocks all your workspaces.',
    byOwnDevice:
      'Open Kontor on a device on which you were signed in before. It asks for these six words and unlocks all your workspaces.',
    ownWords: 'Your six words',
    toWorkspaces: 'To your workspaces',

    formerNotice:
      'The password of {{email}} was reset. If that was you, this device can unlock your workspaces.',
    formerNoticeOther: 'If it was not you, type no words here and tell an admin.',
    formerLink: 'Unlock from this device',
    formerTitle: 'Unlock from this device',
    formerIntro:
      'The device with the new password shows six words. Type them here only if you see them with your own eyes. This unlocks: {{names}}.',
    formerUnsent_one: 'One change that was made on this device has not been sent.',
    formerUnsent_other: '{{count}} changes that were made on this device have not been sent.',
    formerUnsentHint:
      'What was not sent is lost when you unlock from here. To keep it, sign in on this device with the new password and unlock with the recovery kit.',
    formerUnstored_one:
      'One change that was made on this device is lost: it was not sent, and the device had no room to keep it.',
    formerUnstored_other:
      '{{count}} changes that were made on this device are lost: they were not sent, and the device had no room to keep them.',
    maybeUnsent_one: 'One change that was made on this device may not have been sent.',
    maybeUnsent_other: '{{count}} changes that were made on this device may not have been sent.',
    maybeUnsentHint:
      'The 24 words of the kit bring back what was not sent. After any other way of unlocking it is lost.',
    formerUnsentLost: 'What was not sent is lost.',
    formerFailed: 'What lies on this device could not be opened.',
    formerNothing: 'There is nothing left here that this device could unlock.',
    formerForget: 'Forget the old sign-in here',
    formerDone: 'Unlocked. This device is signed out now.',

    waits: '{{name}} is locked and waits for you.',
    waitsHint: 'Their password was reset. Let them read six words out to you, in person or on the phone.',
    unlockMember: 'Unlock',
    unlockMemberTitle: 'Unlock {{name}}',
    unlockMemberBody:
      'Call {{name}} and let them read out the six words that they see, and type them here. That is how you know that nobody has slipped in between. You have three tries.',
    memberUnlocked: '{{name}} has full access again.',
  },
  {
    title: 'Neues Passwort setzen',
    intro: 'Wir senden einen Code an Ihre Adresse. Damit setzen Sie ein neues Passwort.',
    sendCode: 'Code senden',
    failed: 'Ihr Konto konnte nicht wiederhergestellt werden',
    sent: 'Wenn es zu {{email}} ein Konto gibt, ist ein sechsstelliger Code unterwegs. Er gilt 15 Minuten.',
    resent: 'Wenn es zu {{email}} ein Konto gibt, ist ein neuer Code unterwegs.',
    code: 'Wiederherstellungscode',
    invalidCode: 'Ungültiger Wiederherstellungscode',
    next: 'Weiter',
    capital: 'Ein Großbuchstabe ist nötig',
    special: 'Ein Sonderzeichen ist nötig',
    rule: 'Mindestens 8 Zeichen, ein Großbuchstabe, ein Sonderzeichen.',
    strengthHint:
      'Vier oder fünf Wörter, die nichts miteinander zu tun haben, sind stark und leicht zu merken: eines großgeschrieben, mit Bindestrichen dazwischen.',
    lockTitle: 'Was danach geschieht',
    lockNone: 'Sie gehören zu keinem Arbeitsbereich: Sie können sich sofort wieder anmelden.',
    lockBody_one:
      'Wir können Ihre Daten nicht lesen und deshalb auch nicht für Sie öffnen. Dieser Arbeitsbereich ist dann gesperrt: {{names}}.',
    lockBody_other:
      'Wir können Ihre Daten nicht lesen und deshalb auch nicht für Sie öffnen. Diese Arbeitsbereiche sind dann gesperrt: {{names}}.',
    helpBy_one: 'So wird er wieder entsperrt:',
    helpBy_other: 'So werden sie wieder entsperrt:',
    helpKit: 'Ihr Wiederherstellungsblatt: Seine 24 Wörter öffnen alles auf einmal',
    helpDevices_one: 'ein Gerät, auf dem Sie noch angemeldet sind',
    helpDevices_other: 'eines der {{count}} Geräte, auf denen Sie noch angemeldet sind',
    helpAdmin: 'ein Admin des Arbeitsbereichs: Sie lesen ihm sechs Wörter vor',
    helpNobody_one:
      '{{names}}: Dort ist sonst niemand Admin. Ohne Ihr Wiederherstellungsblatt oder ein anderes Gerät bleibt dieser Arbeitsbereich für immer verschlossen.',
    helpNobody_other:
      '{{names}}: Dort ist sonst niemand Admin. Ohne Ihr Wiederherstellungsblatt oder ein anderes Gerät bleiben diese Arbeitsbereiche für immer verschlossen.',
    understood: 'Neues Passwort setzen',
    done: 'Das neue Passwort ist gespeichert. Ihre Arbeitsbereiche bleiben gesperrt, bis sie entsperrt werden.',
    doneOpen: 'Das neue Passwort ist gespeichert. Sie können sich jetzt anmelden.',
    maybeDone:
      'Ihr neues Passwort ist vielleicht schon gespeichert. Bitte versuchen Sie, sich damit anzumelden.',

    unlockTitle: '{{name}} ist gesperrt',
    wasReset: 'Ihr Passwort wurde zurückgesetzt.',
    whyLocked:
      'Ihr Passwort wurde zurückgesetzt, oder es hat noch niemand bestätigt, dass Sie es sind. Nichts von dem, was gesendet wurde, ist verloren.',
    byKit: 'Mit Ihrem Wiederherstellungsblatt',
    byKitHint:
      'Geben Sie die 24 Wörter des Blatts ein. Damit werden alle Ihre Arbeitsbereiche auf einmal entsperrt.',
    phrase: 'Die 24 Wörter',
    wordCount: '{{count}} von 24 Wörtern',
    completion: 'Leertaste ergänzt: {{word}}',
    unlock: 'Entsperren',
    invalidPhrase: 'Ungültige Wiederherstellungswörter: Das sind die Wörter eines anderen Blatts',
    unknownWord: 'Ungültige Wiederherstellungswörter: „{{word}}“ gehört nicht dazu',
    wrongCount: 'Ungültige Wiederherstellungswörter: Es sind 24 Wörter',
    wrongSum: 'Ungültige Wiederherstellungswörter: Ein Wort ist falsch oder steht an falscher Stelle',
    notAll: 'Noch nicht entsperrt: {{names}}. Ihre Wörter gelten für einen weiteren Versuch.',
    unlockFailed: 'Entsperren fehlgeschlagen',
    unlocked: 'Arbeitsbereich entsperrt. Sie haben wieder vollen Zugang.',
    unlockedNewKit:
      'Der Arbeitsbereich ist entsperrt. Ein Blatt, das Sie vor dem neuen Passwort gedruckt haben, öffnet nichts mehr: Bitte vernichten Sie es.',
    byWords: 'Mit sechs Wörtern',
    byAdmin:
      'Rufen Sie einen Admin von {{name}} an und lesen Sie diese sechs Wörter vor. Er gibt sie unter Einstellungen, Benutzer ein. Senden Sie sie nie per E-Mail oder Chat.',
    byDevice:
      'Oder öffnen Sie Kontor auf einem Gerät, auf dem Sie vorher angemeldet waren. Dort werden dieselben sechs Wörter verlangt; danach sind alle Ihre Arbeitsbereiche entsperrt.',
    byOwnDevice:
      'Öffnen Sie Kontor auf einem Gerät, auf dem Sie vorher angemeldet waren. Dort werden diese sechs Wörter verlangt; danach sind alle Ihre Arbeitsbereiche entsperrt.',
    ownWords: 'Ihre sechs Wörter',
    toWorkspaces: 'Zu Ihren Arbeitsbereichen',

    formerNotice:
      'Das Passwort von {{email}} wurde zurückgesetzt. Wenn Sie das waren, kann dieses Gerät Ihre Arbeitsbereiche entsperren.',
    formerNoticeOther:
      'Wenn Sie es nicht waren, geben Sie hier keine Wörter ein und sagen Sie es einem Admin.',
    formerLink: 'Von diesem Gerät aus entsperren',
    formerTitle: 'Von diesem Gerät aus entsperren',
    formerIntro:
      'Das Gerät mit dem neuen Passwort zeigt sechs englische Wörter. Geben Sie sie hier nur ein, wenn Sie sie mit eigenen Augen sehen. Damit wird entsperrt: {{names}}.',
    formerUnsent_one: 'Eine Änderung, die auf diesem Gerät gemacht wurde, ist noch nicht gesendet.',
    formerUnsent_other:
      '{{count}} Änderungen, die auf diesem Gerät gemacht wurden, sind noch nicht gesendet.',
    formerUnsentHint:
      'Was nicht gesendet ist, geht verloren, wenn Sie von hier aus entsperren. Um es zu behalten, melden Sie sich auf diesem Gerät mit dem neuen Passwort an und entsperren mit dem Wiederherstellungsblatt.',
    formerUnstored_one:
      'Eine Änderung, die auf diesem Gerät gemacht wurde, ist verloren: Sie wurde nicht gesendet, und auf dem Gerät war kein Platz für sie.',
    formerUnstored_other:
      '{{count}} Änderungen, die auf diesem Gerät gemacht wurden, sind verloren: Sie wurden nicht gesendet, und auf dem Gerät war kein Platz für sie.',
    maybeUnsent_one: 'Eine Änderung, die auf diesem Gerät gemacht wurde, ist vielleicht noch nicht gesendet.',
    maybeUnsent_other:
      '{{count}} Änderungen, die auf diesem Gerät gemacht wurden, sind vielleicht noch nicht gesendet.',
    maybeUnsentHint:
      'Die 24 Wörter des Blatts holen zurück, was nicht gesendet wurde. Wird auf einem anderen Weg entsperrt, geht es verloren.',
    formerUnsentLost: 'Was nicht gesendet wurde, ist verloren.',
    formerFailed: 'Was auf diesem Gerät liegt, konnte nicht geöffnet werden.',
    formerNothing: 'Hier ist nichts mehr, was dieses Gerät entsperren könnte.',
    formerForget: 'Alte Anmeldung hier vergessen',
    formerDone: 'Entsperrt. Dieses Gerät ist jetzt abgemeldet.',

    waits: '{{name}} ist gesperrt und wartet auf Sie.',
    waitsHint:
      'Das Passwort wurde zurückgesetzt. Lassen Sie sich sechs Wörter vorlesen, persönlich oder am Telefon.',
    unlockMember: 'Entsperren',
    unlockMemberTitle: '{{name}} entsperren',
    unlockMemberBody:
      'Rufen Sie {{name}} an, lassen Sie sich die sechs englischen Wörter vorlesen, die dort angezeigt werden, und geben Sie sie hier ein. So ist sicher, dass sich niemand dazwischengeschoben hat. Sie haben drei Versuche.',
    memberUnlocked: '{{name}} hat wieder vollen Zugang.',
  },
);
