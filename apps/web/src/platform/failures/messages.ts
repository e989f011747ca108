import { messages } from '../text/messages.ts';

export const failureMessages = messages(
  {
    somethingWrong: 'Something went wrong! Please try again',
    notAuthorized: 'User not authorized',
    permissionDenied: 'Permission denied',
    notOwner: 'You are not the owner of this workspace',
    ownerStays: 'As the owner you first make somebody else the owner, or delete the workspace',
    stillMember: 'You are member of one or more workspaces. Please leave them before deleting your account',
    notFound: 'Not found',
    invalidWorkspace: 'Invalid workspace',
    wrongPassword: 'Current password is not correct',
    emailTaken: 'An account with this email already exists',
    registrationClosed: 'This server takes no new account for this address',
    invalidCode: 'Invalid verification code',
    invalidPhrase: 'Invalid recovery phrase',
    invalidCredentials: 'Invalid credentials',
    notVerified: 'This account is not verified yet',
    signOutFailed: 'Could not fetch CSRF Token for signing out',
    checkMail: 'Please check your email for your password',
    alreadyInvited: 'This user is already invited',
    hasLeft: 'This user has left but is still in the list. Remove them there first, then invite them again',
    invitationExpired: 'This invitation has expired',
    linkEnded: 'This link has ended',
    wrongLinkPassword: 'The password of this link is not correct',
    linksOff: 'Admins have switched links off for this workspace',
    throttled: 'Too many attempts. Please wait a moment',
    throttledMinutes: 'Too many attempts. Please wait {{count}} minutes',
    throttledHours: 'Too many attempts. Please wait {{count}} hours',
    signInThrottled:
      'Too many attempts. Please wait a quarter of an hour, or use a device on which you signed in before',
    tooLarge: 'This is too large',
    overQuota: 'The storage of this workspace is full',
    overPersonalQuota:
      'What you keep for yourself (stars, drafts, muted places, views of lists, signatures) is as much as one may. Please remove some of it first.',
    tooManyScopes:
      'This workspace has as many projects and rooms as it can have; deleted ones count, too. Please use an existing one, or take one from the archive.',
    tooManyScopesToday:
      'You made as many projects and rooms today as one can in a day. Please try again tomorrow.',
    tooManyKeysToday:
      'You changed who reads this place as often today as one can in a day. Please try again tomorrow.',
    noSeat: 'All seats of your plan are taken. Choose a larger plan, or set somebody to inactive first.',
    overPlan: 'Downgrade failed - Your workspace would be over quota. Please reduce resources first',
    noPaymentMethod: 'No payment method found - add one first',
    noSubscription: 'There is no subscription',
    paymentDeclined: 'The payment was declined. Please try another payment method.',
    subscriptionExpired: 'Subscription expired',
    readOnly: 'Nothing was changed: a payment is missing, and until then everything can only be read',
    notInPlan: 'The plan of this workspace does not include this',
    gatewayFailed: 'The payment provider does not answer. Please try again',
    tooManyWorkspaces: 'You own as many workspaces as one account may. Delete one that you no longer need',
    foundedTooMany: 'Too many workspaces were created by you or from your network today. Try again tomorrow',
    changed: 'This was changed in the meantime',
    conflict:
      'This does not go with what is stored: somebody probably changed it in the meantime. What you typed is still here. Please look it over, then save again.',
    inUse: 'Something still hangs on it. Please remove that first.',
    nameTaken: 'This name exists already in this folder',
    timerRunning: 'Time tracking is running already!',
    wrongTime: 'The clock of this device is wrong. Please set it, then try again. Nothing was changed.',
    aheadOfClock:
      'The server shows news about the members from later than now, by the clock of this device. If that is wrong, please set it, then try again.',
    membersRefused:
      'The member list could not be verified. Nothing was changed. Reload this page and try again; if this stays, tell an admin and whoever runs the server.',
    unsafePassword:
      'Server asked for unsafe password protection; sign-in stopped. Nothing of your password was sent. Do not type it here again; call an admin and whoever runs the server.',
    unconfirmedLog: 'Please compare the six words of this workspace first.',
    keysRefused:
      'The server handed out keys that are not yours; sign-in stopped. Nothing of yours was opened or written with them. Do not type your password here again; call an admin and whoever runs the server.',
    offline: 'The server cannot be reached. Please check your connection.',
  },
  {
    somethingWrong: 'Etwas ist schiefgelaufen! Bitte versuchen Sie es erneut',
    notAuthorized: 'Nicht angemeldet',
    permissionDenied: 'Zugriff verweigert',
    notOwner: 'Dieser Arbeitsbereich gehört Ihnen nicht',
    ownerStays:
      'Ihnen gehört dieser Arbeitsbereich: Übergeben Sie ihn zuerst einem anderen Mitglied, oder löschen Sie ihn',
    stillMember:
      'Sie sind Mitglied in einem oder mehreren Arbeitsbereichen. Bitte verlassen Sie diese, bevor Sie Ihr Konto löschen.',
    notFound: 'Nicht gefunden',
    invalidWorkspace: 'Ungültiger Arbeitsbereich',
    wrongPassword: 'Das aktuelle Passwort ist nicht richtig',
    emailTaken: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto',
    registrationClosed: 'Dieser Server nimmt für diese Adresse kein neues Konto an',
    invalidCode: 'Ungültiger Bestätigungscode',
    invalidPhrase: 'Ungültige Wiederherstellungswörter',
    invalidCredentials: 'Ungültige Zugangsdaten',
    notVerified: 'Dieses Konto ist noch nicht bestätigt',
    signOutFailed: 'Das CSRF-Token für das Abmelden konnte nicht geholt werden',
    checkMail: 'Bitte sehen Sie in Ihren E-Mails nach Ihrem Passwort',
    alreadyInvited: 'Diese Person ist bereits eingeladen',
    hasLeft:
      'Diese Person ist ausgetreten, steht aber noch in der Liste. Entfernen Sie sie dort, dann können Sie sie neu einladen',
    invitationExpired: 'Diese Einladung ist abgelaufen',
    linkEnded: 'Dieser Link gilt nicht mehr',
    wrongLinkPassword: 'Das Passwort dieses Links ist nicht richtig',
    linksOff: 'Admins haben Links für diesen Arbeitsbereich abgeschaltet',
    throttled: 'Zu viele Versuche. Bitte warten Sie einen Moment',
    throttledMinutes: 'Zu viele Versuche. Bitte warten Sie {{count}} Minuten',
    throttledHours: 'Zu viele Versuche. Bitte warten Sie {{count}} Stunden',
    signInThrottled:
      'Zu viele Versuche. Bitte warten Sie eine Viertelstunde, oder nehmen Sie ein Gerät, auf dem Sie schon angemeldet waren',
    tooLarge: 'Das ist zu groß',
    overQuota: 'Der Speicher dieses Arbeitsbereichs ist voll',
    overPersonalQuota:
      'Was Sie für sich behalten (Sterne, Entwürfe, Stummschaltungen, Ansichten von Listen, Unterschriften), ist so viel, wie man darf. Bitte entfernen Sie zuerst etwas davon.',
    tooManyScopes:
      'Dieser Arbeitsbereich hat so viele Projekte und Räume, wie möglich sind; auch gelöschte zählen. Bitte verwenden Sie ein vorhandenes Projekt oder einen vorhandenen Raum, auch aus dem Archiv.',
    tooManyScopesToday:
      'Sie haben heute so viele Projekte und Räume angelegt, wie an einem Tag möglich sind. Bitte versuchen Sie es morgen wieder.',
    tooManyKeysToday:
      'Sie haben heute so oft geändert, wer hier mitliest, wie es an einem Tag möglich ist. Bitte versuchen Sie es morgen wieder.',
    noSeat:
      'Alle Plätze Ihres Tarifs sind belegt. Wählen Sie einen größeren Tarif, oder setzen Sie zuerst eine Person auf inaktiv.',
    overPlan:
      'Tarifwechsel fehlgeschlagen - Ihr Arbeitsbereich würde den Tarif überschreiten. Bitte verringern Sie zuerst, was er belegt',
    noPaymentMethod: 'Keine Zahlungsart gefunden - fügen Sie zuerst eine hinzu',
    noSubscription: 'Es gibt kein Abonnement',
    paymentDeclined: 'Die Zahlung wurde abgelehnt. Bitte versuchen Sie es mit einer anderen Zahlungsart.',
    subscriptionExpired: 'Abonnement abgelaufen',
    readOnly: 'Nichts wurde geändert: Eine Zahlung fehlt, bis dahin kann alles nur gelesen werden',
    notInPlan: 'Der Tarif dieses Arbeitsbereichs enthält dies nicht',
    gatewayFailed: 'Der Zahlungsdienst antwortet nicht. Bitte versuchen Sie es erneut',
    tooManyWorkspaces:
      'Ihnen gehören so viele Arbeitsbereiche, wie ein Konto haben darf. Löschen Sie einen, den Sie nicht mehr brauchen',
    foundedTooMany:
      'Heute wurden von Ihnen oder aus Ihrem Netz zu viele Arbeitsbereiche angelegt. Versuchen Sie es morgen wieder',
    changed: 'Dies wurde inzwischen geändert',
    conflict:
      'Dies passt nicht zu dem, was gespeichert ist: Vermutlich hat es inzwischen jemand geändert. Was Sie geschrieben haben, ist noch da. Bitte sehen Sie es noch einmal durch und speichern Sie dann erneut.',
    inUse: 'Daran hängt noch etwas. Bitte entfernen Sie das zuerst.',
    nameTaken: 'Diesen Namen gibt es in diesem Ordner schon',
    timerRunning: 'Die Zeiterfassung läuft bereits!',
    wrongTime:
      'Die Uhr dieses Geräts geht falsch. Bitte stellen Sie sie richtig und versuchen Sie es erneut. Nichts wurde geändert.',
    aheadOfClock:
      'Der Server zeigt Neues über die Mitglieder, das nach der Uhr dieses Geräts erst noch kommt. Geht sie falsch, stellen Sie sie bitte und versuchen Sie es erneut.',
    membersRefused:
      'Die Mitgliederliste konnte nicht überprüft werden. Nichts wurde geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es einem Admin und dem Betreiber des Servers.',
    unsafePassword:
      'Der Server verlangte unsicheren Passwortschutz; die Anmeldung wurde abgebrochen. Von Ihrem Passwort wurde nichts gesendet. Geben Sie es hier nicht noch einmal ein; rufen Sie einen Admin und den Betreiber des Servers an.',
    unconfirmedLog: 'Bitte vergleichen Sie zuerst die sechs Wörter dieses Arbeitsbereichs.',
    keysRefused:
      'Der Server gab Schlüssel heraus, die nicht Ihre sind; die Anmeldung wurde abgebrochen. Nichts von Ihnen wurde damit geöffnet oder geschrieben. Geben Sie Ihr Passwort hier nicht noch einmal ein; rufen Sie einen Admin und den Betreiber des Servers an.',
    offline: 'Der Server ist nicht erreichbar. Bitte prüfen Sie Ihre Verbindung.',
  },
);
