/** The made-up firm: what a run makes is what a fresh device finds. */
import { totalOf } from '@kontor/client/nouns/effort';
import { monthState } from '@kontor/client/nouns/month';
import { durationOf } from '@kontor/client/nouns/timeEntry';
import { dayAt } from '@kontor/contract/time/zone';
import { unzipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../server.ts';
import { seedProjects } from './projects.ts';
import { type SeededFirm, seedFirm } from './seedFirm.ts';

const today = '2026-03-10';
let server: RunningServer;
let firm: SeededFirm;

beforeAll(async () => {
  server = await startServer();
  firm = await seedFirm(server.url, { today });
});
afterAll(() => server.stop());

describe('the firm', () => {
  it('is found whole on a fresh device', async () => {
    const phone = await firm.actor.onAnotherDevice();
    expect(phone.session.user?.hasKit).toBe(true);
    expect(phone.session.workspaces.list).toMatchObject([
      { id: firm.workspaceId, name: 'Brandt & Söhne Holzbau' },
    ]);
    expect(phone.session.workspaces.list[0]!.logo).not.toBe('');
    const { collections, faults, close } = await phone.open(firm.workspaceId);
    const { project, task, document } = collections;
    expect(faults.get()).toEqual([]);
    expect(project.size).toBe(8);
    expect(project.all().filter(({ archivedAt }) => archivedAt)).toHaveLength(1);
    expect(
      project
        .all()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(seedProjects.map(({ name }) => name).sort());
    expect(task.size).toBe(firm.counts.tasks);
    expect(task.size).toBeGreaterThanOrEqual(150);
    expect(task.all().some(({ parentId }) => parentId)).toBe(true);
    for (const isThere of [(d: string) => d < today, (d: string) => d === today, (d: string) => d > today])
      expect(task.all().some(({ dueDate }) => dueDate && isThere(dueDate))).toBe(true);
    const { comment, budget, hourlyRate } = collections;
    expect(budget.size).toBe(8);
    expect(hourlyRate.all().some(({ from }) => from)).toBe(true);
    expect(project.all().every(({ timeBudget }) => timeBudget)).toBe(true);
    expect(comment.size).toBeGreaterThan(8);
    expect([collections.room.size, collections.message.size > 8]).toEqual([3, true]);
    const kinds = Map.groupBy(document.all(), ({ kind }) => kind);
    expect(kinds.get('folder')).toHaveLength(firm.counts.folders);
    expect(kinds.get('file')).toHaveLength(firm.counts.files);
    await close();
  });

  it('has people: colleagues with files that admins read, customers, and one of theirs who sees what is shared', async () => {
    const phone = await firm.actor.onAnotherDevice();
    const { collections, close } = await phone.open(firm.workspaceId);
    const { member, personnel, customer, customerFile, project, task } = collections;
    expect([member.size, personnel.size, customer.size, customerFile.size]).toEqual([4, 3, 4, 4]);
    expect(project.all().filter(({ customerId }) => customerId)).toHaveLength(4);
    expect(new Set(task.all().flatMap(({ assigneeIds }) => assigneeIds)).size).toBe(4);
    await close();
    const guest = await firm.guest.open(firm.workspaceId);
    expect(guest.faults.get()).toEqual([]);
    expect(guest.collections.projectCard.all().map(({ name }) => name)).toEqual([seedProjects[0]!.name]);
    expect(guest.collections.share.all().map(({ name }) => name)).toContain('Angebot.pdf');
    expect([guest.collections.task.size, guest.collections.personnel.size]).toEqual([0, 0]);
  });

  it('has worked for a quarter: hours and absences of everybody, months closed and confirmed, sums in the projects', async () => {
    const phone = await firm.actor.onAnotherDevice();
    const { collections, close } = await phone.open(firm.workspaceId);
    const { timeEntry, workingTime, effort, month } = collections;
    expect([workingTime.size, month.size]).toEqual([4, 8]);
    expect(timeEntry.size).toBeGreaterThan(300);
    expect(timeEntry.all().every(({ segments }) => dayAt(segments[0]!.to!, 'UTC') < today)).toBe(true);
    const states = month
      .all()
      .map(({ scopeId, month: first }) => monthState(collections, { scopeId, month: first }));
    expect(states.flatMap(({ deviations }) => deviations)).toEqual([]);
    expect(states.filter(({ confirms }) => confirms === 'all')).toHaveLength(6);
    const worked = timeEntry.all().reduce((sum, entry) => sum + durationOf(entry), 0);
    expect(effort.all().reduce((sum, each) => sum + totalOf(each).time, 0)).toBe(worked);
    await close();
  });

  it('has files that open as what they are called', async () => {
    const phone = await firm.actor.onAnotherDevice();
    const workspace = await phone.open(firm.workspaceId);
    const { downloads } = await workspace.files();
    const named = async (name: string) => {
      const document = workspace.collections.document.all().find((each) => each.name === name)!;
      return new Uint8Array(await (await downloads.blob(document)).arrayBuffer());
    };
    expect((await PDFDocument.load(await named('Angebot.pdf'))).getPageCount()).toBeGreaterThanOrEqual(3);
    expect([...(await named('Grundriss.png')).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    expect(Object.keys(unzipSync(await named('Anschreiben.docx')))).toContain('word/document.xml');
    expect(Object.keys(unzipSync(await named('Kalkulation.xlsx')))).toContain('xl/worksheets/sheet1.xml');
    expect(Object.keys(unzipSync(await named('Vorstellung.pptx')))).toContain('ppt/slides/slide2.xml');
    expect(Buffer.from(await named('Sprachnotiz.wav')).toString('latin1', 8, 12)).toBe('WAVE');
    await workspace.close();
  });
});
