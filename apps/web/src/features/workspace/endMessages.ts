import { messages } from '../../platform/text/messages.ts';

/** The words of leaving a workspace and of deleting one. */
export const endMessages = messages(
  {
    leave: 'Leave',
    leaveWorkspace: 'Leave workspace',
    leaveTitle: 'Leave {{name}}?',
    leaveBody:
      'You lose access at once, on all your devices; what was not sent yet is lost. What you wrote stays. A private room that nobody else is in can be opened by nobody after that. Only a new invitation lets you in again.',
    left: 'You left {{name}}.',
    leaveFailed: 'You could not leave {{name}}',
    owned: 'You are the owner. Make somebody else the owner, or delete the workspace, before you go.',
    ownedLocked:
      'You are the owner, and locked out since you set a new password. Let an admin unlock it for you first; then make somebody else the owner, or delete it.',
    ownedAlone:
      'You are the owner, locked out since you set a new password, and there is no other admin. Without your recovery kit or a device of before, only whoever runs this server can still delete the workspace. Give them this command:',
    cancelContract: 'Cancel the contract',
    ownedShort: 'First pass it on, or delete it.',

    deleteWorkspace: 'Delete workspace',
    deleteHint: 'Deletes everything in it, for everybody and for good.',
    notOwner: 'You are not the owner of this workspace',
    deleteTitle: 'Delete {{name}}?',
    deleteBody:
      'Projects, customers, documents, chats and hours are deleted for all members, at once and for good. Nobody in the workspace can bring them back.',
    exportFirst:
      'You may have to keep records of hours and invoices for years. Export what you need before you go on.',
    toExport: 'Go to the export',
    goOn: 'Go on',
    typeName: 'Type the name of the workspace: {{name}}',
    wrongName: 'This is not its name',
    deleteForGood: 'Delete for good',
    deleted: '{{name}} was deleted.',
    deleteFailed: 'The workspace could not be deleted',
  },
  {
    leave: 'Verlassen',
    leaveWorkspace: 'Arbeitsbereich verlassen',
    leaveTitle: '{{name}} verlassen?',
    leaveBody:
      'Sie verlieren sofort den Zugang, auf allen Ihren Geräten; was noch nicht gesendet ist, geht verloren. Was Sie geschrieben haben, bleibt. Einen privaten Raum, in dem sonst niemand ist, kann danach niemand mehr öffnen. Wieder hinein kommen Sie nur mit einer neuen Einladung.',
    left: 'Sie haben {{name}} verlassen.',
    leaveFailed: 'Sie konnten {{name}} nicht verlassen',
    owned:
      'Sie sind der Inhaber. Machen Sie jemand anderen zum Inhaber, oder löschen Sie den Arbeitsbereich, bevor Sie gehen.',
    ownedLocked:
      'Sie sind der Inhaber und seit Ihrem neuen Passwort ausgesperrt. Lassen Sie den Arbeitsbereich zuerst von einem Admin für Sie entsperren; machen Sie dann jemand anderen zum Inhaber, oder löschen Sie ihn.',
    ownedAlone:
      'Sie sind der Inhaber, seit Ihrem neuen Passwort ausgesperrt, und es gibt keinen weiteren Admin. Ohne Ihr Wiederherstellungsblatt oder ein früheres Gerät kann nur noch der Betreiber dieses Servers den Arbeitsbereich löschen. Geben Sie ihm diesen Befehl:',
    cancelContract: 'Vertrag kündigen',
    ownedShort: 'Erst übergeben oder löschen.',

    deleteWorkspace: 'Arbeitsbereich löschen',
    deleteHint: 'Löscht alles darin, für alle und endgültig.',
    notOwner: 'Dieser Arbeitsbereich gehört Ihnen nicht',
    deleteTitle: '{{name}} löschen?',
    deleteBody:
      'Projekte, Kunden, Dokumente, Chats und Zeiten werden für alle Mitglieder gelöscht, sofort und endgültig. Niemand im Arbeitsbereich kann sie zurückholen.',
    exportFirst:
      'Aufzeichnungen über Arbeitszeiten und Rechnungen müssen Sie unter Umständen jahrelang aufbewahren. Exportieren Sie zuerst, was Sie brauchen.',
    toExport: 'Zum Export',
    goOn: 'Weiter',
    typeName: 'Geben Sie den Namen des Arbeitsbereichs ein: {{name}}',
    wrongName: 'Das ist nicht sein Name',
    deleteForGood: 'Endgültig löschen',
    deleted: '{{name}} wurde gelöscht.',
    deleteFailed: 'Der Arbeitsbereich konnte nicht gelöscht werden',
  },
);
