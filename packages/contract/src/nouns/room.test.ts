import { expect, it } from 'vitest';
import { budgetId } from './budget.ts';
import { projectRoomId } from './room.ts';

it('derives a project’s room from the project and back, apart from what else follows from it', () => {
  const projectId = '01a204fc-1e99-763f-9d7f-da6f69a7d358';
  const roomId = projectRoomId(projectId);
  expect(projectRoomId(roomId)).toBe(projectId);
  expect(new Set([projectId, roomId, budgetId(projectId), budgetId(roomId)]).size).toBe(4);
  expect([roomId[14], roomId.slice(0, 13)]).toEqual(['7', projectId.slice(0, 13)]);
});
