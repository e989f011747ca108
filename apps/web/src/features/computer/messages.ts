import { messages } from '../../platform/text/messages.ts';

export const computerMessages = messages(
  {
    session: 'Signing in',
    isKept: 'This computer keeps you signed in; the secrets for it lie in the keychain of the system.',
    absent:
      'This system has no keychain. You sign in again whenever Kontor starts, and need a connection for it.',
    locked:
      'The keychain of this system is locked or refuses. You sign in again whenever Kontor starts, and need a connection for it, until you unlock it.',
    notForgotten:
      'You are signed out, but the keychain of this system refuses to delete the entry of Kontor. Unlock it, then sign in and out once more.',
    server: 'Server',
    anotherServer: 'Another server',
    leaveTitle_one: '{{count}} open file is not uploaded yet',
    leaveTitle_other: '{{count}} open files are not uploaded yet',
    leaveUnknownTitle: 'Change the server?',
    leaveBody:
      'The files stay on this computer. Uploads that had begun go on, and the rest is offered again, once you are back at the server that they belong to.',
    staysSignedIn: 'You stay signed in here.',
    start: 'Start',
    startsWithSystem: 'Open Kontor when this computer starts',
    timer: 'Timer',
    shortcut: 'Start, pause and resume the timer in any program with {{keys}}',
    timerScope:
      'This is the timer of the open workspace, as in the tray. One that runs in another workspace goes on without being shown here.',
    wayland: 'This desktop runs on Wayland: the shortcut may have no effect in other programs here.',
    shortcutTaken: 'The shortcut {{keys}} is already used by another program.',
    downloads: 'Downloads',
    chooseFolder: 'Choose a folder',
    version: 'Version',
    running: 'Kontor {{version}}',
    noUpdates: 'This app does not check for updates; it gets them as the other programs of this computer do.',
    look: 'Check for updates',
    newest: 'This is the newest version.',
    newer: 'Version {{version}} is there, signed by its maker.',
    load: 'Load and install',
    loaded: 'The package was loaded and opened. Your system asks before it installs it.',
    inDownloads:
      'The new version is in your Downloads folder. Quit Kontor, and start the new version from now on.',
    inOwnFolder:
      'The new version is in a folder of Kontor’s own, where only you can change it. In your Downloads folder others could replace it, or it could not be saved there. Move the file to a folder of your own. Then quit Kontor, and start the file from there.',
    failed: 'This could not be changed',
    loadFailed: 'The settings of this computer could not be read.',
    unreachable: 'The update server could not be reached. Please try again later.',
    disk: 'The update cannot be kept on this computer: the disk may be full.',
    forged:
      'The update on offer was not signed by the maker of this app, or was changed on its way. Nothing was installed. Please tell whoever looks after your computers.',
    older:
      'The version on offer is older than the installed one. Nothing was installed. Please tell whoever looks after your computers.',
    noPackage: 'There is no package for this system.',
    noOpener: 'The update was loaded, but no program on this computer can open it.',
    releaseFailed: 'That did not work. Please try again later.',
  },
  {
    session: 'Anmeldung',
    isKept:
      'Auf diesem Computer bleiben Sie angemeldet; die Geheimnisse dafür liegen im Schlüsselbund des Systems.',
    absent:
      'Dieses System hat keinen Schlüsselbund. Sie melden sich bei jedem Start von Kontor neu an und brauchen dafür eine Verbindung.',
    locked:
      'Der Schlüsselbund dieses Systems ist gesperrt oder verweigert den Zugriff. Bis Sie ihn entsperren, melden Sie sich bei jedem Start von Kontor neu an und brauchen dafür eine Verbindung.',
    notForgotten:
      'Sie sind abgemeldet, aber der Schlüsselbund dieses Systems löscht den Eintrag von Kontor nicht. Entsperren Sie ihn, und melden Sie sich dann noch einmal an und ab.',
    server: 'Server',
    anotherServer: 'Anderer Server',
    leaveTitle_one: '{{count}} geöffnete Datei ist noch nicht hochgeladen',
    leaveTitle_other: '{{count}} geöffnete Dateien sind noch nicht hochgeladen',
    leaveUnknownTitle: 'Den Server wechseln?',
    leaveBody:
      'Die Dateien bleiben auf diesem Computer. Sobald Sie wieder mit dem zugehörigen Server verbunden sind, werden begonnene Uploads fortgesetzt und die übrigen Dateien erneut angeboten.',
    staysSignedIn: 'Hier bleiben Sie angemeldet.',
    start: 'Start',
    startsWithSystem: 'Kontor öffnen, wenn dieser Computer startet',
    timer: 'Zeiterfassung',
    shortcut: 'Die Zeiterfassung in jedem Programm mit {{keys}} starten, pausieren und fortsetzen',
    timerScope:
      'Gemeint ist die Zeiterfassung des geöffneten Arbeitsbereichs, auch im Infobereich des Systems. Läuft sie in einem anderen Arbeitsbereich, geht sie dort weiter, ohne hier angezeigt zu werden.',
    wayland:
      'Dieser Desktop läuft mit Wayland: In anderen Programmen bleibt das Tastenkürzel hier vielleicht ohne Wirkung.',
    shortcutTaken: 'Das Tastenkürzel {{keys}} ist bereits durch ein anderes Programm belegt.',
    downloads: 'Downloads',
    chooseFolder: 'Ordner wählen',
    version: 'Version',
    running: 'Kontor {{version}}',
    noUpdates:
      'Diese App sucht nicht nach Updates; sie bekommt sie wie die anderen Programme dieses Computers.',
    look: 'Nach Updates suchen',
    newest: 'Das ist die neueste Version.',
    newer: 'Version {{version}} liegt bereit, vom Hersteller signiert.',
    load: 'Laden und installieren',
    loaded: 'Das Paket wurde geladen und geöffnet. Ihr System fragt vor der Installation.',
    inDownloads:
      'Die neue Version liegt im Download-Ordner. Beenden Sie Kontor, und starten Sie künftig die neue Version.',
    inOwnFolder:
      'Die neue Version liegt in einem Ordner von Kontor, in dem nur Sie sie ändern können. Im Download-Ordner könnten andere sie austauschen, oder sie ließ sich dort nicht ablegen. Verschieben Sie die Datei in einen eigenen Ordner. Beenden Sie dann Kontor, und starten Sie die Datei von dort.',
    failed: 'Das konnte nicht geändert werden',
    loadFailed: 'Die Einstellungen dieses Computers konnten nicht gelesen werden.',
    unreachable: 'Der Update-Server ist nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
    disk: 'Das Update lässt sich auf diesem Computer nicht ablegen: Vielleicht ist die Festplatte voll.',
    forged:
      'Das angebotene Update ist nicht vom Hersteller dieser App signiert oder wurde unterwegs verändert. Es wurde nichts installiert. Bitte wenden Sie sich an die Person, die Ihre Computer betreut.',
    older:
      'Angeboten wird eine ältere Version als die installierte. Es wurde nichts installiert. Bitte wenden Sie sich an die Person, die Ihre Computer betreut.',
    noPackage: 'Für dieses System gibt es kein Paket.',
    noOpener: 'Das Update wurde geladen, aber auf diesem Computer kann es kein Programm öffnen.',
    releaseFailed: 'Das hat nicht geklappt. Bitte versuchen Sie es später noch einmal.',
  },
);
