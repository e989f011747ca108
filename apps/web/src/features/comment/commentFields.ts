import type { RichText } from '@kontor/contract/entity/field';
import { comment } from '@kontor/contract/nouns/comment';
import { entityFields } from '../../ui/form/entityFields.ts';
import { formMessages } from '../../ui/form/messages.ts';
import type { Errors } from '../../ui/form/rules.ts';

const described = entityFields(comment, ['content']);

interface CommentValues {
  content: RichText | undefined;
}

/** Returns what keeps a comment from being sent. */
export const commentErrors = ({ content }: CommentValues): Errors<CommentValues> =>
  content ? described.errors({ content }) : { content: formMessages.t('notEmpty') };
