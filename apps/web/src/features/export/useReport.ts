/** A report in its worker: it follows the entries and what is asked for, and makes files of it. */
import type { ReportEntry } from '@kontor/client/nouns/hoursReport';
import type { InvoicedEntry } from '@kontor/contract/nouns/invoicedHours';
import { useEffect, useRef, useState } from 'react';
import { loadFonts } from '../../platform/pdfFonts.ts';
import { toast } from '../../platform/toasts.tsx';
import { exportMessages } from './messages.ts';
import type {
  FileHead,
  FileKind,
  PayrollHead,
  ReportPreview,
  ReportRequest,
  ToMark,
} from './reportEngine.ts';
import { type RunningReport, startReport } from './startReport.ts';

/** A file on its way; `total` rows, of which `written` are in it. */
export interface FileProgress {
  kind: FileKind;
  written: number;
  total: number;
}

export interface MadeFile {
  file: Blob;
  /** The rows in it that could be marked as invoiced; see `ToMark`. */
  held: ReadonlySet<string>;
}

export interface LiveReport {
  /** Undefined until the first one is there. */
  preview: ReportPreview | undefined;
  /** True where none will come: the code that makes it could not be fetched. */
  hasFailed: boolean;
  progress: FileProgress | undefined;
  /** Makes a file. Resolves to undefined where it was cancelled, or failed, which is said. */
  make(kind: FileKind, head: FileHead & { payroll: PayrollHead }): Promise<MadeFile | undefined>;
  cancel(): void;
  /** Returns what can be marked as invoiced; `sent`: what the last file of the report held. Rejects where it has failed. */
  toMark(sent: ReadonlySet<string> | undefined): Promise<ToMark>;
  /** Returns the entries that could still be invoiced, by their person, among those `held`. Rejects where it has failed. */
  openEntries(held: ReadonlySet<string>): Promise<Map<string, InvoicedEntry[]>>;
}

/**
 * Keeps a report on hours up to date.
 * @param request undefined while something is wrong with it: what was shown stays. Keep it until it changes.
 */
export function useReport(entries: readonly ReportEntry[], request: ReportRequest | undefined): LiveReport {
  const [report, setReport] = useState<RunningReport>();
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<RunningReport>();
  /** The newest load. */
  const loading = useRef<Promise<RunningReport>>(undefined);
  const [hasFailed, setHasFailed] = useState(false);
  const [preview, setPreview] = useState<ReportPreview>();
  const [progress, setProgress] = useState<FileProgress>();
  const cancelled = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a cancelled file ends its worker, and a new round begins
  useEffect(() => {
    const started = startReport();
    setReport(started);
    return () => started.end();
  }, [round]);
  useEffect(() => {
    let isNewest = true;
    setLoaded(undefined);
    loading.current = report?.load(entries).then(() => report);
    setHasFailed(false);
    loading.current?.then(
      (whole) => isNewest && setLoaded(whole),
      () => isNewest && setHasFailed(true),
    );
    return () => {
      isNewest = false;
    };
  }, [report, entries]);
  useEffect(() => {
    if (!loaded || !request) return;
    let isNewest = true;
    loaded.preview(request).then(
      (made) => isNewest && setPreview(made),
      (error) => {
        if (isNewest) reportError(error);
      },
    );
    return () => {
      isNewest = false;
    };
  }, [loaded, request]);

  /** Resolves once all entries are in, also those that came while others were loaded: until then some are missing. */
  const whenWhole = async (): Promise<RunningReport | undefined> => {
    const newest = loading.current;
    const whole = await newest;
    return newest === loading.current ? whole : whenWhole();
  };
  return {
    preview,
    hasFailed,
    progress,
    toMark: async (sent) => {
      const whole = await whenWhole();
      return whole && request ? whole.toMark(request, sent) : { held: new Set(), count: 0, since: 0 };
    },
    openEntries: async (held) => {
      const whole = await whenWhole();
      return whole && request ? whole.openEntries(request, held) : new Map();
    },
    make: async (kind, head) => {
      if (!loading.current || !request || !preview) return undefined;
      const total = preview.count;
      setProgress({ kind, written: 0, total });
      // What the worker says of its progress may come after the file.
      let isOver = false;
      const stop = new Promise<undefined>((resolve) => {
        cancelled.current = () => resolve(undefined);
      });
      const write = async (): Promise<MadeFile | undefined> => {
        const fonts = kind === 'pdf' ? await loadFonts() : undefined;
        const whole = await whenWhole();
        if (!whole || isOver) return undefined;
        const onRows = (written: number) => {
          if (!isOver) setProgress({ kind, written: Math.min(written, total), total });
        };
        // Asked for in one breath, so that both are of the same entries.
        const [file, { held }] = await Promise.all([
          whole.file(kind, request, head, fonts, onRows),
          whole.toMark(request),
        ]);
        return { file, held };
      };
      try {
        return await Promise.race([write(), stop]);
      } catch (error) {
        // What comes from a worker keeps its name alone.
        const isTooLong = error instanceof Error && error.name === 'RangeError';
        toast.error(exportMessages.t(isTooLong ? 'tooManyRows' : 'failed'));
        if (!isTooLong) reportError(error);
        return undefined;
      } finally {
        isOver = true;
        cancelled.current = undefined;
        setProgress(undefined);
      }
    },
    cancel: () => {
      cancelled.current?.();
      toast.info(exportMessages.t('cancelled'));
      setRound((n) => n + 1);
    },
  };
}
