import type { Share } from '@kontor/contract/nouns/share';
import type { LinkProps } from '@tanstack/react-router';

export type FolderAddress = Pick<LinkProps, 'to' | 'params'>;

/** A project with documents of its own, which shows as a folder. */
export interface SharedProject {
  id: string;
  name: string;
  /** Returns the address of a folder in it; without folders, of itself. */
  linkTo: (folders?: string) => FolderAddress;
  shares: readonly Share[];
}
