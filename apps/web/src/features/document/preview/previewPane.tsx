import type { Document } from '@kontor/contract/nouns/document';
import { ActionIcon, FocusTrap } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX } from '@tabler/icons-react';
import {
  Fragment,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isNowhere } from '../../../platform/focus.ts';
import { takesText } from '../../../platform/shortcuts.ts';
import { formatBytes } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { Icon } from '../../../ui/icon.tsx';
import { itemSelector } from '../../../ui/list/arrowList.ts';
import { actedOn } from '../../../ui/list/keepFocus.ts';
import { useUnfocusedKeys } from '../../../ui/overlay/unfocusedKeys.ts';
import { downloadDocument } from '../actions.ts';
import { DownloadButton } from '../downloadButton.tsx';
import css from '../explorer/explorer.module.css';
import { FileIcon, typeOf } from '../fileIcon.tsx';
import { HeldMark } from '../heldMark.tsx';
import { documentMessages } from '../messages.ts';
import { NativeButton } from '../native/nativeButton.tsx';
import { FilePreview } from './filePreview.tsx';
import { previewOf } from './previewKind.ts';

interface PreviewPaneProps {
  document: Document;
  /** The files of the list in order. */
  files: readonly Document[];
  onShow: (id: string) => void;
  onClose: () => void;
  /** Offers what can be done with the file besides. */
  menu?: ReactNode;
  /** More about the file, below it. */
  beneath?: ReactNode;
  /** It lies over everything, by itself. */
  isOver?: boolean;
}

type Pressed = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'key' | 'preventDefault'>;

/** Shows a file beside the list; left and right (or up and down) lead to its neighbours. */
export function PreviewPane(props: PreviewPaneProps) {
  const { document, files, onShow, onClose, menu, beneath, isOver = false } = props;
  const t = useMessages(documentMessages);
  const pane = useRef<HTMLElement>(null);
  const at = files.findIndex(({ id }) => id === document.id);
  const [previous, next] = [files[at - 1], files[at + 1]];
  const preview = previewOf(document);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new file takes the focus, for the arrow keys, unless somebody types
  useEffect(() => {
    if (!takesText(window.document.activeElement)) pane.current?.focus();
  }, [document.id]);
  // The trap, once it lies over everything, gives the focus to what is marked: the name, or the field in which somebody types
  // as the phone turns.
  useLayoutEffect(() => {
    if (!isOver) return;
    const active = window.document.activeElement;
    const types = takesText(active) && pane.current?.contains(active);
    const first = types ? active : pane.current?.querySelector('h2');
    first?.setAttribute('data-autofocus', '');
    return () => first?.removeAttribute('data-autofocus');
  }, [isOver]);
  const [opener] = useState(actedOn);
  const shownId = useRef(document.id);
  useLayoutEffect(() => {
    shownId.current = document.id;
  }, [document.id]);
  // Once it is closed, the row of the file that it showed last has the focus, unless somebody put it elsewhere meanwhile.
  // A row behind the sheet in which the file was opened is out of reach.
  useLayoutEffect(
    () => () => {
      const active = window.document.activeElement;
      if (!isNowhere(active) && !pane.current?.contains(active)) return;
      const sheet = opener?.closest('[role="dialog"]');
      const within = sheet?.isConnected ? sheet : window.document;
      const row = within.querySelector(`[data-drag-id="${CSS.escape(shownId.current)}"]`);
      const target = row?.querySelector(itemSelector) ?? opener;
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
    [opener],
  );
  const onKey = (key: string): boolean => {
    if (key === 'Escape') onClose();
    else if (key === 'ArrowLeft' || key === 'ArrowUp') previous && onShow(previous.id);
    else if (key === 'ArrowRight' || key === 'ArrowDown') next && onShow(next.id);
    else return false;
    return true;
  };
  const onKeyDown = (event: Pressed) => {
    if (!event.altKey && !event.ctrlKey && !event.metaKey && onKey(event.key)) event.preventDefault();
  };
  useUnfocusedKeys(pane, onKeyDown);
  const onOwnKey = (event: ReactKeyboardEvent) => {
    // Keys in an open menu come by here too, since React's events follow the components and not the page.
    if (!pane.current?.contains(event.target as Element)) return;
    // What closes it closes nothing that it lies in.
    if (event.key === 'Escape') event.stopPropagation();
    onKeyDown(event);
  };
  return (
    <FocusTrap active={isOver} innerRef={pane}>
      <section
        className={css.preview}
        aria-label={t('preview')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the focus so that the arrow keys work at once
        tabIndex={0}
        onKeyDown={onOwnKey}
        {...(isOver && { role: 'dialog', 'aria-modal': true })}
      >
        <header className={css.previewHead}>
          <FileIcon type={typeOf(document)} name={document.name} />
          <h2 className={css.previewName} title={shownName(document.name)} {...(isOver && { tabIndex: -1 })}>
            {shownName(document.name)}
          </h2>
          <HeldMark documentId={document.id} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('previous')}
            disabled={!previous}
            onClick={() => previous && onShow(previous.id)}
          >
            <Icon of={IconChevronLeft} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('next')}
            disabled={!next}
            onClick={() => next && onShow(next.id)}
          >
            <Icon of={IconChevronRight} />
          </ActionIcon>
          <NativeButton document={document} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('download')}
            onClick={() => void downloadDocument(document)}
          >
            <Icon of={IconDownload} />
          </ActionIcon>
          {menu}
          <ActionIcon variant="subtle" color="gray" aria-label={t('closePreview')} onClick={onClose}>
            <Icon of={IconX} />
          </ActionIcon>
        </header>
        <Fragment key={document.id}>
          {'why' in preview ? (
            <div className={css.stage}>
              <div className={css.notice}>
                {t(preview.why, { size: formatBytes(preview.most) })}
                <DownloadButton document={document} />
              </div>
            </div>
          ) : (
            <FilePreview document={document} preview={preview} onKey={onKey} />
          )}
          {beneath}
        </Fragment>
      </section>
    </FocusTrap>
  );
}
