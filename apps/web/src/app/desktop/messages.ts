import { messages } from '../../platform/text/messages.ts';

export const serverMessages = messages(
  {
    choose: 'Choose a server',
    about: 'Kontor runs on a server of your firm. Its address is the one that you open in the browser.',
    address: 'Address of the server',
    example: 'e.g. kontor.example.org',
    add: 'Add',
    required: 'Please enter an address',
    invalid: 'That is not a server address. It begins with https://.',
    unknown: 'No Kontor server answers at {{server}}.',
    known: 'Your servers',
    open: 'Open {{server}}',
    remove: 'Remove {{server}}',
    removeShort: 'Remove',
    removeTitle: 'Remove {{server}}?',
    removeBody:
      'This computer forgets your sign-in there: the next one takes your password. What is open in other programs is wiped; the rest that is kept here of that server stays, encrypted; your session there ends once you sign it out under “Signed-in devices” elsewhere. Nothing is deleted on the server.',
    removeFiles: 'Lost for good, since not uploaded or still open in a program: {{names}}.',
    notWiped:
      'Some of the open files of {{server}} could not be wiped. Close them in their programs, and try again.',
    notRemoved:
      'The keychain of this system does not delete your session at {{server}}. Unlock it, and try again.',
    server: 'Server: {{server}}',
    change: 'Change server',
    downloaded: '{{name}} is in your Downloads folder',
    downloadedUnnamed: 'The download is in your Downloads folder',
    downloadFailed: 'The download has failed: {{name}}',
    downloadFailedUnnamed: 'The download has failed.',
    notDropped: 'This system does not let files be dropped here. Please choose them with the button instead.',
  },
  {
    choose: 'Server wählen',
    about: 'Kontor läuft auf einem Server Ihrer Firma. Die Adresse ist die, die Sie im Browser öffnen.',
    address: 'Adresse des Servers',
    example: 'z. B. kontor.example.org',
    add: 'Hinzufügen',
    required: 'Bitte geben Sie eine Adresse ein',
    invalid: 'Das ist keine Adresse eines Servers. Sie beginnt mit https://.',
    unknown: 'Unter {{server}} antwortet kein Kontor-Server.',
    known: 'Ihre Server',
    open: '{{server}} öffnen',
    remove: '{{server}} entfernen',
    removeShort: 'Entfernen',
    removeTitle: '{{server}} entfernen?',
    removeBody:
      'Dieser Computer vergisst Ihre Anmeldung dort: Die nächste verlangt Ihr Passwort. Was in anderen Programmen geöffnet ist, wird gelöscht; was hier sonst von diesem Server liegt, bleibt verschlüsselt liegen; Ihre Sitzung dort endet, wenn Sie sie anderswo unter „Angemeldete Geräte“ abmelden. Auf dem Server wird nichts gelöscht.',
    removeFiles:
      'Endgültig verloren, weil nicht hochgeladen oder noch in einem Programm geöffnet: {{names}}.',
    notWiped:
      'Manche der geöffneten Dateien von {{server}} ließen sich nicht löschen. Schließen Sie sie in ihren Programmen, und versuchen Sie es noch einmal.',
    notRemoved:
      'Der Schlüsselbund dieses Systems löscht Ihre Sitzung bei {{server}} nicht. Entsperren Sie ihn, und versuchen Sie es noch einmal.',
    server: 'Server: {{server}}',
    change: 'Server wechseln',
    downloaded: '{{name}} liegt im Download-Ordner',
    downloadedUnnamed: 'Der Download liegt im Download-Ordner',
    downloadFailed: 'Der Download ist fehlgeschlagen: {{name}}',
    downloadFailedUnnamed: 'Der Download ist fehlgeschlagen.',
    notDropped:
      'Dieses System lässt keine Dateien hierher ziehen. Bitte wählen Sie sie stattdessen über die Schaltfläche aus.',
  },
);
