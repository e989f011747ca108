/** Every entity, by name. Adding a noun: its contract file, a line here, its migration, its feature. */

import type { Entity, Open } from '../entity/entity.ts';
import { business } from './business.ts';
import { customer, customerFile } from './customer.ts';
import { customerUser } from './customerUser.ts';
import { document } from './document.ts';
import { member } from './member.ts';
import { personnel } from './personnel.ts';
import { profile } from './profile.ts';
import { project } from './project.ts';
import { projectCard } from './projectCard.ts';
import { share } from './share.ts';
import { task } from './task.ts';

export const entities = {
  profile,
  business,
  member,
  personnel,
  customer,
  customerFile,
  customerUser,
  project,
  task,
  document,
  projectCard,
  share,
} as const;

export type EntityName = keyof typeof entities;
export type OpenOf<N extends EntityName> = Open<(typeof entities)[N]>;

export const entityNames = Object.keys(entities) as EntityName[];

/** The description of a noun; throws RangeError on an unknown one. */
export function entityOf(name: string): Entity {
  const found = (entities as Record<string, Entity>)[name];
  if (!found) throw new RangeError(`unknown entity ${name}`);
  return found;
}
