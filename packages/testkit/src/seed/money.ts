/** Gives the seeded firm's projects what they may cost, and its tasks the owner's remarks. */
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { RichText } from '@kontor/contract/entity/field';
import { budgetId } from '@kontor/contract/nouns/budget';
import { richTextOf } from './richText.ts';

/** Cents an hour, by the order of the people. */
const rates = [9_500, 8_200, 7_400, 6_800];

/** Sets a project's budgets, in hours and money, and its hourly rates; those of the first person rise one day. */
export function setMoney(
  workspace: Workspace,
  projectId: string,
  { userIds, hours, raisedOn }: { userIds: readonly string[]; hours: number; raisedOn: string },
): void {
  const admins = workspace.scopeOf('admins');
  workspace.transaction(() => {
    workspace.update('project', projectId, { timeBudget: hours * 60 });
    workspace.create('budget', admins, { id: budgetId(projectId), projectId, value: hours * 8_500 });
    workspace.create('hourlyRate', admins, { projectId, rate: 7_000 });
    for (const [at, userId] of userIds.entries())
      workspace.create('hourlyRate', admins, { projectId, userId, rate: rates[at % rates.length]! });
    workspace.create('hourlyRate', admins, {
      projectId,
      userId: userIds[0]!,
      from: raisedOn,
      rate: 9_900,
    });
  });
}

const remarks = [
  'Der Kunde hat eben angerufen: bitte erst ab neun Uhr kommen.',
  'Liefertermin ist bestätigt, das Holz kommt am Montag.',
  'Bitte die Fotos vom Aufmaß hier anhängen.',
  'Checked on site, the measurements are right.',
];

/** Writes what the owner has to say about some tasks, to whoever works on them. */
export function makeRemarks(
  workspace: Workspace,
  projectId: string,
  { taskIds, userId, at }: { taskIds: readonly string[]; userId: string; at: number },
): void {
  for (const [i, taskId] of taskIds.entries()) {
    const { assigneeIds = [] } = workspace.collections.task.get(taskId) ?? {};
    const hearers = assigneeIds.filter((id) => id !== userId);
    workspace.create('comment', projectId, {
      taskId,
      userId,
      notifyIds: hearers,
      createdAt: at - i * 7_200_000,
      content: remarkTo(workspace, hearers[0], remarks[i % remarks.length]!),
    });
  }
}

function remarkTo(workspace: Workspace, userId: string | undefined, text: string): RichText {
  const member = userId && workspace.collections.member.where('userId', userId)[0];
  if (!member) return richTextOf([text]);
  const mention = {
    type: 'mention',
    attrs: { id: userId, label: `${member.firstName} ${member.lastName}`, mentionSuggestionChar: '@' },
  };
  return {
    type: 'doc',
    content: [{ type: 'paragraph', content: [mention, { type: 'text', text: ` ${text}` }] }],
  };
}
