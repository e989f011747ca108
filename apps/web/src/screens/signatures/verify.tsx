import { Text, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { checkFiles, type Verdict } from '../../features/signing/checkFiles.ts';
import { signingMessages } from '../../features/signing/messages.ts';
import { proofMessages } from '../../features/signing/proofMessages.ts';
import css from '../../features/signing/signing.module.css';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { FileButton } from '../../ui/form/fileButton.tsx';
import { FileDrop } from '../../ui/form/fileDrop.tsx';
import { VerdictView } from './verdict.tsx';

/** Verifies signed documents: who signed what, and whether it is unchanged. Asks no server for anything. */
export function Verify() {
  const t = useMessages(signingMessages);
  const p = useMessages(proofMessages);
  const [found, setFound] = useState<{ key: string; verdict: Verdict }[]>([]);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const [isChecking, setIsChecking] = useState(false);
  usePage(p('verify'));
  /** Counts the checks: what an earlier one finds is no answer for files that were chosen since. */
  const newest = useRef(0);
  const check = async (files: readonly File[]) => {
    const number = ++newest.current;
    const isNewest = () => newest.current === number;
    setFound([]);
    setUnreadable([]);
    setIsChecking(true);
    try {
      const bytesOf = (file: File) =>
        file.arrayBuffer().then(
          (bytes) => new Uint8Array(bytes),
          () => undefined,
        );
      const read = await Promise.all(
        files.map(async (file) => ({ name: file.name, bytes: await bytesOf(file) })),
      );
      if (!isNewest()) return;
      setUnreadable(read.flatMap(({ name, bytes }) => (bytes ? [] : [name])));
      const chosen = read.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []));
      const verdicts = chosen.length > 0 ? await checkFiles(chosen) : [];
      if (isNewest()) setFound(verdicts.map((verdict) => ({ key: crypto.randomUUID(), verdict })));
    } finally {
      if (isNewest()) setIsChecking(false);
    }
  };
  return (
    <>
      <FileDrop label={p('verify')} onDrop={({ files }) => void check(files)} />
      <Title order={1}>{p('verify')}</Title>
      <Text my="md">{p('verifyIntro')}</Text>
      <FileButton label={p('chooseFiles')} onFiles={(files) => void check(files)} />
      <div role="status">{isChecking && p('verifying')}</div>
      {unreadable.map((name) => (
        <Text key={name} role="alert" my="md">
          {p('unreadable', { name: shownName(name) })}
        </Text>
      ))}
      {found.map(({ key, verdict }) => (
        <VerdictView key={key} verdict={verdict} />
      ))}
      <Text className={css.quiet} my="md">
        {t('whatItIs')}
      </Text>
    </>
  );
}
