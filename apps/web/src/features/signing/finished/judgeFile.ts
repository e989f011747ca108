/** Judges PDFs, which may be hostile, apart from the page. */
import type { PdfJudgement } from './pdf.ts';

/** The part of a worker that a judge needs. */
export type JudgeWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Milliseconds after which a file counts as damaged. */
const patience = 20_000;

const newWorker = (): JudgeWorker =>
  new Worker(new URL('./judgeWorker.ts', import.meta.url), { type: 'module', name: 'judge' });

/** Makes a judge. It never rejects: what ends its worker, or goes on for too long, is damaged. */
export const createJudge =
  (start: () => JudgeWorker, timeout: (ms: number) => Promise<void>) =>
  async (file: Blob): Promise<PdfJudgement> => {
    const worker = start();
    const judged = new Promise<PdfJudgement>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<PdfJudgement>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault?.();
        resolve('damaged');
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
