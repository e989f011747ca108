import type { Personnel } from '@kontor/contract/nouns/personnel';
import { fromValues, RecordConflicts } from '../../../ui/form/recordConflicts.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { personnelLabel, personnelWords } from './personnelInputs.tsx';

/** Offers what two people wrote into a personnel file at once. */
export const PersonnelConflicts = ({ file, people }: { file: Personnel; people: People }) => (
  <RecordConflicts
    entity="personnel"
    record={file}
    people={people}
    labelOf={personnelLabel}
    show={fromValues(personnelWords.show)}
  />
);
