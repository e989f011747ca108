import { messages } from '../../platform/text/messages.ts';

export const authMessages = messages(
  {
    login: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    showPassword: 'Show password',
    loginFailed: 'Login failed',
    forgot: 'Forgot password?',
    noAccount: 'No account yet?',
    tryFree: 'Try Kontor free for 14 days',
    toRegister: 'Create an account',
    accountsClosed: 'This server takes no new accounts',
    closedIntro:
      'Whoever runs it has closed the registration. With an account of yours here you can sign in as before.',
    byInvitation:
      'Accounts are for people who are invited to a workspace here. Use the address that the invitation came to.',
    enterCode: 'Enter the code from our mail',

    register: 'Create your account',
    trial: 'Free for 14 days. No payment details needed.',
    firstName: 'First name',
    lastName: 'Last name',
    confirmPassword: 'Repeat password',
    createAccount: 'Create account',
    haveAccount: 'Already have an account?',
    registerFailed: 'Register failed',
    fillForm: 'Fill register form',
    blind: 'Your password stays on this device. Not even this server learns it, or reads what you write.',

    passwordsMustMatch: 'Passwords must match',

    strength: 'Password strength: {{word}}',
    strength0: 'very weak, guessed at once',
    strength1: 'weak, guessed within hours',
    strength2: 'fair, a few more words would help',
    strength3: 'strong',
    strength4: 'very strong',
    passwordRule: 'At least 8 characters.',
    strengthHint:
      'Four or five words that have nothing to do with each other are strong and easy to remember.',

    changePassword: 'Change password',
    changeIntro:
      'All other devices are signed out. Your data and your recovery kit stay as they are; this device stays signed in.',
    currentPassword: 'Current password',
    newPassword: 'New password',
    repeatNewPassword: 'Repeat new password',
    cancel: 'Cancel',
    passwordChanged: 'Your password was changed. All other devices were signed out.',
    passwordChangeFailed: 'The password could not be changed',

    checkMail: 'Check your mail',
    codeSent: 'We sent a code of six digits to {{email}}. Enter it here.',
    code: 'Verification code',
    verify: 'Verify',
    verified: 'Verification completed! You can login now.',
    oneTimePassword: 'One-time password',
    oneTimeSent:
      'You are invited, and {{email}} has no account yet. We sent a one-time password there: enter it here, then choose a password of your own. If no mail comes, sign in again in five minutes: then we send another.',
    wrongOneTimePassword: 'This one-time password is wrong or too old',
    setUp: 'Set up your account',
    setUpIntro: 'For {{email}}. The one-time password is used up with it.',
    next: 'Next',
    resend: 'Send a new code',
    otherEmail: 'Other address',
    resent: 'A new code is on its way to {{email}}.',
    backToLogin: 'Back to sign in',
  },
  {
    login: 'Anmelden',
    email: 'E-Mail',
    password: 'Passwort',
    showPassword: 'Passwort anzeigen',
    loginFailed: 'Anmeldung fehlgeschlagen',
    forgot: 'Passwort vergessen?',
    noAccount: 'Noch kein Konto?',
    tryFree: 'Kontor 14 Tage kostenlos testen',
    toRegister: 'Konto anlegen',
    accountsClosed: 'Dieser Server nimmt keine neuen Konten an',
    closedIntro:
      'Wer ihn betreibt, hat die Registrierung geschlossen. Mit einem Konto, das Sie hier schon haben, melden Sie sich an wie bisher.',
    byInvitation:
      'Konten gibt es hier für Personen, die in einen Arbeitsbereich eingeladen sind. Nehmen Sie die Adresse, an die die Einladung ging.',
    enterCode: 'Code aus unserer E-Mail eingeben',

    register: 'Konto anlegen',
    trial: '14 Tage kostenlos. Keine Zahlungsdaten nötig.',
    firstName: 'Vorname',
    lastName: 'Nachname',
    confirmPassword: 'Passwort wiederholen',
    createAccount: 'Konto anlegen',
    haveAccount: 'Sie haben schon ein Konto?',
    registerFailed: 'Registrierung fehlgeschlagen',
    fillForm: 'Bitte füllen Sie das Formular aus',
    blind:
      'Ihr Passwort bleibt auf diesem Gerät. Nicht einmal dieser Server erfährt es oder liest, was Sie schreiben.',

    passwordsMustMatch: 'Die Passwörter müssen übereinstimmen',

    strength: 'Stärke des Passworts: {{word}}',
    strength0: 'sehr schwach, sofort erraten',
    strength1: 'schwach, in Stunden erraten',
    strength2: 'mittel, ein paar Wörter mehr würden helfen',
    strength3: 'stark',
    strength4: 'sehr stark',
    passwordRule: 'Mindestens 8 Zeichen.',
    strengthHint:
      'Vier oder fünf Wörter, die nichts miteinander zu tun haben, sind stark und leicht zu merken.',

    changePassword: 'Passwort ändern',
    changeIntro:
      'Alle anderen Geräte werden abgemeldet. Ihre Daten und Ihr Wiederherstellungsblatt bleiben, wie sie sind; dieses Gerät bleibt angemeldet.',
    currentPassword: 'Aktuelles Passwort',
    newPassword: 'Neues Passwort',
    repeatNewPassword: 'Neues Passwort wiederholen',
    cancel: 'Abbrechen',
    passwordChanged: 'Ihr Passwort wurde geändert. Alle anderen Geräte wurden abgemeldet.',
    passwordChangeFailed: 'Das Passwort konnte nicht geändert werden',

    checkMail: 'Sehen Sie in Ihr Postfach',
    codeSent: 'Wir haben einen sechsstelligen Code an {{email}} gesendet. Geben Sie ihn hier ein.',
    code: 'Bestätigungscode',
    verify: 'Bestätigen',
    verified: 'Bestätigung abgeschlossen! Sie können sich jetzt anmelden.',
    oneTimePassword: 'Einmalpasswort',
    oneTimeSent:
      'Sie sind eingeladen, und zu {{email}} gibt es noch kein Konto. Wir haben dorthin ein Einmalpasswort gesendet: Geben Sie es hier ein und wählen Sie dann ein eigenes Passwort. Kommt keine E-Mail an, melden Sie sich in fünf Minuten noch einmal an: Dann senden wir eine neue.',
    wrongOneTimePassword: 'Dieses Einmalpasswort ist falsch oder zu alt',
    setUp: 'Konto einrichten',
    setUpIntro: 'Für {{email}}. Das Einmalpasswort ist damit verbraucht.',
    next: 'Weiter',
    resend: 'Neuen Code senden',
    otherEmail: 'Andere Adresse',
    resent: 'Ein neuer Code ist unterwegs an {{email}}.',
    backToLogin: 'Zurück zur Anmeldung',
  },
);
