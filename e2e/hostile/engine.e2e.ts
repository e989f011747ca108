/**
 * The hostile server against the product's own client in Node, by the same scripts and under the same conditions as in
 * `hostile.e2e.ts`: it refuses, posts nothing, lets nothing out, and without the lie the same flow works.
 */
import { expect, test } from '@playwright/test';
import { engineScripts } from './engineScripts.ts';
import { inNode } from './listed.ts';
import { openSceneInNode, type Scene } from './scene.ts';
import { play } from './script.ts';

const played: string[] = [];
let scene: Scene;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  scene = await openSceneInNode();
});
test.afterAll(() => scene.close());

for (const script of engineScripts)
  test(`${script.id}: ${script.title}`, async () => {
    await play(script, scene);
    played.push(script.id);
  });

test('every listed script was played', () => {
  expect(played.toSorted()).toEqual(inNode.toSorted());
});
