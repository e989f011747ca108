import { messages } from '../../platform/text/messages.ts';

export const agreementMessages = messages(
  {
    agreement: 'Data-processing agreement',
    fileName: 'Data-processing agreement {{version}}.pdf',
    isOffered:
      'Whoever runs this server offers a data-processing agreement (Art. 28 GDPR), version {{version}}. It is not signed yet.',
    atCreation:
      'Whoever runs this server offers a data-processing agreement (Art. 28 GDPR), version {{version}}. You can read and sign it as soon as the workspace is there.',
    ownerSigns: 'The owner signs it.',
    waiting: 'Version {{version}} waits for the owner’s signature.',
    signed: 'Version {{version}}, signed by {{name}} on {{day}}',
    earlier: 'Earlier: {{name}}, {{day}}',
    readAndSign: 'Read and sign',
    show: 'Show',
    later: 'Later',
    failed: 'The agreement could not be opened',
  },
  {
    agreement: 'Auftragsverarbeitung',
    fileName: 'Vertrag zur Auftragsverarbeitung {{version}}.pdf',
    isOffered:
      'Wer diesen Server betreibt, bietet einen Vertrag zur Auftragsverarbeitung (Art. 28 DSGVO) an, Version {{version}}. Er ist noch nicht unterschrieben.',
    atCreation:
      'Wer diesen Server betreibt, bietet einen Vertrag zur Auftragsverarbeitung (Art. 28 DSGVO) an, Version {{version}}. Sie können ihn lesen und unterschreiben, sobald der Arbeitsbereich da ist.',
    ownerSigns: 'Unterschreiben kann der Inhaber.',
    waiting: 'Version {{version}} wartet auf die Unterschrift des Inhabers.',
    signed: 'Version {{version}}, unterschrieben von {{name}} am {{day}}',
    earlier: 'Früher: {{name}}, {{day}}',
    readAndSign: 'Lesen und unterschreiben',
    show: 'Anzeigen',
    later: 'Später',
    failed: 'Der Vertrag ließ sich nicht öffnen',
  },
);
