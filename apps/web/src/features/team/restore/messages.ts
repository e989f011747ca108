import { messages } from '../../../platform/text/messages.ts';

export const restoreMessages = messages(
  {
    behind: 'The server shows an older state than you have seen.',
    askAdmin:
      'Somebody may have restored a backup. Ask an admin of your workspace, who can confirm it here. Until then you keep what you see, and what you change is kept on this device.',
    askFirm:
      'Somebody may have restored a backup. Please tell the firm that invited you: it can confirm that. Until then you keep what you see.',
    askServer:
      'Somebody may have restored a backup of the server. If so, confirm it: then everybody goes on, and what the backup lacks comes back from the devices that have it. Until then you keep what you see, and what you change is kept on this device.',
    look: 'Look at it',
    title: 'The server was set back to a backup',
    comparing: 'Comparing the server with this device…',
    times: 'The server has what was changed up to {{there}}; this device knows changes up to {{here}}.',
    records_one: 'One entry is older there, or missing.',
    records_other: '{{count}} entries are older there, or missing.',
    acts: 'These changes to the team are missing in the backup:',
    shutOut:
      'Whoever was removed or lost rights since is let in again by the backup. That is undone as soon as you confirm, before anything is brought back. Everything else in the list has to be done again by hand.',
    asked: 'I asked whoever runs the server: a backup was restored on purpose.',
    askedHint: 'A server that cheats would look the same. If nobody restored a backup, do not confirm.',
    go: 'Go on from the backup',
    notThen: 'When the backup was made you were not an admin yet. Another admin has to confirm it.',
    compareFailed: 'The server could not be asked. Please try again.',
    lostTitle: 'A backup was restored',
    readmitted_one:
      'The backup let one person in again: {{names}}. Nothing is brought back until they are shut out.',
    readmitted_other:
      'The backup let {{count}} people in again: {{names}}. Nothing is brought back until they are shut out.',
    redoLost: 'Shut out again',
    stillIn: 'Not everybody could be shut out. The notice names who is still in.',
    byHand: 'Please do again by hand, as far as it still holds:',
    left: 'The server lacks these, and your rights do not suffice to bring them back. An admin’s device does, if it has them:',
    business: 'Business data',
    personnel: 'Personnel file: {{name}}',
    customerFile: 'Details of the customer: {{name}}',
    unnamed: 'An entry without a name',
    dismissLost: 'Done',
  },
  {
    behind: 'Der Server zeigt einen älteren Stand, als Sie schon gesehen haben.',
    askAdmin:
      'Vielleicht wurde eine Sicherung eingespielt. Fragen Sie einen Admin Ihres Arbeitsbereichs, der das hier bestätigen kann. Bis dahin behalten Sie, was Sie sehen, und was Sie ändern, bleibt auf diesem Gerät.',
    askFirm:
      'Vielleicht wurde eine Sicherung eingespielt. Bitte sagen Sie es der Firma, die Sie eingeladen hat: Sie kann das bestätigen. Bis dahin behalten Sie, was Sie sehen.',
    askServer:
      'Vielleicht wurde auf dem Server eine Sicherung eingespielt. Wenn ja, bestätigen Sie es: Dann arbeiten alle weiter, und was der Sicherung fehlt, kommt von den Geräten zurück, die es haben. Bis dahin behalten Sie, was Sie sehen, und was Sie ändern, bleibt auf diesem Gerät.',
    look: 'Ansehen',
    title: 'Der Server wurde auf eine Sicherung zurückgesetzt',
    comparing: 'Server und Gerät werden verglichen…',
    times: 'Der Server hat Änderungen bis {{there}}; dieses Gerät kennt Änderungen bis {{here}}.',
    records_one: 'Ein Eintrag ist dort älter oder fehlt.',
    records_other: '{{count}} Einträge sind dort älter oder fehlen.',
    acts: 'Diese Änderungen am Team fehlen in der Sicherung:',
    shutOut:
      'Wer seither entfernt wurde oder Rechte verlor, ist durch die Sicherung wieder dabei. Das wird rückgängig gemacht, sobald Sie bestätigen, und bevor etwas zurückkommt. Alles andere auf der Liste ist von Hand noch einmal zu tun.',
    asked: 'Ich habe gefragt, wer den Server betreibt: Eine Sicherung wurde absichtlich eingespielt.',
    askedHint:
      'Ein Server, der betrügt, sähe genauso aus. Wenn niemand eine Sicherung eingespielt hat, bestätigen Sie nicht.',
    go: 'Ab der Sicherung weiterarbeiten',
    notThen: 'Als die Sicherung entstand, waren Sie noch kein Admin. Ein anderer Admin muss sie bestätigen.',
    compareFailed: 'Der Server ließ sich nicht fragen. Bitte versuchen Sie es erneut.',
    lostTitle: 'Eine Sicherung wurde eingespielt',
    readmitted_one:
      'Eine Person ist durch die Sicherung wieder dabei: {{names}}. Bis sie ausgeschlossen ist, kommt nichts zurück.',
    readmitted_other:
      '{{count}} Personen sind durch die Sicherung wieder dabei: {{names}}. Bis sie ausgeschlossen sind, kommt nichts zurück.',
    redoLost: 'Wieder ausschließen',
    stillIn: 'Nicht alle ließen sich ausschließen. Der Hinweis nennt, wer noch dabei ist.',
    byHand: 'Bitte noch einmal von Hand tun, soweit es noch gilt:',
    left: 'Dies fehlt dem Server, und Ihre Rechte reichen nicht, um es zurückzubringen. Das Gerät eines Admins tut es, wenn es dies noch hat:',
    business: 'Geschäftsdaten',
    personnel: 'Personalakte: {{name}}',
    customerFile: 'Kundendaten: {{name}}',
    unnamed: 'Ein Eintrag ohne Namen',
    dismissLost: 'Erledigt',
  },
);
