import { Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { usePage } from '../../platform/page.tsx';
import { useSession } from '../../platform/session.ts';

const route = getRouteApi('/signed-in/$workspace');

/** A workspace's first page. */
export function Home() {
  const { workspace } = route.useParams();
  const name = useSession((session) => session.workspaces.find(({ id }) => id === workspace)?.name ?? '');
  usePage(name);
  return <Title order={1}>{name}</Title>;
}
