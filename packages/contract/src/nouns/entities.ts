/**
 * Every entity, by name. Adding a noun: its contract file, a line here and its migration; the compiler or a failing test
 * asks for the rest (`docs/architecture.md`).
 */

import type { Open } from '../entity/entity.ts';
import { registry } from '../entity/registry.ts';
import { absence } from './absence.ts';
import { budget } from './budget.ts';
import { budgetWarning } from './budgetWarning.ts';
import { business } from './business.ts';
import { comment } from './comment.ts';
import { customer, customerFile } from './customer.ts';
import { customerUser } from './customerUser.ts';
import { document } from './document.ts';
import { effort } from './effort.ts';
import { exportTemplate } from './exportTemplate.ts';
import { fileVersion } from './fileVersion.ts';
import { hourlyRate } from './hourlyRate.ts';
import { invoicedHours } from './invoicedHours.ts';
import { lease } from './lease.ts';
import { link } from './link.ts';
import { listView } from './listView.ts';
import { member } from './member.ts';
import { message } from './message.ts';
import { month, monthAddendum, monthConfirmation } from './month.ts';
import { personnel } from './personnel.ts';
import { profile } from './profile.ts';
import { project } from './project.ts';
import { projectCard } from './projectCard.ts';
import { reaction } from './reaction.ts';
import { room } from './room.ts';
import { roomMark } from './roomMark.ts';
import { share } from './share.ts';
import { sighting } from './sighting.ts';
import { keptSignature, signing, signingAnswer, signingOpening, signingReminder } from './signing.ts';
import { star } from './star.ts';
import { task } from './task.ts';
import { taskEdit } from './taskEdit.ts';
import { timeEntry } from './timeEntry.ts';
import { trashEntry } from './trashEntry.ts';
import { workingTime } from './workingTime.ts';

export const entities = {
  profile,
  business,
  member,
  personnel,
  customer,
  customerFile,
  customerUser,
  project,
  budget,
  hourlyRate,
  task,
  taskEdit,
  document,
  fileVersion,
  trashEntry,
  lease,
  link,
  comment,
  projectCard,
  share,
  sighting,
  workingTime,
  timeEntry,
  effort,
  absence,
  month,
  monthConfirmation,
  monthAddendum,
  invoicedHours,
  exportTemplate,
  budgetWarning,
  room,
  message,
  reaction,
  roomMark,
  star,
  listView,
  signing,
  signingAnswer,
  signingOpening,
  signingReminder,
  keptSignature,
} as const;

export type EntityName = keyof typeof entities;
export type OpenOf<N extends EntityName> = Open<(typeof entities)[N]>;

/** The keys by which collections of a noun find records. */
export type IndexOf<N extends EntityName> = (typeof entities)[N]['indexes'][number] | 'scopeId' | 'container';

/** The nouns whose records name people who are to hear of them: the server has an effect that tells them, and devices judge it. */
export type NotifyingName = {
  [N in EntityName]: 'notifyIds' extends keyof (typeof entities)[N]['refs'] ? N : never;
}[EntityName];

export const { entityNames, entityOf, headOf } = registry<EntityName>(entities);
