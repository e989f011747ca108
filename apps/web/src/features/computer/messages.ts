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
    wayland: 'This desktop runs on Wayland: the keys may have no effect in other programs here.',
    shortcutTaken: 'The keys {{keys}} are taken by another program.',
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
    laid: 'The new version is in the folder for downloads. Quit Kontor and start that one from now on.',
    kept: 'The new version is in a folder of Kontor’s own, where only you can change it: others could exchange it in the folder for downloads, or the disk refused it there. Move it to a folder of your own, quit Kontor and start it from there.',
    failed: 'This could not be changed',
    loadFailed: 'What is chosen for this computer could not be read.',
    line: 'The place of the updates could not be reached. Please try again later.',
    disk: 'The update cannot be kept on this computer: the disk may be full.',
    forged:
      'What is offered there as an update was not signed by the maker of this app, or was changed on its way. Nothing was installed. Please tell whoever looks after your computers.',
    older:
      'An older version than yours is offered there. Nothing was installed. Please tell whoever looks after your computers.',
    noPackage: 'There is no package for this system.',
    program: 'The update was loaded, but no program of this computer opens it.',
  },
  {
    session: 'Anmeldung',
    isKept:
      'Auf diesem Computer bleiben Sie angemeldet; die Geheimnisse dafür liegen im Schlüsselbund des Systems.',
    absent:
      'Dieses System hat keinen Schlüsselbund. Sie melden sich bei jedem Start von Kontor neu an und brauchen dafür eine Verbindung.',
    locked:
      'Der Schlüsselbund dieses Systems ist gesperrt oder verweigert sich. Bis Sie ihn entsperren, melden Sie sich bei jedem Start von Kontor neu an und brauchen dafür eine Verbindung.',
    notForgotten:
      'Sie sind abgemeldet, aber der Schlüsselbund dieses Systems löscht den Eintrag von Kontor nicht. Entsperren Sie ihn, und melden Sie sich dann noch einmal an und ab.',
    server: 'Server',
    anotherServer: 'Anderer Server',
    leaveTitle_one: '{{count}} geöffnete Datei ist noch nicht hochgeladen',
    leaveTitle_other: '{{count}} geöffnete Dateien sind noch nicht hochgeladen',
    leaveUnknownTitle: 'Den Server wechseln?',
    leaveBody:
      'Die Dateien bleiben auf diesem Computer. Sobald Sie wieder bei dem Server sind, zu dem sie gehören, gehen begonnene Uploads weiter, und der Rest wird wieder angeboten.',
    staysSignedIn: 'Hier bleiben Sie angemeldet.',
    start: 'Start',
    startsWithSystem: 'Kontor öffnen, wenn dieser Computer startet',
    timer: 'Zeiterfassung',
    shortcut: 'Die Zeiterfassung in jedem Programm mit {{keys}} starten, pausieren und fortsetzen',
    timerScope:
      'Gemeint ist die Zeiterfassung des geöffneten Arbeitsbereichs, auch im Infobereich des Systems. Läuft sie in einem anderen Arbeitsbereich, geht sie dort weiter, ohne hier angezeigt zu werden.',
    wayland:
      'Dieser Desktop läuft mit Wayland: In anderen Programmen bleiben die Tasten hier vielleicht ohne Wirkung.',
    shortcutTaken: 'Die Tasten {{keys}} sind durch ein anderes Programm belegt.',
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
    laid: 'Die neue Version liegt im Ordner für Downloads. Beenden Sie Kontor und starten Sie ab jetzt diese.',
    kept: 'Die neue Version liegt in einem Ordner von Kontor, wo nur Sie sie ändern können: Im Ordner für Downloads könnten andere sie austauschen, oder sie ließ sich dort nicht ablegen. Verschieben Sie sie in einen eigenen Ordner, beenden Sie Kontor und starten Sie sie von dort.',
    failed: 'Das konnte nicht geändert werden',
    loadFailed: 'Was für diesen Computer gewählt ist, konnte nicht gelesen werden.',
    line: 'Der Ort der Updates ist nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
    disk: 'Das Update lässt sich auf diesem Computer nicht ablegen: Vielleicht ist die Festplatte voll.',
    forged:
      'Was dort als Update angeboten wird, ist nicht vom Hersteller dieser App signiert oder wurde unterwegs verändert. Es wurde nichts installiert. Bitte wenden Sie sich an die Person, die Ihre Computer betreut.',
    older:
      'Dort wird eine ältere Version als Ihre angeboten. Es wurde nichts installiert. Bitte wenden Sie sich an die Person, die Ihre Computer betreut.',
    noPackage: 'Für dieses System gibt es kein Paket.',
    program: 'Das Update wurde geladen, aber kein Programm dieses Computers öffnet es.',
  },
);
