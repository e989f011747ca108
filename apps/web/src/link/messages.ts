import { messages } from '../platform/text/messages.ts';

export const linkPageMessages = messages(
  {
    title: 'Shared files',
    opening: 'Opening …',
    promise: 'The files are decrypted in your browser. The server that carries them cannot read them.',
    retry: 'Try again',
    cancel: 'Cancel',

    lockedTitle: 'This link has a password',
    locked: 'Whoever sent you the link can tell it to you.',
    password: 'Password',
    showPassword: 'Show the password',
    open: 'Open',

    sentBy: '{{by}} of {{from}} sends you this.',
    sent: '{{by}} sends you this.',
    until: 'Available until {{until}}, as it was on {{made}}.',
    download: 'Download',
    downloadAll_one: 'Download {{count}} file (ZIP)',
    downloadAll_other: 'Download all {{count}} files (ZIP)',
    downloadOne: 'Download {{name}}',
    largeFile:
      'This file is {{size}} in size. Any browser collects all of it before it saves it here: that takes as much room again, in memory or on the disk, and fails where there is less.',
    largeFolder:
      'These files are {{size}} in all. Any browser collects all of them before it saves the archive here: that takes as much room again, in memory or on the disk, and fails where there is less. Each file can be downloaded by itself.',
    contents: 'Contents',
    empty: 'There is no file in this folder.',
    saving: '“{{name}}” is being downloaded and verified.',
    saved: '“{{name}}” was downloaded, and is exactly what was sent.',
    savedLacks_one:
      '“{{name}}” was downloaded, but {{count}} file in it is missing or cut off, since it is gone, damaged or was replaced; “{{note}}” in it names that file. Everything else is exactly what was sent.',
    savedLacks_other:
      '“{{name}}” was downloaded, but {{count}} files in it are missing or cut off, since they are gone, damaged or were replaced; “{{note}}” in it names them. Everything else is exactly what was sent.',
    notSaved:
      '“{{name}}” is gone, damaged or was replaced; nothing was saved. Please ask whoever sent you the link.',
    notSavedNow: '“{{name}}” could not be downloaded; nothing was saved.',

    brokenTitle: 'The address is incomplete',
    broken: 'Please copy the link again, to its very end, or ask whoever sent it for a new one.',
    unknownTitle: 'There is no such link',
    unknown: 'Please check that the address was copied whole, or ask whoever sent it for a new one.',
    expiredTitle: 'This link has expired',
    expired: 'Whoever sent it can make a new one.',
    usedTitle: 'This link was used up',
    used: 'It was fetched as often as its maker allowed. Whoever sent it can make a new one.',
    revokedTitle: 'This link does not open any more',
    revoked: 'It was taken back, or what it led to is not there any more. Please ask whoever sent it.',
    replacedTitle: 'The server handed out something else',
    replaced:
      'What came is not what this link names, so nothing was opened. Please tell whoever sent it to you, in another way than by this server.',
    throttledTitle: 'Too many attempts',
    throttled: 'Too many attempts. Please wait a quarter of an hour.',
    wrongPasswordTitle: 'The password is not correct',
    wrongPassword: 'The password is not correct',
    unreachableTitle: 'The server cannot be reached',
    unreachable: 'The server cannot be reached. Please try again.',
    failedTitle: 'Something went wrong in your browser',
    failed:
      'Something went wrong in your browser. There may be too little room for it, in memory or on the disk. Please try again.',
  },
  {
    title: 'Freigegebene Dateien',
    opening: 'Wird geöffnet …',
    promise:
      'Die Dateien werden in Ihrem Browser entschlüsselt. Der Server, der sie überträgt, kann sie nicht lesen.',
    retry: 'Erneut versuchen',
    cancel: 'Abbrechen',

    lockedTitle: 'Dieser Link hat ein Passwort',
    locked: 'Wer Ihnen den Link geschickt hat, kann es Ihnen nennen.',
    password: 'Passwort',
    showPassword: 'Passwort anzeigen',
    open: 'Öffnen',

    sentBy: '{{by}} von {{from}} schickt Ihnen dies.',
    sent: '{{by}} schickt Ihnen dies.',
    until: 'Verfügbar bis {{until}}, Stand vom {{made}}.',
    download: 'Herunterladen',
    downloadAll_one: '{{count}} Datei herunterladen (ZIP)',
    downloadAll_other: 'Alle {{count}} Dateien herunterladen (ZIP)',
    downloadOne: '{{name}} herunterladen',
    largeFile:
      'Diese Datei ist {{size}} groß. Jeder Browser sammelt sie hier ganz, bevor er sie speichert: Das braucht noch einmal so viel Platz, im Arbeitsspeicher oder auf der Festplatte, und scheitert, wo weniger frei ist.',
    largeFolder:
      'Diese Dateien sind zusammen {{size}} groß. Jeder Browser sammelt sie hier alle, bevor er das Archiv speichert: Das braucht noch einmal so viel Platz, im Arbeitsspeicher oder auf der Festplatte, und scheitert, wo weniger frei ist. Jede Datei lässt sich einzeln herunterladen.',
    contents: 'Inhalt',
    empty: 'In diesem Ordner liegt keine Datei.',
    saving: '„{{name}}“ wird heruntergeladen und geprüft.',
    saved: '„{{name}}“ wurde heruntergeladen und ist genau das, was geschickt wurde.',
    savedLacks_one:
      '„{{name}}“ wurde heruntergeladen, aber {{count}} Datei darin fehlt oder ist abgeschnitten, weil sie nicht mehr da, beschädigt oder ersetzt worden ist; „{{note}}“ darin nennt sie. Alles andere ist genau das, was geschickt wurde.',
    savedLacks_other:
      '„{{name}}“ wurde heruntergeladen, aber {{count}} Dateien darin fehlen oder sind abgeschnitten, weil sie nicht mehr da, beschädigt oder ersetzt worden sind; „{{note}}“ darin nennt sie. Alles andere ist genau das, was geschickt wurde.',
    notSaved:
      '„{{name}}“ ist nicht mehr da, beschädigt oder wurde ersetzt; nichts wurde gespeichert. Bitte wenden Sie sich an die Person, die Ihnen den Link geschickt hat.',
    notSavedNow: '„{{name}}“ konnte nicht heruntergeladen werden; nichts wurde gespeichert.',

    brokenTitle: 'Die Adresse ist unvollständig',
    broken: 'Bitte kopieren Sie den Link noch einmal bis ganz ans Ende, oder bitten Sie um einen neuen.',
    unknownTitle: 'Diesen Link gibt es nicht',
    unknown:
      'Bitte prüfen Sie, ob die Adresse vollständig kopiert wurde, oder bitten Sie um einen neuen Link.',
    expiredTitle: 'Dieser Link ist abgelaufen',
    expired: 'Wer ihn geschickt hat, kann einen neuen erstellen.',
    usedTitle: 'Dieser Link ist aufgebraucht',
    used: 'Er wurde so oft abgerufen, wie es vorgesehen war. Wer ihn geschickt hat, kann einen neuen erstellen.',
    revokedTitle: 'Dieser Link öffnet nichts mehr',
    revoked:
      'Er wurde zurückgezogen, oder das, wozu er führte, ist nicht mehr da. Bitte wenden Sie sich an die Person, die ihn geschickt hat.',
    replacedTitle: 'Der Server hat etwas anderes geliefert',
    replaced:
      'Was ankam, ist nicht das, was dieser Link benennt; deshalb wurde nichts geöffnet. Bitte sagen Sie es der Person, die ihn geschickt hat, auf einem anderen Weg als über diesen Server.',
    throttledTitle: 'Zu viele Versuche',
    throttled: 'Zu viele Versuche. Bitte warten Sie eine Viertelstunde.',
    wrongPasswordTitle: 'Das Passwort ist nicht richtig',
    wrongPassword: 'Das Passwort ist nicht richtig',
    unreachableTitle: 'Der Server ist nicht erreichbar',
    unreachable: 'Der Server ist nicht erreichbar. Bitte versuchen Sie es noch einmal.',
    failedTitle: 'In Ihrem Browser ist etwas schiefgegangen',
    failed:
      'In Ihrem Browser ist etwas schiefgegangen. Vielleicht ist im Arbeitsspeicher oder auf der Festplatte zu wenig frei. Bitte versuchen Sie es noch einmal.',
  },
);
