/** The worker that judges a PDF: one for each, so that what unpacks to gigabytes, or goes on for ever, ends with it. */
import { judgePdf } from './pdf.ts';

globalThis.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void (async () => globalThis.postMessage(await judgePdf(new Uint8Array(await data.arrayBuffer()))))();
});
