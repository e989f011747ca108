import { messages } from '../../platform/text/messages.ts';

export const serverMessages = messages(
  {
    choose: 'Choose a server',
    about: 'Kontor runs on a server of your firm. Its address is the one that you open in the browser.',
    address: 'Address of the server',
    example: 'e.g. kontor.example.org',
    add: 'Add',
    required: 'Please enter an address',
    invalid: 'That is no address of a server. It begins with https://.',
    unknown: 'No Kontor server answers at {{server}}.',
    known: 'Your servers',
    open: 'Open {{server}}',
    remove: 'Remove {{server}}',
    removeShort: 'Remove',
    removeTitle: 'Remove {{server}}?',
    removeBody: 'You are signed out there on this device. Nothing is deleted on the server.',
    server: 'Server: {{server}}',
    change: 'Change server',
    noKeychain:
      'This system has no keychain. You sign in again whenever Kontor starts, and need a connection for it.',
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
    removeBody: 'Sie werden dort auf diesem Gerät abgemeldet. Auf dem Server wird nichts gelöscht.',
    server: 'Server: {{server}}',
    change: 'Server wechseln',
    noKeychain:
      'Dieses System hat keinen Schlüsselbund. Sie melden sich bei jedem Start von Kontor neu an und brauchen dafür eine Verbindung.',
  },
);
