import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { budgetId } from './budget.ts';
import { projectRoomId } from './room.ts';

it('derives a project’s room from the project and back, apart from what else follows from it', () => {
  const projectId = uuidv7();
  const roomId = projectRoomId(projectId);
  expect(projectRoomId(roomId)).toBe(projectId);
  expect(new Set([projectId, roomId, budgetId(projectId), budgetId(roomId)]).size).toBe(4);
  expect([roomId[14], roomId.slice(0, 13)]).toEqual(['7', projectId.slice(0, 13)]);
});
