/** Set-up of the tests that share one page: each file finds it as if it were the first one. */
import { forgetDrafts } from '../platform/draft/drafts.ts';
import { provideWorkspace } from '../platform/workspace/workspace.ts';

provideWorkspace(undefined);
forgetDrafts();
localStorage.clear();
sessionStorage.clear();
history.replaceState(null, '', '/');
delete (window as { kontorDesktop?: unknown }).kontorDesktop;
document.body.replaceChildren();
