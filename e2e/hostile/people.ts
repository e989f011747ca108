/** The second person of the scripts: an employee, taken in when a script first needs them. */
import { type Actor, createActor } from '@kontor/testkit/actor';
import { takeIn } from '@kontor/testkit/team';
import type { Scene } from './scene.ts';

const employees = new WeakMap<Scene, Promise<Actor>>();

/** Resolves with the employee of the scene's workspace, on the honest connection. */
export function employeeOf(scene: Scene): Promise<Actor> {
  let employee = employees.get(scene);
  if (!employee) {
    employee = createActor(scene.site.server.url).then(async (actor) => {
      await takeIn(scene.actor, scene.workspace.id, actor, { role: 'EMPLOYEE' });
      return actor;
    });
    employees.set(scene, employee);
  }
  return employee;
}
