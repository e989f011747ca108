import { messages } from '../../../platform/text/messages.ts';

export const archiveMessages = messages(
  {
    takeAlong: 'Take your data along',
    whatIsIn:
      'One ZIP archive with all documents, by project and customer, and with lists (CSV) of customers and their contacts, people, projects and tasks. This device puts it together; no server sees it.',
    whatIsNot:
      'Not in it: hours (below), signed documents with their proof, chats, comments, earlier versions and the trash.',
    save: 'Save everything as ZIP',
    signed: 'Signed documents',
    hours: 'Hours',
    archiveOf: '{{name}} of {{day}}',
    projects: 'Projects',
    people: 'People',
    joined: 'Since',
    archived: 'Archived',
    members: 'Members',
    start: 'Start',
    end: 'End',
    due: 'Due',
    within: 'Subtask of',
    estimate: 'Estimate (hours)',
  },
  {
    takeAlong: 'Daten mitnehmen',
    whatIsIn:
      'Ein ZIP-Archiv mit allen Dokumenten, nach Projekten und Kunden, und mit Listen (CSV) der Kunden und ihrer Ansprechpartner, der Personen, Projekte und Aufgaben. Dieses Gerät stellt es zusammen; kein Server sieht es.',
    whatIsNot:
      'Nicht darin: Zeiten (unten), unterschriebene Dokumente mit ihrem Nachweis, Chats, Kommentare, frühere Versionen und der Papierkorb.',
    save: 'Alles als ZIP speichern',
    signed: 'Unterschriebene Dokumente',
    hours: 'Zeiten',
    archiveOf: '{{name}} vom {{day}}',
    projects: 'Projekte',
    people: 'Personen',
    joined: 'Seit',
    archived: 'Archiviert',
    members: 'Mitglieder',
    start: 'Beginn',
    end: 'Ende',
    due: 'Fällig',
    within: 'Unteraufgabe von',
    estimate: 'Schätzung (Stunden)',
  },
);
