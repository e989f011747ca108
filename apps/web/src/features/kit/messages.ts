import { messages } from '../../platform/text/messages.ts';

export const kitMessages = messages(
  {
    title: 'Your recovery kit',
    intro:
      'If you forget your password, these 24 words open your data again, in every workspace. Nobody else has them, and nobody can replace them.',
    lastAdmin:
      'If your password and this sheet are both lost and no other admin is left, nobody can open the workspace again.',
    password: 'Password',
    passwordHint: 'That of your account, so that nobody who passes by your screen gets the words.',
    showPassword: 'Show password',
    showSheet: 'Show the sheet',
    cancel: 'Cancel',
    againIntro: 'The same 24 words as on your sheet. A second sheet does not make the first one invalid.',
    againWords: 'These are the words of your kit. Sheets that you printed before stay valid.',
    damaged: 'The stored kit could not be verified and is not shown. Please make a new one.',
    makeFailed: 'The recovery kit could not be made',
    print: 'Print',
    save: 'Save as PDF',
    saveTitle: 'Save your recovery kit as a file?',
    saveBody:
      'Whoever has the file can open everything that you can read. Keep it where nobody else gets at it, for instance on a stick in a safe, and not in your downloads.',
    saveFile: 'Save the file',
    saveFailed: 'The PDF could not be made',
    next: 'It is kept safe',
    later: 'Later',
    laterTitle: 'Go on without a recovery kit?',
    laterBody:
      'If you forget your password without one, only an admin or another device of yours can open your data again; where there is neither, nobody can. You find the kit again under Account.',
    laterAction: 'Go on without',
    askTitle: 'Two words, to make sure',
    askIntro: 'Please type these two words from your sheet.',
    word: 'Word {{number}}',
    wrongWord: 'This is not word {{number}} of your sheet',
    back: 'Back to the sheet',
    done: 'Done',
    ready: 'Your recovery kit is ready.',
    confirmFailed: 'The recovery kit could not be stored',
    void: 'Your printed recovery kit opens nothing any more, since your workspaces were unlocked without it. Make another and destroy the old sheet.',
    makeAnother: 'Make a new recovery kit',
    sheet: 'Recovery kit: sheet with 24 words',
    fileName: 'kontor-recovery-kit.pdf',

    sheetTitle: 'Recovery kit',
    sheetFor: 'For',
    sheetServer: 'Server',
    sheetDate: 'Printed on',
    sheetWords: 'The 24 words, in this order',
    sheetUseTitle: 'What it is for',
    sheetUse:
      'If you forget your password, ask for a new one on the sign-in page and then enter these words when you are asked for them. Everything opens again, in every workspace.',
    sheetKeepTitle: 'How to keep it',
    sheetKeep:
      'On paper, where you keep contracts. Whoever has this sheet and reads your mail can open everything that you can open. Do not photograph it and do not keep it in the same place as your password.',
    sheetLostTitle: 'If it is lost',
    sheetLost:
      'As long as you know your password nothing happens: you can make a new sheet under Account. If both are lost and no other admin is left, nobody can open your data again, not even whoever runs the server.',
  },
  {
    title: 'Ihr Wiederherstellungsblatt',
    intro:
      'Wenn Sie Ihr Passwort vergessen, öffnen diese 24 Wörter Ihre Daten wieder, in jedem Arbeitsbereich. Niemand sonst hat sie, und niemand kann sie ersetzen.',
    lastAdmin:
      'Sind Ihr Passwort und dieses Blatt beide verloren und gibt es keinen anderen Admin, kann niemand den Arbeitsbereich wieder öffnen.',
    password: 'Passwort',
    passwordHint: 'Das Ihres Kontos, damit niemand an die Wörter kommt, der an Ihrem Bildschirm vorbeigeht.',
    showPassword: 'Passwort anzeigen',
    showSheet: 'Blatt anzeigen',
    cancel: 'Abbrechen',
    againIntro: 'Dieselben 24 Wörter wie auf Ihrem Blatt. Ein zweites Blatt macht das erste nicht ungültig.',
    againWords: 'Das sind die Wörter Ihres Blatts. Blätter, die Sie früher gedruckt haben, gelten weiter.',
    damaged:
      'Das hinterlegte Blatt konnte nicht überprüft werden und wird nicht angezeigt. Bitte erstellen Sie ein neues.',
    makeFailed: 'Das Wiederherstellungsblatt konnte nicht erstellt werden',
    print: 'Drucken',
    save: 'Als PDF speichern',
    saveTitle: 'Wiederherstellungsblatt als Datei speichern?',
    saveBody:
      'Wer die Datei hat, kann alles öffnen, was Sie lesen können. Bewahren Sie sie dort auf, wo sonst niemand herankommt, etwa auf einem Stick im Tresor, und nicht unter Ihren Downloads.',
    saveFile: 'Datei speichern',
    saveFailed: 'Das PDF konnte nicht erstellt werden',
    next: 'Es ist sicher verwahrt',
    later: 'Später',
    laterTitle: 'Ohne Wiederherstellungsblatt fortfahren?',
    laterBody:
      'Vergessen Sie ohne das Blatt Ihr Passwort, kann nur ein Admin oder ein anderes Ihrer Geräte Ihre Daten wieder öffnen; gibt es beides nicht, kann es niemand. Sie finden das Blatt jederzeit unter Konto.',
    laterAction: 'Ohne fortfahren',
    askTitle: 'Zwei Wörter zur Sicherheit',
    askIntro: 'Bitte geben Sie diese beiden Wörter von Ihrem Blatt ein.',
    word: 'Wort {{number}}',
    wrongWord: 'Das ist nicht Wort {{number}} Ihres Blatts',
    back: 'Zurück zum Blatt',
    done: 'Fertig',
    ready: 'Ihr Wiederherstellungsblatt ist fertig.',
    confirmFailed: 'Das Wiederherstellungsblatt konnte nicht hinterlegt werden',
    void: 'Ihr gedrucktes Wiederherstellungsblatt öffnet nichts mehr, seit Ihre Arbeitsbereiche ohne das Blatt entsperrt wurden. Erstellen Sie ein neues und vernichten Sie das alte.',
    makeAnother: 'Neues Wiederherstellungsblatt erstellen',
    sheet: 'Wiederherstellungsblatt mit 24 Wörtern',
    fileName: 'kontor-wiederherstellungsblatt.pdf',

    sheetTitle: 'Wiederherstellungsblatt',
    sheetFor: 'Für',
    sheetServer: 'Server',
    sheetDate: 'Gedruckt am',
    sheetWords: 'Die 24 Wörter, in dieser Reihenfolge',
    sheetUseTitle: 'Wozu es dient',
    sheetUse:
      'Wenn Sie Ihr Passwort vergessen, fordern Sie auf der Anmeldeseite ein neues an und geben diese Wörter ein, sobald danach gefragt wird. Alles öffnet sich wieder, in jedem Arbeitsbereich.',
    sheetKeepTitle: 'Wie Sie es aufbewahren',
    sheetKeep:
      'Auf Papier, dort, wo Sie Verträge aufbewahren. Wer dieses Blatt hat und Ihre E-Mails liest, kann alles öffnen, was Sie öffnen können. Fotografieren Sie es nicht, und bewahren Sie es nicht zusammen mit Ihrem Passwort auf.',
    sheetLostTitle: 'Wenn es verloren geht',
    sheetLost:
      'Solange Sie Ihr Passwort kennen, geschieht nichts: Sie können unter Konto ein neues Blatt erstellen. Ist beides verloren und gibt es keinen anderen Admin, kann niemand Ihre Daten wieder öffnen, auch nicht, wer den Server betreibt.',
  },
);
