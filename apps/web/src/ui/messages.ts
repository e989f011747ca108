import { messages } from '../platform/messages.ts';

export const uiMessages = messages(
  'ui',
  {
    close: 'Close',
    cancel: 'Cancel',
    discardTitle: 'Discard what you typed?',
    discardBody: 'Your entries in this form have not been saved.',
    discard: 'Discard',
    keepEditing: 'Keep editing',
    restored: 'We kept what you had typed here.',
    startAnew: 'Start anew',
    loaded_one: '{{count}} record loaded',
    loaded_other: '{{count}} records loaded',
    loading: 'Loading',
    digit: 'Digit {{position}} of {{length}}',
  },
  {
    close: 'Schließen',
    cancel: 'Abbrechen',
    discardTitle: 'Eingaben verwerfen?',
    discardBody: 'Ihre Eingaben in diesem Formular sind noch nicht gespeichert.',
    discard: 'Verwerfen',
    keepEditing: 'Weiter bearbeiten',
    restored: 'Ihre früheren Eingaben sind noch da.',
    startAnew: 'Neu beginnen',
    loaded_one: '{{count}} Datensatz geladen',
    loaded_other: '{{count}} Datensätze geladen',
    loading: 'Wird geladen',
    digit: 'Ziffer {{position}} von {{length}}',
  },
);
