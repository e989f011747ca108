/** The words of what proves signatures: the pages of evidence, and the page that verifies. */
import { messages } from '../../platform/text/messages.ts';

export const proofMessages = messages(
  {
    askedBy: 'Asked by',
    evidence: 'Evidence of signatures',
    summary:
      '“{{name}}” was signed by: {{who}}. It stands before these pages. Whether a letter of it was changed since is shown by the check that is described at the end.',
    summaryOf: '{{name}} on {{at}}',
    file: 'File',
    account: 'Account',
    email: 'E-mail address',
    finishedAt: 'Signed by all, {{at}}',
    nameAndAccount: '{{name}}, account {{id}}, {{at}}',
    oneAfterAnother: '{{names}}, one after the other',
    filledIn: 'Filled in',
    evidenceLaw:
      'It is an electronic signature in the meaning of Art. 3 (10) of Regulation (EU) No 910/2014 (eIDAS). By Art. 25 (1) it is not denied effect, or use as evidence, solely for its form; the handwritten form, as in § 126a BGB or § 886 ABGB, takes a qualified one.',
    evidencePeople:
      'Who: each signature was made on the signer’s own device, with a key that the server and the administrators do not have, after they agreed to the sentence above. Names are those that whoever asked gave them, e-mail addresses those in the directory of the workspace. Which key stood for whom, and on whose word it was admitted, is in the signed member log among the records; no identity document was checked. IP addresses and facts about devices are no part of it.',
    evidenceTimes:
      'When: times are by the clocks of the devices of those who acted. No time-stamping authority has confirmed them, and the server cannot set them. Each record holds the hashes of all that stood before it, so that their order is proven where times are not. The program lets nobody sign who has not gone to the end of the document; that it was read and understood is proven by nothing.',
    hash: 'Content',
    bytes: '{{size}} bytes, SHA-256 {{hash}}',
    confirmed: 'Confirmed by',
    key: 'The key of their account, fingerprint {{fingerprint}}; the member log then ended with entry {{seq}}',
    when: 'Signed',
    openedAt: 'Opened',
    agreed: 'Agreed to',
    keySince: 'Key',
    keyByFounding: 'Theirs since they founded the workspace, {{at}}, entry {{seq}} of the member log',
    keyByAdd:
      'Theirs since an administrator, to whom they told its six words, took them in, {{at}}, entry {{seq}} of the member log',
    keyByInvitation:
      'Theirs since they accepted an administrator’s invitation, {{at}}, entry {{seq}} of the member log',
    keyByPhrase:
      'Theirs since they signed it in with the key before, brought back by their recovery kit, {{at}}, entry {{seq}} of the member log',
    keyByDevice:
      'Theirs since they signed it in with the key before, on another of their devices, {{at}}, entry {{seq}} of the member log',
    keyByAdmin:
      'Theirs since an administrator, to whom they told its six words, unlocked them, {{at}}, entry {{seq}} of the member log',
    recordHash: 'Hash of the record',
    chain: 'Hashes before it',
    workspaceIs: 'Workspace',
    idAndFingerprint: '{{id}}, fingerprint {{fingerprint}}',
    workspace: 'Workspace {{id}}, fingerprint {{fingerprint}}',
    whoWhen: '{{name}} asked on {{at}}',
    evidenceVerify:
      'To verify: the first {{size}} bytes of this file are the document that was signed, byte for byte (head -c {{size}} file.pdf | sha256sum). The records with their Ed25519 signatures and the member log are attached as signatures.json; hashes of records are SHA-256 too, in base64url. Two programs check all of it offline: the page /verify of any Kontor server, and the script tools/verify_signature.py, which shares no code with it; the format is in docs/formats.md, section 13. These pages and what is drawn on others prove nothing by themselves.',
    verify: 'Verify a signed document',
    verifyIntro:
      'Choose a signed document, or its records with the original; others to compare with it, too. Everything is checked in this browser; no file is sent anywhere.',
    chooseFiles: 'Choose files',
    unreadable: '“{{name}}” could not be read, and was not verified.',
    verifying: 'Checking…',
    isVerified: 'Unchanged, and signed by all.',
    isContained: 'Signed by all. What was signed is in it unchanged, below.',
    isExtended: 'Signed by all, and changed afterwards.',
    isPartly: 'Not signed by all.',
    isRefused: 'Not verified',
    noDocument: 'The records hold. To see if a document is the signed one, add it.',
    fileOriginal: '“{{name}}” is the document that was signed.',
    fileFinished:
      '“{{name}}” begins with the document that was signed, byte for byte. The drawn signatures and the pages of evidence were added behind it and prove nothing by themselves.',
    fileExtended:
      '“{{name}}” begins with the document that was signed, but was changed after the signatures were put behind it. Believe the original below alone.',
    fileOther: '“{{name}}” is not the document that was signed.',
    differsAt: 'It differs from it from byte {{at}} on.',
    original: 'What was signed',
    originalHint:
      'The very bytes that the signatures are about. Other programs show them together with what was added later, which may say something else.',
    saveOriginal: 'Save the signed original',
    proofFormat: 'There are no records of signatures in this file, or they are malformed.',
    proofLog: 'The member log in it is not whole, or not signed.',
    proofHead: 'A record names an entry of the member log that is missing.',
    proofAuthor: 'A record is of somebody who was no active member then.',
    proofSignature: 'A record says something else than what was signed.',
    proofKey: 'A record names another key than the one that signed it.',
    proofDated:
      'A record names an older member log than those that it answers: its key may have been out of use by then.',
    proofClaims: 'By its own words, which prove nothing, it is of {{name}}.',
    compareFingerprint:
      'The fingerprint tells whether this is the workspace that you know: compare it with the one that somebody of the firm shows you on their page “Signatures”.',
  },
  {
    askedBy: 'Angefragt von',
    evidence: 'Nachweis der Unterschriften',
    summary:
      '„{{name}}“ wurde unterschrieben von: {{who}}. Das Dokument steht vor diesen Seiten. Ob seither ein Buchstabe daran geändert wurde, zeigt die Prüfung, die am Ende beschrieben ist.',
    summaryOf: '{{name}} am {{at}}',
    file: 'Datei',
    account: 'Konto',
    email: 'E-Mail-Adresse',
    finishedAt: 'Von allen unterschrieben, {{at}}',
    nameAndAccount: '{{name}}, Konto {{id}}, {{at}}',
    oneAfterAnother: '{{names}}, nacheinander',
    filledIn: 'Ausgefüllt',
    evidenceLaw:
      'Sie ist eine elektronische Signatur im Sinn von Art. 3 Nr. 10 der Verordnung (EU) Nr. 910/2014 (eIDAS). Nach Art. 25 Abs. 1 werden ihr Rechtswirkung und Zulässigkeit als Beweismittel nicht allein wegen ihrer Form abgesprochen; die Schriftform, etwa nach § 126a BGB oder § 886 ABGB, verlangt eine qualifizierte.',
    evidencePeople:
      'Wer: Jede Unterschrift entstand auf dem eigenen Gerät der unterzeichnenden Person, mit einem Schlüssel, den weder der Server noch die Admins haben, nachdem sie dem genannten Satz zugestimmt hatte. Die Namen hat die anfragende Person angegeben; die E-Mail-Adressen stehen im Verzeichnis des Arbeitsbereichs. Welcher Schlüssel für wen stand und auf wessen Wort er aufgenommen wurde, steht im signierten Mitgliederprotokoll in den Nachweisen; Ausweise wurden nicht geprüft. IP-Adressen und Angaben über Geräte gehören nicht dazu.',
    evidenceTimes:
      'Wann: Die Zeiten sind die der Uhren auf den Geräten der Handelnden. Kein Zeitstempeldienst hat sie bestätigt, und der Server kann sie nicht setzen. Jeder Eintrag enthält die Prüfsummen aller, die vor ihm da waren; so ist die Reihenfolge bewiesen, wo es die Zeiten nicht sind. Das Programm lässt nur unterschreiben, wer am Ende des Dokuments war; dass es gelesen und verstanden wurde, ist durch nichts bewiesen.',
    hash: 'Inhalt',
    bytes: '{{size}} Bytes, SHA-256 {{hash}}',
    confirmed: 'Bestätigt durch',
    key: 'Den Schlüssel ihres Kontos, Fingerabdruck {{fingerprint}}; das Mitgliederprotokoll endete da mit Eintrag {{seq}}',
    when: 'Unterschrieben',
    openedAt: 'Geöffnet',
    agreed: 'Zugestimmt',
    keySince: 'Schlüssel',
    keyByFounding:
      'Gültig seit der Gründung des Arbeitsbereichs durch diese Person, {{at}}, Eintrag {{seq}} des Mitgliederprotokolls',
    keyByAdd:
      'Gültig seit der Aufnahme durch einen Admin, dem die Person die sechs Wörter des Schlüssels gesagt hat, {{at}}, Eintrag {{seq}} des Mitgliederprotokolls',
    keyByInvitation:
      'Gültig, seit die Person die Einladung eines Admins angenommen hat, {{at}}, Eintrag {{seq}} des Mitgliederprotokolls',
    keyByPhrase:
      'Gültig, seit ihn die Person mit dem vorigen, durch ihr Wiederherstellungsblatt zurückgeholten Schlüssel bestätigt hat, {{at}}, Eintrag {{seq}} des Mitgliederprotokolls',
    keyByDevice:
      'Gültig, seit ihn die Person mit dem vorigen Schlüssel auf einem anderen ihrer Geräte bestätigt hat, {{at}}, Eintrag {{seq}} des Mitgliederprotokolls',
    keyByAdmin:
      'Gültig, seit ein Admin, dem die Person die sechs Wörter des Schlüssels gesagt hat, sie entsperrt hat, {{at}}, Eintrag {{seq}} des Mitgliederprotokolls',
    recordHash: 'Prüfsumme des Eintrags',
    chain: 'Prüfsummen davor',
    workspaceIs: 'Arbeitsbereich',
    idAndFingerprint: '{{id}}, Fingerabdruck {{fingerprint}}',
    workspace: 'Arbeitsbereich {{id}}, Fingerabdruck {{fingerprint}}',
    whoWhen: '{{name}} hat am {{at}} angefragt',
    evidenceVerify:
      'So wird geprüft: Die ersten {{size}} Bytes dieser Datei sind Byte für Byte das Dokument, das unterschrieben wurde (head -c {{size}} datei.pdf | sha256sum). Die Einträge mit ihren Ed25519-Signaturen und das Mitgliederprotokoll hängen als signatures.json an; auch ihre Prüfsummen sind SHA-256, in base64url. Zwei Programme prüfen das alles offline: die Seite /verify jedes Kontor-Servers und das Skript tools/verify_signature.py, das keinen Code mit ihr teilt; das Format steht in docs/formats.md, Abschnitt 13. Diese Seiten und was auf anderen gezeichnet ist, beweisen für sich allein nichts.',
    verify: 'Unterschriebenes Dokument prüfen',
    verifyIntro:
      'Wählen Sie ein unterschriebenes Dokument oder seine Nachweise mit dem Original, auch andere zum Vergleich. Alles wird in diesem Browser geprüft; keine Datei wird irgendwohin gesandt.',
    chooseFiles: 'Dateien wählen',
    unreadable: '„{{name}}“ konnte nicht gelesen werden und wurde nicht geprüft.',
    verifying: 'Wird geprüft …',
    isVerified: 'Unverändert und von allen unterschrieben.',
    isContained:
      'Von allen unterschrieben. Das Unterschriebene ist unverändert darin enthalten (siehe unten).',
    isExtended: 'Von allen unterschrieben und danach geändert.',
    isPartly: 'Nicht von allen unterschrieben.',
    isRefused: 'Nicht bestätigt',
    noDocument:
      'Die Nachweise stimmen. Fügen Sie das Dokument hinzu, um zu sehen, ob es das unterschriebene ist.',
    fileOriginal: '„{{name}}“ ist das Dokument, das unterschrieben wurde.',
    fileFinished:
      '„{{name}}“ beginnt Byte für Byte mit dem Dokument, das unterschrieben wurde. Die gezeichneten Unterschriften und die Nachweisseiten wurden dahinter angefügt und beweisen für sich allein nichts.',
    fileExtended:
      '„{{name}}“ beginnt mit dem Dokument, das unterschrieben wurde, wurde aber geändert, nachdem die Unterschriften dahinter standen. Verlassen Sie sich nur auf das Original unten.',
    fileOther: '„{{name}}“ ist nicht das Dokument, das unterschrieben wurde.',
    differsAt: 'Ab Byte {{at}} weicht es davon ab.',
    original: 'Was unterschrieben wurde',
    originalHint:
      'Genau die Bytes, um die es in den Unterschriften geht. Andere Programme zeigen sie zusammen mit dem, was später dazukam und etwas anderes sagen kann.',
    saveOriginal: 'Unterschriebenes Original speichern',
    proofFormat: 'In dieser Datei sind keine Nachweise, oder sie sind unleserlich.',
    proofLog: 'Das Mitgliederprotokoll darin ist nicht ganz oder nicht unterschrieben.',
    proofHead: 'Ein Eintrag nennt eine Stelle des Mitgliederprotokolls, die fehlt.',
    proofAuthor: 'Ein Eintrag ist von jemandem, der da kein aktives Mitglied war.',
    proofSignature: 'Ein Eintrag sagt etwas anderes, als unterschrieben wurde.',
    proofKey: 'Ein Eintrag nennt einen anderen Schlüssel als den, der ihn unterschrieben hat.',
    proofDated:
      'Ein Eintrag nennt ein älteres Mitgliederprotokoll als die, auf die er antwortet: Sein Schlüssel galt da vielleicht nicht mehr.',
    proofClaims: 'Nach eigener Angabe, die nichts beweist, ist er von {{name}}.',
    compareFingerprint:
      'Ob es der Arbeitsbereich ist, den Sie kennen, sagt sein Fingerabdruck: Vergleichen Sie ihn mit dem, den Ihnen jemand aus der Firma auf der Seite „Unterschriften“ zeigt.',
  },
);
