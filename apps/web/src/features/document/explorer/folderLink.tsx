import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { isPlainClick } from '../../../ui/nav/plainClick.ts';
import type { Root } from '../root.ts';

interface FolderLinkProps {
  workspace: string;
  root: Root;
  /** The ids of the folders down to it; none for the top. */
  path: string | undefined;
  title?: string;
  /** For rows of a list: takes part in its arrow keys, and is dragged as the row. */
  isRow?: boolean;
  /** Is called where the link leads to the page in view. */
  onStay?: () => void;
  children: ReactNode;
}

/** Shows a link to a folder under its project or customer. */
export function FolderLink({ workspace, root, path, title, isRow, onStay, children }: FolderLinkProps) {
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isPlainClick(event) && event.currentTarget.pathname === location.pathname) onStay?.();
  };
  const rest = { search: {}, title, onClick, ...(isRow && { draggable: false, 'data-list-item': true }) };
  const { scopeId: space, customerId: customer } = root;
  if (customer !== undefined)
    return path ? (
      <Link
        to="/$workspace/customers/$customer/documents/$"
        params={{ workspace, customer, _splat: path }}
        {...rest}
      >
        {children}
      </Link>
    ) : (
      <Link to="/$workspace/customers/$customer/documents" params={{ workspace, customer }} {...rest}>
        {children}
      </Link>
    );
  return path ? (
    <Link to="/$workspace/projects/$space/documents/$" params={{ workspace, space, _splat: path }} {...rest}>
      {children}
    </Link>
  ) : (
    <Link to="/$workspace/projects/$space/documents" params={{ workspace, space }} {...rest}>
      {children}
    </Link>
  );
}
