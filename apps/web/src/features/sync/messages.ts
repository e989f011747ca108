import { messages } from '../../platform/text/messages.ts';

export const syncMessages = messages(
  {
    unsentTitle_one: 'One of your changes is not sent yet.',
    unsentTitle_other: '{{count}} of your changes are not sent yet.',
    waitingTitle_one: 'One of your changes waits for access to its project or room.',
    waitingTitle_other: '{{count}} of your changes wait for access to their project or room.',
    waitingHint:
      'What waits is kept on this device and is sent by itself as soon as another member or an admin has been here.',
    notOpened_one: 'One item could not be verified and was not opened.',
    notOpened_other: '{{count}} items could not be verified and were not opened.',
    notOpenedHint:
      'Nothing is overwritten, and what you see besides is not affected. If this stays, tell an admin and whoever runs the server.',
    oldState: 'The server served an older state. It was refused.',
    oldStateHint:
      'What you see is the newest state that could be verified; nothing of it was overwritten. If this stays, tell an admin and whoever runs the server.',
    incomplete: 'The server leaves something out, or shows it in another order than it was written in.',
    incompleteHint:
      'What is there can be trusted; something between may be missing. If this stays, tell an admin and whoever runs the server.',
    withheld: 'The server keeps news about the members from this device',
    withheldHint:
      'A colleague wrote something that builds on them, so it was not opened; what you see besides can be trusted. Until this goes away, somebody who has left may still count as a member here: let nobody in and share nothing new. If it stays, call a colleague and whoever runs the server.',
    forked: 'The server shows you and your colleagues different members',
    forkedHint:
      'What a colleague wrote belongs to another list of members than the one shown here, so it was not opened; what you see besides was verified. Let nobody in and share nothing new. Call your colleagues, compare the six words in the menu of the workspace, and tell an admin and whoever runs the server.',
    affected: 'Affected: {{names}}',
    withdrawn_one: 'The server showed an item before, and shows it no more.',
    withdrawn_other: 'The server showed {{count}} items before, and shows them no more.',
    withdrawnHint_one:
      'It could not be verified, or lay in a project or room that was closed to you for a while. Nothing of what you have here is affected. If somebody misses an entry, tell an admin and whoever runs the server.',
    withdrawnHint_other:
      'They could not be verified, or lay in a project or room that was closed to you for a while. Nothing of what you have here is affected. If somebody misses an entry, tell an admin and whoever runs the server.',
    understood: 'Got it',
    unreadableActs_one: 'A change that was kept on this device cannot be read any more. It was not sent.',
    unreadableActs_other:
      '{{count}} changes that were kept on this device cannot be read any more. They were not sent.',
    unreadableActsHint:
      'That is so with what was not sent before the password was reset. Only unlocking with the recovery kit on this device brings it back.',
    discardActs: 'Discard',
    discardActsTitle_one: 'Discard {{count}} change?',
    discardActsTitle_other: 'Discard {{count}} changes?',
    discardActsBody_one: 'It was never sent. Afterwards not even the recovery kit brings it back.',
    discardActsBody_other: 'They were never sent. Afterwards not even the recovery kit brings them back.',
    loop: 'Entries that lie inside each other in a circle are shown at the top.',
    loopHint: 'Move them to where they belong.',
    moreAlarms_one: 'Show {{count}} more notice',
    moreAlarms_other: 'Show {{count}} more notices',
    gravestOnly: 'Show only the most serious one',
    keysRefused: 'The server offered access that no member has confirmed. It was refused.',
    keysRefusedHint:
      'Nothing of yours goes there, and nothing from there is opened. Tell an admin and whoever runs the server.',
    answerRefused: 'The answer of the server could not be verified and was refused.',
    answerRefusedHint:
      'What you see is what was verified last; what you change is kept on this device. If this stays, tell an admin and whoever runs the server.',
    aheadOfClock: 'The server shows news about the members from later than now, by the clock of this device.',
    aheadOfClockHint:
      'Nothing of it was taken. If the clock of this device is wrong, set it and reload this page. If it is right, somebody gave a false date: tell an admin and whoever runs the server.',
    otherLog: 'The server shows another workspace than your account remembers',
    otherLogHint:
      'Nothing of it was taken. That is so after a backup was put back on the server; otherwise the server keeps something from you, or shows you a forgery. Call an admin of your workspace and ask whether a backup was put back. If not, change nothing here.',
    wasRestored: 'A backup was put back',
    wasRestoredTitle: 'Begin from what the server shows?',
    wasRestoredBody:
      'Do this only if an admin told you, on the phone or face to face, that a backup was put back. Then compare the six words with them which this page shows next: until you have, nothing happens here by itself.',
    goOn: 'Begin from there',
    unconfirmedLog: 'Nothing shows yet that this is your workspace',
    unconfirmedLogHint:
      'Neither your account nor this device remembers it as it is. Call a colleague, or take another device of yours, and choose “Compare six words” in the menu there. If the words are these, say so here. If not, the server shows you another workspace: write nothing here, and call an admin. Until you have compared, nothing happens here by itself, and nobody gets access through you.',
    compareWords: 'Compare six words',
    wordsMatch: 'They are the same',
    wordsFailed: 'The words could not be loaded',
    confirmFailed: 'The words could not be confirmed',
    wordsMoved: 'The workspace has changed meanwhile. Please compare the words again.',
    wordsHere: 'Everybody who is in this workspace sees the same six words, on each of their devices:',
    wordsDiffer:
      'Read them to each other on the phone, while both of you are connected. If they differ, the server shows one of you another workspace, or not all of this one: let nobody in, share nothing new, and tell an admin and whoever runs the server.',
    damagedMemory: 'What your account remembers of this workspace was damaged',
    damagedMemoryHint:
      'Someone may have changed it on the server. Nothing of yours is lost. If this page also asks you to compare six words, do that before you go on; and tell an admin and whoever runs the server.',
    oldMemory: 'The server handed out an older copy of your keys',
    oldMemoryHint:
      'You are signed in, and what this device remembers still counts. That is so after a backup was restored; otherwise tell an admin and whoever runs the server.',
    blank: 'This browser does not know your account',
    blankHint:
      'All is well if you sign in here for the first time or in a private window, or if you emptied this browser or removed your account from it yourself.',
    blankKnown: 'None of that: I was signed in here',
    blankElse:
      'Then the browser or the server has emptied it. Your keys and everything that had been sent are not affected. But changes and files that were still waiting here to be sent are lost, and this browser would not notice if the server showed it an older state of an entry. Look for what you changed last, or ask a colleague. If something is missing or old, change nothing, and call an admin and whoever runs the server.',
    notKept: 'This device stores nothing more.',
    notKeptHint:
      'What is here goes on working; what comes from now on is fetched again at the next start. Changes that are not sent yet may be lost when this page closes. Make room on the device, and reload the page once everything is sent.',
    refusedTitle_one: '{{count}} change was not accepted',
    refusedTitle_other: '{{count}} changes were not accepted',
    gone: 'Somebody deleted this meanwhile',
    goneAround: 'Somebody deleted what this belongs to meanwhile',
    closed:
      'You have no access to this any more. Copy what you need, or ask a member or an admin for access and try again.',
    unverified: 'The version on the server could not be verified, so it is not overwritten',
    somethingWrong: 'Something went wrong! Please try again',
    retry: 'Try again',
    restore: 'Restore it',
    discard: 'Discard change',
    discardTitle: 'Discard the change to {{name}}?',
    discardBody: 'It is only on this device, and nothing brings it back.',
    discardBuiltOn_one: '{{count}} later change of yours builds on it and is lost with it.',
    discardBuiltOn_other: '{{count}} later changes of yours build on it and are lost with it.',
    entry: 'Entry',
  },
  {
    unsentTitle_one: 'Eine Ihrer Änderungen ist noch nicht gesendet.',
    unsentTitle_other: '{{count}} Ihrer Änderungen sind noch nicht gesendet.',
    waitingTitle_one: 'Eine Ihrer Änderungen wartet, bis Sie Zugang zu ihrem Projekt oder Raum haben.',
    waitingTitle_other:
      '{{count}} Ihrer Änderungen warten, bis Sie Zugang zum jeweiligen Projekt oder Raum haben.',
    waitingHint:
      'Was wartet, ist auf diesem Gerät aufbewahrt und wird von selbst gesendet, sobald ein anderes Mitglied oder ein Admin hier war.',
    notOpened_one: 'Ein Eintrag konnte nicht überprüft werden und wurde nicht geöffnet.',
    notOpened_other: '{{count}} Einträge konnten nicht überprüft werden und wurden nicht geöffnet.',
    notOpenedHint:
      'Nichts wird überschrieben, und was Sie sonst sehen, ist nicht betroffen. Bleibt dieser Hinweis stehen, sagen Sie es einem Admin und dem Betreiber des Servers.',
    oldState: 'Der Server lieferte einen älteren Stand. Er wurde zurückgewiesen.',
    oldStateHint:
      'Sie sehen den neuesten Stand, der sich überprüfen ließ; nichts davon wurde überschrieben. Bleibt dieser Hinweis stehen, sagen Sie es einem Admin und dem Betreiber des Servers.',
    incomplete:
      'Der Server lässt etwas aus oder zeigt es in einer anderen Reihenfolge, als es geschrieben wurde.',
    incompleteHint:
      'Was da ist, ist echt; dazwischen kann etwas fehlen. Bleibt dieser Hinweis stehen, sagen Sie es einem Admin und dem Betreiber des Servers.',
    withheld: 'Der Server hält Neues über die Mitglieder von diesem Gerät fern',
    withheldHint:
      'Jemand hat etwas geschrieben, das darauf aufbaut; deshalb wurde es nicht geöffnet. Was Sie sonst sehen, stimmt. Solange dieser Hinweis da ist, kann hier noch als Mitglied gelten, wer schon weg ist: Nehmen Sie niemanden auf und geben Sie nichts Neues frei. Bleibt er stehen, rufen Sie Kollegen und den Betreiber des Servers an.',
    forked: 'Der Server zeigt Ihnen und Ihren Kollegen verschiedene Mitglieder',
    forkedHint:
      'Was jemand geschrieben hat, gehört zu einer anderen Liste der Mitglieder als der hier gezeigten; deshalb wurde es nicht geöffnet. Was Sie sonst sehen, wurde überprüft. Nehmen Sie niemanden auf und geben Sie nichts Neues frei. Rufen Sie Ihre Kollegen an, vergleichen Sie die sechs Wörter im Menü des Arbeitsbereichs, und sagen Sie es einem Admin und dem Betreiber des Servers.',
    affected: 'Betroffen: {{names}}',
    withdrawn_one: 'Der Server zeigte einen Eintrag, den er jetzt nicht mehr zeigt.',
    withdrawn_other: 'Der Server zeigte {{count}} Einträge, die er jetzt nicht mehr zeigt.',
    withdrawnHint_one:
      'Er ließ sich nicht überprüfen oder lag in einem Projekt oder Raum, zu dem Sie eine Weile keinen Zugang hatten. Was Sie hier haben, ist nicht betroffen. Wenn jemand einen Eintrag vermisst, sagen Sie es einem Admin und dem Betreiber des Servers.',
    withdrawnHint_other:
      'Sie ließen sich nicht überprüfen oder lagen in einem Projekt oder Raum, zu dem Sie eine Weile keinen Zugang hatten. Was Sie hier haben, ist nicht betroffen. Wenn jemand einen Eintrag vermisst, sagen Sie es einem Admin und dem Betreiber des Servers.',
    understood: 'Verstanden',
    unreadableActs_one:
      'Eine auf diesem Gerät aufgehobene Änderung ist nicht mehr lesbar. Sie wurde nicht gesendet.',
    unreadableActs_other:
      '{{count}} auf diesem Gerät aufgehobene Änderungen sind nicht mehr lesbar. Sie wurden nicht gesendet.',
    unreadableActsHint:
      'Das betrifft alles, was noch nicht gesendet war, als das Passwort zurückgesetzt wurde. Nur wer auf diesem Gerät mit dem Wiederherstellungsblatt entsperrt, holt es zurück.',
    discardActs: 'Verwerfen',
    discardActsTitle_one: '{{count}} Änderung verwerfen?',
    discardActsTitle_other: '{{count}} Änderungen verwerfen?',
    discardActsBody_one:
      'Sie wurde nie gesendet. Danach holt sie auch das Wiederherstellungsblatt nicht zurück.',
    discardActsBody_other:
      'Sie wurden nie gesendet. Danach holt sie auch das Wiederherstellungsblatt nicht zurück.',
    loop: 'Einträge, die im Kreis ineinander liegen, werden ganz oben gezeigt.',
    loopHint: 'Verschieben Sie sie dorthin, wohin sie gehören.',
    moreAlarms_one: '{{count}} weiteren Hinweis zeigen',
    moreAlarms_other: '{{count}} weitere Hinweise zeigen',
    gravestOnly: 'Nur den wichtigsten zeigen',
    keysRefused: 'Der Server bot einen Zugang an, den kein Mitglied bestätigt hat. Er wurde zurückgewiesen.',
    keysRefusedHint:
      'Dorthin wird nichts von Ihnen gesendet, und von dort wird nichts geöffnet. Sagen Sie es einem Admin und dem Betreiber des Servers.',
    answerRefused: 'Die Antwort des Servers ließ sich nicht überprüfen und wurde zurückgewiesen.',
    answerRefusedHint:
      'Sie sehen, was zuletzt überprüft wurde; was Sie ändern, bleibt auf diesem Gerät. Bleibt dieser Hinweis stehen, sagen Sie es einem Admin und dem Betreiber des Servers.',
    aheadOfClock:
      'Der Server zeigt Neues über die Mitglieder, das nach der Uhr dieses Geräts erst noch kommt.',
    aheadOfClockHint:
      'Nichts davon wurde übernommen. Geht die Uhr dieses Geräts falsch, stellen Sie sie und laden Sie die Seite neu. Geht sie richtig, hat jemand ein falsches Datum eingetragen: Sagen Sie es einem Admin und dem Betreiber des Servers.',
    otherLog: 'Der Server zeigt einen anderen Arbeitsbereich, als Ihr Konto in Erinnerung hat',
    otherLogHint:
      'Nichts davon wurde übernommen. So ist es, nachdem auf dem Server eine Sicherung eingespielt wurde; sonst hält der Server etwas zurück oder zeigt Ihnen eine Fälschung. Rufen Sie einen Admin Ihres Arbeitsbereichs an und fragen Sie, ob eine Sicherung eingespielt wurde. Wenn nicht, ändern Sie hier nichts.',
    wasRestored: 'Eine Sicherung wurde eingespielt',
    wasRestoredTitle: 'Mit dem beginnen, was der Server zeigt?',
    wasRestoredBody:
      'Tun Sie das nur, wenn ein Admin Ihnen am Telefon oder persönlich gesagt hat, dass eine Sicherung eingespielt wurde. Vergleichen Sie danach mit ihm die sechs Wörter, die diese Seite zeigt: Bis dahin geschieht hier nichts von selbst.',
    goOn: 'Damit beginnen',
    unconfirmedLog: 'Noch zeigt nichts, dass dies Ihr Arbeitsbereich ist',
    unconfirmedLogHint:
      'Weder Ihr Konto noch dieses Gerät erinnert sich an ihn, wie er jetzt ist. Rufen Sie jemanden aus dem Arbeitsbereich an, oder nehmen Sie ein anderes Gerät von sich, und wählen Sie dort im Menü „Sechs Wörter vergleichen“. Sind es diese Wörter, sagen Sie es hier. Sind es andere, zeigt Ihnen der Server einen anderen Arbeitsbereich: Schreiben Sie hier nichts und rufen Sie einen Admin an. Solange Sie nicht verglichen haben, geschieht hier nichts von selbst, und niemand erhält durch Sie Zugang.',
    compareWords: 'Sechs Wörter vergleichen',
    wordsMatch: 'Sie stimmen überein',
    wordsFailed: 'Die Wörter konnten nicht geladen werden',
    confirmFailed: 'Die Wörter konnten nicht bestätigt werden',
    wordsMoved:
      'Der Arbeitsbereich hat sich inzwischen verändert. Bitte vergleichen Sie die Wörter noch einmal.',
    wordsHere: 'Alle in diesem Arbeitsbereich sehen dieselben sechs Wörter, auf jedem ihrer Geräte:',
    wordsDiffer:
      'Lesen Sie sie einander am Telefon vor, während beide verbunden sind. Sind sie verschieden, zeigt der Server einem von Ihnen einen anderen Arbeitsbereich oder nicht alles von diesem: Nehmen Sie niemanden auf, geben Sie nichts Neues frei und sagen Sie es einem Admin und dem Betreiber des Servers.',
    damagedMemory: 'Was Ihr Konto von diesem Arbeitsbereich weiß, wurde beschädigt',
    damagedMemoryHint:
      'Jemand kann es auf dem Server verändert haben. Verloren ist nichts. Bittet diese Seite auch darum, sechs Wörter zu vergleichen, tun Sie das, bevor Sie weiterarbeiten; und sagen Sie es einem Admin und dem Betreiber des Servers.',
    oldMemory: 'Der Server gab eine ältere Kopie Ihrer Schlüssel heraus',
    oldMemoryHint:
      'Sie sind angemeldet, und was dieses Gerät weiß, gilt weiter. So ist es, nachdem eine Sicherung eingespielt wurde; sonst sagen Sie es einem Admin und dem Betreiber des Servers.',
    blank: 'Dieser Browser kennt Ihr Konto nicht',
    blankHint:
      'Das ist in Ordnung, wenn Sie sich hier zum ersten Mal oder in einem privaten Fenster anmelden oder den Speicher des Browsers selbst geleert oder Ihr Konto von diesem Gerät entfernt haben.',
    blankKnown: 'Nichts davon: Ich war hier angemeldet',
    blankElse:
      'Dann hat ihn der Browser oder der Server geleert. Ihre Schlüssel und alles, was schon gesendet war, sind davon nicht betroffen. Änderungen und Dateien, die hier noch auf das Senden warteten, sind aber verloren, und einen veralteten Stand eines Eintrags würde dieser Browser nicht bemerken. Sehen Sie nach, ob da ist, was Sie zuletzt geändert haben, oder fragen Sie jemanden aus dem Betrieb. Fehlt etwas oder ist es veraltet, ändern Sie nichts und rufen Sie einen Admin und den Betreiber des Servers an.',
    notKept: 'Dieses Gerät speichert nichts mehr.',
    notKeptHint:
      'Was hier ist, bleibt benutzbar; was ab jetzt kommt, wird beim nächsten Start noch einmal geholt. Änderungen, die noch nicht gesendet sind, können verloren gehen, wenn Sie diese Seite schließen. Schaffen Sie Platz auf dem Gerät und laden Sie die Seite neu, sobald alles gesendet ist.',
    refusedTitle_one: '{{count}} Änderung wurde nicht angenommen',
    refusedTitle_other: '{{count}} Änderungen wurden nicht angenommen',
    gone: 'Dies wurde inzwischen von jemandem gelöscht',
    goneAround: 'Jemand hat inzwischen gelöscht, wozu dies gehört',
    closed:
      'Sie haben hierauf keinen Zugriff mehr. Kopieren Sie, was Sie brauchen, oder bitten Sie ein Mitglied oder einen Admin um Zugriff und versuchen Sie es erneut.',
    unverified: 'Der Stand auf dem Server ließ sich nicht überprüfen und wird deshalb nicht überschrieben',
    somethingWrong: 'Etwas ist schiefgelaufen! Bitte versuchen Sie es erneut',
    retry: 'Erneut versuchen',
    restore: 'Wiederherstellen',
    discard: 'Änderung verwerfen',
    discardTitle: 'Änderung an {{name}} verwerfen?',
    discardBody: 'Sie ist nur auf diesem Gerät, und nichts holt sie zurück.',
    discardBuiltOn_one: '{{count}} spätere Änderung von Ihnen baut darauf auf und geht mit verloren.',
    discardBuiltOn_other: '{{count}} spätere Änderungen von Ihnen bauen darauf auf und gehen mit verloren.',
    entry: 'Eintrag',
  },
);
