import { messages } from '../../platform/text/messages.ts';

export const projectScreenMessages = messages(
  {
    taskCreated: 'Task created',
    taskChanged: 'Task changed',
    taskDone: 'Task done',
    documentAdded: 'Document added',
    folderAdded: 'Folder created',
    byWhom: '{{what}} by {{name}}',
    addDescription: 'Add a description',
    firstTask: 'Add the first task',
  },
  {
    taskCreated: 'Aufgabe angelegt',
    taskChanged: 'Aufgabe geändert',
    taskDone: 'Aufgabe erledigt',
    documentAdded: 'Dokument hinzugefügt',
    folderAdded: 'Ordner angelegt',
    byWhom: '{{what}} von {{name}}',
    addDescription: 'Beschreibung hinzufügen',
    firstTask: 'Erste Aufgabe anlegen',
  },
);
