import { Link } from '@tanstack/react-router';
import { documentMessages } from '../../features/document/messages.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { isPlainClick } from '../../ui/nav/plainClick.ts';
import css from './dashboard.module.css';
import type { FolderAddress } from './sharedProject.ts';

interface SharedPlaceProps {
  name: string;
  link: FolderAddress;
  /** Is called where the way leads to the page in view. */
  onStay: () => void;
}

/** Says behind the name of what was found in which folder it lies, as the way there. */
export function SharedPlace({ name, link, onStay }: SharedPlaceProps) {
  const t = useMessages(documentMessages);
  return (
    <span className={css.place}>
      <Link
        {...link}
        search={{}}
        title={t('liesIn')}
        onClick={(event) => {
          if (isPlainClick(event) && event.currentTarget.pathname === location.pathname) onStay();
        }}
      >
        {name}
      </Link>
    </span>
  );
}
