/** The scripts whose subject is the client's engine: they need nobody before a browser. */
import { admissionScripts } from './admissionScripts.ts';
import { authorScripts } from './authorScripts.ts';
import { documentScripts } from './documentScripts.ts';
import { freshnessScripts } from './freshnessScripts.ts';
import { keyScripts } from './keyScripts.ts';
import { memberScripts } from './memberScripts.ts';
import { memoryScripts } from './memoryScripts.ts';
import { recordScripts } from './recordScripts.ts';
import { roomScripts } from './roomScripts.ts';
import type { Script } from './script.ts';
import { signingScripts } from './signingScripts.ts';

export const engineScripts: Script[] = [
  ...recordScripts,
  ...keyScripts,
  ...documentScripts,
  ...authorScripts,
  ...memberScripts,
  ...admissionScripts,
  ...memoryScripts,
  ...freshnessScripts,
  ...roomScripts,
  ...signingScripts,
];
