import type { Document } from '@kontor/contract/nouns/document';
import { Link } from '@tanstack/react-router';
import { shownName } from '../../platform/text/shownName.ts';
import { addressOf } from './address.ts';
import { FileName } from './fileName.tsx';

/** Shows the name of a folder or file as the link to where it opens. */
export function DocumentLink({ document, workspace }: { document: Document; workspace: string }) {
  const { path, search } = addressOf(document);
  const name = shownName(document.name);
  return (
    <Link to={`/${workspace}/${path}` as string} search={search} title={name} aria-label={name}>
      <FileName name={name} />
    </Link>
  );
}
