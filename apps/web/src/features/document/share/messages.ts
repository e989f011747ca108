import { messages } from '../../../platform/text/messages.ts';

export const shareMessages = messages(
  {
    share: 'Share',
    shareTitle: 'Share “{{name}}” with {{customer}}?',
    shareMany_one: 'Share {{count}} item with {{customer}}?',
    shareMany_other: 'Share {{count}} items with {{customer}}?',
    readers: 'Who can read it then: {{people}}, and everybody who works here.',
    noReaders:
      '{{customer}} has no users yet. Whoever joins for {{customer}} later reads it, and so can everybody who works here.',
    covers: 'A folder is shared with all that lies in it and all that comes into it later.',
    folders: 'The names of the folders on the way ({{folders}}) are shown with it.',
    shared: '{{customer}} sees it now.',
    sharedLater: '{{customer}} sees it once this device is connected again.',
    revoke: 'Stop sharing',
    revokeTitle: 'Stop sharing “{{name}}” with {{customer}}?',
    revokeMany_one: 'Stop sharing {{count}} item with {{customer}}?',
    revokeMany_other: 'Stop sharing {{count}} items with {{customer}}?',
    revokeBody:
      'It disappears for {{customer}} at once. What was downloaded before stays with those who have it.',
    revokeOffline:
      'This device is offline: {{customer}} goes on seeing it until it is connected again. What was downloaded before stays with those who have it.',
    revokeFolder: 'The same holds for all that lies in it.',
    revoked: '{{customer}} does not see it any more.',
    revokedLater: '{{customer}} goes on seeing it until this device is connected again.',
    failed: 'Sharing could not be changed.',
    unnamed_one: '{{count}} user of {{customer}}',
    unnamed_other: '{{count}} users of {{customer}}',
  },
  {
    share: 'Freigeben',
    shareTitle: '„{{name}}“ für {{customer}} freigeben?',
    shareMany_one: '{{count}} Eintrag für {{customer}} freigeben?',
    shareMany_other: '{{count}} Einträge für {{customer}} freigeben?',
    readers: 'Dann lesen es: {{people}} und alle, die hier arbeiten.',
    noReaders:
      '{{customer}} hat noch keine Benutzer. Wer später für {{customer}} beitritt, liest es, ebenso alle, die hier arbeiten.',
    covers: 'Ein Ordner ist mit allem freigegeben, was darin liegt und was später dazukommt.',
    folders: 'Die Namen der Ordner auf dem Weg dorthin ({{folders}}) sind mit zu sehen.',
    shared: '{{customer}} sieht es jetzt.',
    sharedLater: '{{customer}} sieht es, sobald dieses Gerät wieder verbunden ist.',
    revoke: 'Freigabe aufheben',
    revokeTitle: 'Freigabe von „{{name}}“ für {{customer}} aufheben?',
    revokeMany_one: 'Freigabe von {{count}} Eintrag für {{customer}} aufheben?',
    revokeMany_other: 'Freigabe von {{count}} Einträgen für {{customer}} aufheben?',
    revokeBody:
      'Es verschwindet sofort bei {{customer}}. Was schon heruntergeladen wurde, bleibt bei denen, die es haben.',
    revokeOffline:
      'Dieses Gerät ist offline: {{customer}} sieht es noch, bis es wieder verbunden ist. Was schon heruntergeladen wurde, bleibt bei denen, die es haben.',
    revokeFolder: 'Dasselbe gilt für alles, was darin liegt.',
    revoked: '{{customer}} sieht es nicht mehr.',
    revokedLater: '{{customer}} sieht es noch, bis dieses Gerät wieder verbunden ist.',
    failed: 'Die Freigabe konnte nicht geändert werden.',
    unnamed_one: '{{count}} Benutzer von {{customer}}',
    unnamed_other: '{{count}} Benutzer von {{customer}}',
  },
);
