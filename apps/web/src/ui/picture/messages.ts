import { messages } from '../../platform/text/messages.ts';

export const pictureMessages = messages(
  {
    choose: 'Choose picture',
    change: 'Another picture',
    remove: 'Remove',
    hint: 'PNG, JPEG or WebP. It becomes a square of 128 pixels.',
    crop: 'Section of the picture; move it with the arrow keys',
    zoom: 'Enlarge',
    invalidType: 'Invalid filetype',
    imageSize:
      'The image must meet a minimum resolution of {{width}} x {{height}} and a maximum size of {{size}} KB',
    imagePixels: 'The image must not exceed a resolution of {{side}} x {{side}} pixels',
  },
  {
    choose: 'Bild wählen',
    change: 'Anderes Bild',
    remove: 'Entfernen',
    hint: 'PNG, JPEG oder WebP. Es wird zu einem Quadrat von 128 Pixeln.',
    crop: 'Ausschnitt des Bildes; mit den Pfeiltasten verschieben',
    zoom: 'Vergrößern',
    invalidType: 'Ungültiger Dateityp',
    imageSize:
      'Das Bild muss mindestens {{width}} x {{height}} Pixel groß sein und darf höchstens {{size}} KB haben',
    imagePixels: 'Das Bild darf höchstens {{side}} x {{side}} Pixel groß sein',
  },
);
