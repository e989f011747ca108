import { Avatar } from '../../ui/person/avatar.tsx';
import { useOwn } from './own.ts';

/** Shows the picture of who is signed in. */
export function OwnAvatar({ size }: { size: number }) {
  const { name, image } = useOwn();
  return <Avatar name={name} image={image} size={size} />;
}
