import type { Document } from '@kontor/contract/nouns/document';
import { maxPassword } from '@kontor/contract/text/lengths';
import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { useSession } from '../../../platform/workspace/session.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Form } from '../../../ui/form/form.tsx';
import { newPassword } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import type { People } from '../../../ui/person/people.tsx';
import { makeLink } from './actions.ts';
import css from './link.module.css';
import { LinkRow } from './linkRow.tsx';
import { linkMessages } from './messages.ts';
import { useAllowsLinks, useLinks, useLinkUses } from './queries.ts';

interface LinksDialogProps {
  document: Document;
  people: People;
  onClose: () => void;
}

const lifetimes = [1, 7, 30, 90, 365] as const;
const counts = [1, 3, 10, 100] as const;

interface LinkValues {
  days: string;
  /** '0': as often as people like. */
  downloads: string;
  password: string;
}

const proposed: LinkValues = { days: '30', downloads: '0', password: '' };

/** Shows the links of a file or folder, and how another one is made. */
export function LinksDialog({ document, people, onClose }: LinksDialogProps) {
  const t = useMessages(linkMessages);
  const links = useLinks(document.id);
  const uses = useLinkUses();
  const allowsLinks = useAllowsLinks();
  const dirty = useRef(false);
  return (
    <Dialog
      title={t('linksOf', { name: shownName(document.name) })}
      onClose={onClose}
      isDirty={() => dirty.current}
    >
      {links.length > 0 && (
        <ul className={css.rows} aria-label={t('links')}>
          {links.map((link) => (
            <LinkRow key={link.id} link={link} uses={uses} makerName={people.get(link.makerId)?.name ?? ''} />
          ))}
        </ul>
      )}
      {allowsLinks ? (
        <NewLink document={document} people={people} dirty={dirty} />
      ) : (
        <Text>{t('linksOff')}</Text>
      )}
    </Dialog>
  );
}

interface NewLinkProps extends Omit<LinksDialogProps, 'onClose'> {
  /** Holds whether something is typed. A draft is none of it: a password is not written down. */
  dirty: RefObject<boolean>;
}

function NewLink({ document, people, dirty }: NewLinkProps) {
  const t = useMessages(linkMessages);
  const { records, userId } = useWorkspace();
  const from = useSession(
    (session) => session.workspaces.list.find(({ id }) => id === records.id)?.name ?? '',
  );
  const by = people.get(userId)?.name ?? '';
  const [stored] = useState(proposed);
  const form = useForm({
    stored,
    errors: ({ password }) => ({ password: password ? newPassword(password) : undefined }),
  });
  useEffect(() => {
    dirty.current = form.dirty;
  }, [dirty, form.dirty]);
  const make = form.submit(async ({ days, downloads, password }) => {
    const made = await makeLink(document.id, {
      from,
      by,
      maxDownloads: Number(downloads),
      days: Number(days),
      ...(password && { password }),
    });
    if (made === undefined) return false;
    toast.success(t('made'));
    form.clear();
    return true;
  });
  return (
    <Form form={form} onSubmit={make} labelOf={(name) => t(name === 'days' ? 'lasts' : name)}>
      <Text size="sm" mb="md">
        {document.kind === 'folder' ? `${t('intro')} ${t('folderIntro')}` : t('intro')}
      </Text>
      <Group grow align="start" mb="md">
        <Select
          label={t('lasts')}
          data={lifetimes.map((count) => ({
            value: String(count),
            label: count === 365 ? t('year') : t('days', { count }),
          }))}
          allowDeselect={false}
          {...form.choice('days')}
        />
        <Select
          label={t('downloads')}
          data={[
            { value: '0', label: t('unlimited') },
            ...counts.map((n) => ({ value: String(n), label: n === 1 ? t('once') : t('times', { n }) })),
          ]}
          allowDeselect={false}
          {...form.choice('downloads')}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {t('downloadsHint')}
      </Text>
      <TextInput
        label={t('password')}
        description={t('passwordHint')}
        maxLength={maxPassword}
        autoComplete="off"
        {...form.field('password')}
      />
      <Text size="sm" c="dimmed" mt="md">
        {t('named', { by, from })}
      </Text>
      <Group justify="flex-end" mt="xl">
        <Button type="submit" loading={form.isSaving}>
          {t('make')}
        </Button>
      </Group>
    </Form>
  );
}
