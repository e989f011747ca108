/** Lists the places that a search can be narrowed to, and what lies in each. */
import { tagOf } from '@kontor/client/searching/searchedDocument';
import type { Customer } from '@kontor/contract/nouns/customer';
import type { Project } from '@kontor/contract/nouns/project';
import type { Room } from '@kontor/contract/nouns/room';

/** A project, a customer or a room. */
export interface SearchPlace {
  id: string;
  /** That of a room with a name of its own begins with `#`, which tells it from the project of that name. */
  name: string;
  /** The tags of what lies in it. A record may have several of them. */
  tags: readonly string[];
  isArchived: boolean;
  isRoom: boolean;
}

interface Sources {
  projects: readonly Pick<Project, 'id' | 'name' | 'customerId' | 'archivedAt'>[];
  customers: readonly Pick<Customer, 'id' | 'name' | 'archivedAt'>[];
  rooms: readonly Room[];
}

/** Returns all places. What lies in a project, with its room, lies in the project's customer, too. */
export function placesOf(
  { projects, customers, rooms }: Sources,
  nameOf: (room: Room) => string,
): SearchPlace[] {
  const roomsOf = Map.groupBy(rooms, ({ projectId }) => projectId);
  const projectsOf = Map.groupBy(projects, ({ customerId }) => customerId);
  const inProject = ({ id }: { id: string }): string[] => [
    ...[tagOf('scopeId', id), tagOf('projectId', id)],
    ...(roomsOf.get(id) ?? []).map((room) => tagOf('scopeId', room.id)),
  ];
  const isArchived = ({ archivedAt }: { archivedAt?: number | undefined }) => archivedAt !== undefined;
  return [
    ...projects.map((project) => ({
      id: project.id,
      name: project.name,
      tags: inProject(project),
      isArchived: isArchived(project),
      isRoom: false,
    })),
    ...customers.map((customer) => ({
      id: customer.id,
      name: customer.name,
      isArchived: isArchived(customer),
      isRoom: false,
      tags: [
        ...[tagOf('scopeId', customer.id), tagOf('customerId', customer.id)],
        ...(projectsOf.get(customer.id) ?? []).flatMap(inProject),
      ],
    })),
    ...rooms.map((room) => ({
      id: room.id,
      name: nameOf(room),
      tags: [tagOf('scopeId', room.id)],
      isArchived: isArchived(room),
      isRoom: true,
    })),
  ];
}

/** Returns the tags of what lies in archived places. */
export const archivedIn = (places: readonly SearchPlace[]): ReadonlySet<string> =>
  new Set(places.flatMap(({ isArchived, tags }) => (isArchived ? tags : [])));
