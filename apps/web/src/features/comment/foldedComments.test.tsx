// @vitest-environment happy-dom
/** Comments below a file: folded away, unless the address leads to one of them. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn, until } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { tellFollowedAgain } from '../../platform/followed.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { FoldedComments } from './foldedComments.tsx';

vi.mock('../../ui/richText/richTextInput.tsx', () => ({ RichTextInput: () => null }));
vi.stubGlobal('CSS', { supports: () => true, escape: (name: string) => name });

it('opens for a comment of this file that the address names, scrolls to it, and for no other', async () => {
  const device = createDevice();
  const { userId } = device;
  const replica = await openOn(device, new ProtocolServer());
  provideWorkspace({ records: replica, userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const { id: scopeId } = createProject(replica, { name: 'House' });
  const [plan, offer] = ['Plan.pdf', 'Offer.pdf'].map((name) => {
    const file = { kind: 'file' as const, name, createdBy: userId, createdAt: 0 };
    return replica.create('document', scopeId, { ...file, fileKey: 'k', blobId: scopeId, parts: [] }).id;
  }) as [string, string];
  const content = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Two?' }] }],
  };
  const comment = replica.create('comment', scopeId, {
    documentId: plan,
    userId,
    notifyIds: [],
    content,
    createdAt: 1,
  });
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const show = async (documentId: string) => {
    forgetDrafts();
    const rootRoute = createRootRoute({
      component: () => (
        <FoldedComments
          subject={{ scopeId, documentId }}
          people={new Map()}
          readers={new Map()}
          followers={[]}
        />
      ),
    });
    const history = createMemoryHistory({ initialEntries: [`/#comment-${comment.id}`] });
    const router = createRouter({ routeTree: rootRoute, history, scrollRestoration: () => false });
    tellFollowedAgain(router);
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>,
    );
    await until(() => document.querySelector('details') !== null);
    const close = () => {
      root.unmount();
      document.body.replaceChildren();
    };
    return { close, follow: () => router.navigate({ href: `/#comment-${comment.id}` }) };
  };
  const isOpen = () => document.querySelector('details')!.open;
  const { close } = await show(offer);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isOpen()).toBe(false);
  close();
  const { close: closePlan, follow } = await show(plan);
  await until(isOpen);
  const isScrolledTo = () =>
    scrolled.mock.instances.some((each) => (each as Element).id === `comment-${comment.id}`);
  await until(isScrolledTo);
  // Once more by the same link: it may be folded, or out of sight again.
  for (const isFolded of [false, true]) {
    scrolled.mockClear();
    if (isFolded) document.querySelector('summary')!.click();
    await until(() => isOpen() !== isFolded);
    void follow();
    await until(() => isOpen() && isScrolledTo());
  }
  closePlan();
  await replica.close();
});
