/** pdf.js's worker code; importing it registers it. It comes without types. */
declare module 'pdfjs-dist/build/pdf.worker.mjs';
