import type { FolderStep } from '@kontor/contract/nouns/share';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { Breadcrumbs } from '../../ui/nav/breadcrumbs.tsx';
import { dashboardMessages } from './messages.ts';
import type { FolderAddress } from './sharedProject.ts';

interface SharedBreadcrumbsProps {
  /** The place that the top level lies in. */
  above: { name: string; link: FolderAddress } | undefined;
  /** The name of the top level. */
  top: string;
  /** The folders down to the one in view, outermost first. */
  ancestors: readonly FolderStep[];
  /** Returns the address of a folder; without folders, of the top level. */
  linkTo: (folders: string | undefined) => FolderAddress;
}

/** Shows the folders of shared documents down to the one in view. */
export function SharedBreadcrumbs({ above, top, ancestors, linkTo }: SharedBreadcrumbsProps) {
  const t = useMessages(dashboardMessages);
  const pathTo = (count: number) =>
    ancestors
      .slice(0, count)
      .map(({ id }) => id)
      .join('/') || undefined;
  const steps = [
    ...(above ? [{ ...above, id: 'above' }] : []),
    { id: 'top', name: top, link: linkTo(undefined) },
    ...ancestors.map(({ id, name }, i) => ({ id, name: shownName(name), link: linkTo(pathTo(i + 1)) })),
  ];
  return (
    <Breadcrumbs label={t('breadcrumbs')}>
      {steps.map(({ id, name, link }, i) => (
        <li key={id}>
          {i === steps.length - 1 ? (
            <span aria-current="location">{name}</span>
          ) : (
            <Link {...link} search={{}}>
              {name}
            </Link>
          )}
        </li>
      ))}
    </Breadcrumbs>
  );
}
