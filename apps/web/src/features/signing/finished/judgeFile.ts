/** Judges PDFs, which may be hostile, apart from the page. */
import { isMissingCode, missingCode } from '@kontor/client/workerStart';
import type { PdfJudgement } from './pdf.ts';

/** `unexamined`: what examines it could not be fetched, which says nothing of the file. */
export type FileJudgement = PdfJudgement | 'unexamined';

/** The part of a worker that a judge needs. */
export type JudgeWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Milliseconds after which a file counts as damaged. */
const patience = 20_000;

const newWorker = (): JudgeWorker =>
  new Worker(new URL('./judgeWorker.ts', import.meta.url), { type: 'module', name: 'judge' });

/** Makes a judge. It never rejects: what ends its worker, or goes on for too long, is damaged. */
export const createJudge =
  (start: () => JudgeWorker, timeout: (ms: number) => Promise<void>) =>
  async (file: Blob): Promise<FileJudgement> => {
    const worker = start();
    const judged = new Promise<FileJudgement>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<PdfJudgement>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault?.();
        if (isMissingCode(event)) missingCode.tell();
        resolve(isMissingCode(event) ? 'unexamined' : 'damaged');
      };
    });
    worker.postMessage(file);
    try {
      return await Promise.race([judged, timeout(patience).then(() => 'damaged' as const)]);
    } finally {
      worker.terminate();
    }
  };

/** Tells whether signatures can be put behind the bytes of a file. Never rejects. */
export const judgeFile = createJudge(newWorker, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
