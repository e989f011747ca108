import { messages } from '../../../platform/text/messages.ts';

export const attachedMessages = messages(
  {
    files: 'Files',
    chosenFiles: 'Files that go with this message',
    removeChosen: 'Do not send {{name}}',
    tooMany: 'A message takes up to {{count}} files.',
    tooLarge: 'These files are too large together. A message takes up to {{max}}.',
    folders: 'A message takes files, no folders.',
    picture: 'Picture',
    show: 'Show {{name}}',
    download: 'Download {{name}}',
    notHere: 'Not uploaded yet',
    take: 'Take {{name}} out of the message',
    takeFailed: 'The file could not be taken out of the message.',
  },
  {
    files: 'Dateien',
    chosenFiles: 'Dateien, die zu dieser Nachricht gehören',
    removeChosen: '{{name}} nicht senden',
    tooMany: 'Eine Nachricht fasst höchstens {{count}} Dateien.',
    tooLarge: 'Diese Dateien sind zusammen zu groß. Eine Nachricht fasst höchstens {{max}}.',
    folders: 'An eine Nachricht lassen sich nur Dateien anhängen, keine Ordner.',
    picture: 'Bild',
    show: '{{name}} ansehen',
    download: '{{name}} herunterladen',
    notHere: 'Noch nicht hochgeladen',
    take: '{{name}} aus der Nachricht nehmen',
    takeFailed: 'Die Datei konnte nicht aus der Nachricht genommen werden.',
  },
);
