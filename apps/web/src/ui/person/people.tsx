import { Avatar } from './avatar.tsx';
import css from './people.module.css';

/** Somebody, as lists show them. */
export interface NamedPerson {
  id: string;
  name: string;
  /** A picture as an object URL. */
  image?: string | undefined;
  /** Has left: the name stays where it was, but cannot be chosen again. */
  isGone?: boolean;
}

export type People = ReadonlyMap<string, NamedPerson>;

/** Shows somebody in a row of a list: their picture and as much of their name as there is room for. */
export function PersonLine({ person }: { person: NamedPerson }) {
  return (
    <span className={css.person} title={person.name}>
      <Avatar name={person.name} image={person.image} size={22} />
      <span className={css.name}>{person.name}</span>
    </span>
  );
}

/** Shows a few people in a row of a list: their pictures, their names to those who cannot see or who point at them. */
export function PeopleStack({ people }: { people: readonly NamedPerson[] }) {
  if (people.length === 0) return null;
  const names = people.map((person) => person.name).join(', ');
  const shown = people.slice(0, 3);
  return (
    <span className={css.stack} role="img" aria-label={names} title={names}>
      {shown.map((person) => (
        <Avatar key={person.id} name={person.name} image={person.image} size={22} />
      ))}
      {people.length > shown.length && <span className={css.more}>+{people.length - shown.length}</span>}
    </span>
  );
}
