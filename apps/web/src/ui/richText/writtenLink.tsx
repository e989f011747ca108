import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { serverOrigin } from '../../platform/desktop/servers.ts';
import { isPlainClick } from '../nav/plainClick.ts';

interface WrittenLinkProps {
  /** Absolute; see `safeUrl`. */
  href: string;
  children: ReactNode;
}

/** Shows a link in somebody's text. What leads to a page of ours opens in place, all else in a window of its own. */
export function WrittenLink({ href, children }: WrittenLinkProps) {
  const { origin, pathname, search, hash } = new URL(href);
  if (origin === serverOrigin()) return <PageLink path={pathname + search + hash}>{children}</PageLink>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function PageLink({ path, children }: { path: string; children: ReactNode }) {
  const router = useRouter();
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void router.navigate({ href: path });
  };
  return (
    <a href={path} onClick={follow}>
      {children}
    </a>
  );
}
