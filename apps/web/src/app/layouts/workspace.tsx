import { PlainLayout } from './plain.tsx';
import { Wordmark } from './wordmark.tsx';

/** Frames choosing and making workspaces: one column of 720 px. */
export function WorkspaceLayout() {
  return <PlainLayout start={<Wordmark />} />;
}
