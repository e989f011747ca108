import type { RichText } from '@kontor/contract/entity/field';
import { hearersAmong } from '../../ui/person/hearers.ts';
import { mentionedIn } from '../../ui/richText/mentionLabel.ts';

interface Told {
  content: RichText;
  /** Those who work on the subject, or made it. */
  followers: readonly string[];
  /** The authors of what was said before. */
  speakers: readonly string[];
  /** Those who read it. */
  readers: ReadonlyMap<string, unknown>;
  selfId: string;
}

/** Returns who is to hear of a comment, in no order that says why: whoever is concerned or mentioned and may read it. */
export const notifiedOf = ({ content, followers, speakers, readers, selfId }: Told): string[] =>
  hearersAmong([...followers, ...speakers, ...mentionedIn(content)], readers, selfId);
