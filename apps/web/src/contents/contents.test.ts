/** The words of files of every kind, and what becomes of files that are made to harm. */
import { deflateRawSync } from 'node:zlib';
import { missingCode } from '@kontor/client/workerStart';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it, vi } from 'vitest';
import { contentKindOf, unread } from './contentKind.ts';
import type { ReadAnswer } from './contentsWorker.ts';
import { contentLimits } from './limits.ts';
import { createReader, type ReaderWorker } from './readContents.ts';
import { unzip } from './unzip.ts';
import { wordsOf } from './words.ts';
import { wordsOfXml } from './xmlText.ts';

// Node lacks some of what browsers have: pdf.js has a build for that.
vi.mock('pdfjs-dist', () => import('pdfjs-dist/legacy/build/pdf.mjs'));
vi.mock('pdfjs-dist/build/pdf.worker.mjs', () => ({}));

const textOf = async (...file: Parameters<typeof wordsOf>) => (await wordsOf(...file)).text;
const bytesOf = (text: string) => new Uint8Array(strToU8(text));
const archive = (files: Record<string, string>) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

const w = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="x"><w:body>${body}</w:body></w:document>`;
const samples = {
  docx: archive({
    'word/document.xml': w(
      '<w:p><w:r><w:t>Schluss</w:t></w:r><w:r><w:t xml:space="preserve">rechnung &amp; Nachtrag</w:t></w:r></w:p><w:p><w:r><w:t>Zeile zwei</w:t></w:r></w:p>',
    ),
    'word/footnotes.xml': w('<w:p><w:t>Fußnote</w:t></w:p>'),
    'word/styles.xml': w('<w:t>nicht lesen</w:t>'),
  }),
  xlsx: archive({
    'xl/sharedStrings.xml': '<sst><si><t>Ziegel</t></si><si><r><t>Schie</t></r><r><t>fer</t></r></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><row><c t="inlineStr"><is><t>Mörtel</t></is></c><c><f>6*7</f><v>42</v></c><c t="s"><v>17</v></c><c t="b"><v>1</v></c></row><row><c t="str"><f>A1&amp;"!"</f><v>Summe &amp; mehr</v></c></row></worksheet>',
  }),
  pptx: archive({
    'ppt/slides/slide10.xml': '<p:sld><a:p><a:t>Zehn</a:t></a:p></p:sld>',
    'ppt/slides/slide2.xml': '<p:sld><a:p><a:t>Zwei</a:t></a:p></p:sld>',
  }),
  odf: archive({
    'content.xml':
      '<office:text><text:h>Titel</text:h><text:p>Ein <text:span>Ab</text:span>satz</text:p></office:text>',
  }),
};

describe('the words of', () => {
  it.each([
    ['docx', 'Schlussrechnung & Nachtrag\nZeile zwei\nFußnote'],
    ['xlsx', 'Ziegel\nSchiefer\nMörtel 42\nSumme & mehr'],
    ['pptx', 'Zwei\nZehn'],
    ['odf', 'Titel\nEin Absatz'],
  ] as const)('%s are what people wrote', async (kind, expected) =>
    expect(await textOf(kind, samples[kind])).toBe(expected),
  );

  it('a letter are read whatever its main part is called', async () => {
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
    const letter = archive({
      '[Content_Types].xml': `<Types><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document2.xml" ContentType="${type}"/></Types>`,
      'word/document2.xml': w('<w:p><w:t>Angebot</w:t></w:p>'),
    });
    expect(await textOf('docx', letter)).toBe('Angebot');
  });

  it.each([
    ['UTF-8', bytesOf('Grüße'), 'Grüße'],
    ['Windows-1252', new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65]), 'Grüße'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x47, 0, 0xfc, 0]), 'Gü'],
  ])('text in %s are read', async (_name, bytes, expected) =>
    expect(await textOf('text', bytes)).toBe(expected),
  );

  it('mail are its subject, people and text; of HTML what is to be seen, and what is attached by name', async () => {
    const mail = [
      'From: Ada Lind <ada@example.com>',
      'To: ben@example.com',
      'Subject: =?utf-8?Q?R=C3=BCckfrage?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Das Dach</p><script>geheim()</script><style>x{}</style><p>ist dicht</p>',
      '--b',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename=Plan.pdf',
      '',
      'x',
      '--b--',
    ].join('\r\n');
    const words = await textOf('eml', bytesOf(mail));
    for (const word of ['Rückfrage', 'Ada Lind', 'ben@example.com', 'Das Dach', 'ist dicht', 'Plan.pdf'])
      expect(words).toContain(word);
    expect(words).not.toContain('geheim');
  });

  it('PDF are read from each page', async () => {
    const { wordsOfPdf } = await import('./pdf.ts');
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    for (const text of ['Section A', 'Section B']) pdf.addPage().drawText(text, { font });
    const bytes = await pdf.save();
    const words = { text: 'Section A\nSection B', isCut: false };
    expect(await wordsOfPdf(new Uint8Array(bytes))).toEqual(words);
    await expect(wordsOfPdf(bytesOf('%PDF-1.7 nothing else'))).rejects.toThrow('no PDF');
  });

  it('other kinds are not looked for', () => {
    expect(['a.docx', 'a.PDF', 'a.tar.gz', 'README', 'a.constructor'].map(contentKindOf)).toEqual([
      ...['docx', 'pdf', undefined, undefined, undefined],
    ]);
  });

  it.each([
    [{ name: 'a.png' }, 'picture'],
    [{ name: 'a.png', thumbnail: {} }, undefined],
    [{ name: 'a.avif' }, 'picture'],
    [{ name: 'a.HEIC' }, undefined],
    [{ name: 'a.eml' }, 'words'],
    [{ name: 'a.eml', searchable: 'never' as const }, 'words'],
    [{ name: 'a.eml', searchable: 'yes' as const }, undefined],
    [{ name: 'a.eml', searchable: 'part' as const }, undefined],
    [{ name: 'a.pdf' }, 'words'],
    [{ name: 'a.pdf', searchable: 'yes' as const }, 'picture'],
    [{ name: 'a.bin' }, undefined],
    [{ name: 'a.pdf', size: contentLimits.fileBytes }, 'words'],
    [{ name: 'a.pdf', size: contentLimits.fileBytes + 1 }, undefined],
    [{ name: 'a.png', size: contentLimits.fileBytes + 1 }, 'picture'],
  ])('says what is still to be read of %j: %s', (file, missing) => expect(unread(file)).toBe(missing));
});

/** The claims of an archive about its entries, as it likes. */
interface Claim {
  names: readonly string[];
  /** 8 where the bytes are deflated, 0 where they are stored. */
  method: 0 | 8;
  /** Bytes that come out of each. */
  claimed: number;
}

/** Returns an archive whose entries are all the same bytes. */
function lyingArchive(packed: Uint8Array, { names, method, claimed }: Claim): Uint8Array<ArrayBuffer> {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(method, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(claimed, 22);
  const central = Buffer.concat(
    names.map((name) => {
      const entry = Buffer.alloc(46 + name.length);
      entry.writeUInt32LE(0x02014b50, 0);
      entry.writeUInt16LE(method, 10);
      entry.writeUInt32LE(packed.length, 20);
      entry.writeUInt32LE(claimed, 24);
      entry.writeUInt16LE(name.length, 28);
      entry.write(name, 46);
      return entry;
    }),
  );
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return new Uint8Array(Buffer.concat([local, packed, central, end]));
}

describe('a file that is made to harm', () => {
  const bomb = deflateRawSync(Buffer.alloc(300 * 1_048_576));
  const one = { names: ['word/document.xml'], method: 8 } as const;

  it('has no words where it says how much comes out of it', async () => {
    const honest = lyingArchive(bomb, { ...one, claimed: 300 * 1_048_576 });
    await expect(wordsOf('docx', honest)).rejects.toThrow('too much comes out');
  });

  it('gets no more room than it says that it needs', () => {
    const lying = lyingArchive(bomb, { ...one, claimed: 1_000 });
    const before = process.memoryUsage().arrayBuffers;
    let unpacked = 0;
    try {
      for (const bytes of unzip(lying, () => true).values()) unpacked += bytes.length;
    } catch {
      // Refused, which is as good.
    }
    expect(unpacked).toBeLessThanOrEqual(1_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50 * 1_048_576);
  });

  it.each([
    ['says that nothing comes out of it', 0, 'other bytes'],
    ['says so honestly', 1_048_576, 'too much comes out'],
  ])('is not copied for each of its entries in one place, where it %s', (_, claimed, why) => {
    const names = Array.from({ length: 100 }, (_, i) => `word/header${i}.xml`);
    const lying = lyingArchive(new Uint8Array(1_048_576), { names, method: 0, claimed });
    expect(() => unzip(lying, () => true)).toThrow(why);
  });

  it('has no words with more entries than anybody writes', () => {
    const many = archive(
      Object.fromEntries(Array.from({ length: contentLimits.entries + 1 }, (_, i) => [`${i}.xml`, ''])),
    );
    expect(() => unzip(many, () => true)).toThrow('too many entries');
  });

  it('expands no entities, and is cut where it is endless', async () => {
    const laughs =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><w:document><w:p><w:t>&b; &lt;ok&#33;</w:t></w:p></w:document>';
    expect(await textOf('docx', archive({ 'word/document.xml': laughs }))).toContain('&b; <ok!');
    const long = archive({ 'content.xml': `<text:p>${'Wort '.repeat(400_000)}</text:p>` });
    const { text, isCut } = await wordsOf('odf', long);
    expect([text.length, isCut]).toEqual([contentLimits.textUnits, true]);
  });

  it('is cut where not all of its bytes are read, whatever they come to', async () => {
    const log = bytesOf(`Anfang${' '.repeat(4 * contentLimits.textUnits)}Ende`);
    expect(await wordsOf('text', log)).toEqual({ text: 'Anfang', isCut: true });
  });

  it('is not cut by white space in heaps, whatever part it stands in', async () => {
    const blank = `<a:t>${' '.repeat(contentLimits.textUnits)}</a:t><a:t>Ende</a:t>`;
    const file = archive({ 'ppt/slides/slide1.xml': blank, 'ppt/slides/slide2.xml': blank });
    expect(await wordsOf('pptx', file)).toEqual({ text: 'Ende\nEnde', isCut: false });
  });

  it('is not read beyond its size, and what is no text is none', async () => {
    await expect(wordsOf('text', new Uint8Array(contentLimits.fileBytes + 1))).rejects.toThrow('too large');
    await expect(wordsOf('text', new Uint8Array([1, 2, 3, 0]))).rejects.toThrow('no text');
    for (const kind of ['docx', 'xlsx', 'pptx', 'odf'] as const)
      await expect(wordsOf(kind, bytesOf('PK\u0003\u0004 broken'))).rejects.toThrow();
  });

  it('ends in words or an error, whatever it is made of', async () => {
    const kinds = ['docx', 'xlsx', 'pptx', 'odf', 'text', 'eml'] as const;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.uint8Array({ maxLength: 2_000 }),
        async (kind, bytes) => {
          const words = await textOf(kind, new Uint8Array(bytes)).catch(() => '');
          expect(words.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', 'a:t', ' ', '!--', '-->', '&#x41;', 'x') }),
        (xml) => {
          expect(wordsOfXml(xml, { lines: new Set(['t']) }).length).toBeLessThanOrEqual(xml.length + 1);
        },
      ),
    );
  });
});

describe('a reader', () => {
  const worker = (onRequest: (worker: ReaderWorker) => void) => {
    const made: ReaderWorker = {
      onmessage: null,
      onerror: null,
      terminate: vi.fn(),
      postMessage: () => onRequest(made),
    };
    return made;
  };
  const file = new Blob(['x']);
  const answers = (data: unknown) => (made: ReaderWorker) =>
    made.onmessage!.call(made as Worker, { data } as MessageEvent);

  it('ends a worker that goes on for ever, and reads the next file', async () => {
    const endless = worker(() => {});
    const quick = worker((made) => {
      answers({ sourceName: 'worker', action: 'ready' })(made);
      answers({ type: 'read', words: 'Plan', isCut: false, thumbnail: undefined })(made);
    });
    const started = [endless, quick];
    const timeout = vi.fn((_ms: number) =>
      started.length === 1 ? Promise.resolve() : new Promise<void>(() => {}),
    );
    const read = createReader(() => started.shift()!, timeout);
    const [first, second] = [read(file, 'a.pdf'), read(file, 'b.txt')];
    expect(await first).toEqual({ words: undefined, searchable: 'never' });
    expect(await second).toEqual({ words: 'Plan', searchable: 'yes' });
    expect(timeout).toHaveBeenCalledWith(contentLimits.time);
    for (const each of [endless, quick]) expect(each.terminate).toHaveBeenCalledOnce();
  });

  it('says of a file without a word in it, a scan, that it is never found by its words', async () => {
    const scan = worker(answers({ type: 'read', words: '', isCut: false, thumbnail: undefined }));
    const read = createReader(
      () => scan,
      () => new Promise(() => {}),
    );
    expect(await read(file, 'a.pdf')).toEqual({ words: '', searchable: 'never' });
  });

  it('says of a file that has more words than were read that a part of it is found by them', async () => {
    const long = worker(answers({ type: 'read', words: 'Plan', isCut: true, thumbnail: undefined }));
    const read = createReader(
      () => long,
      () => new Promise(() => {}),
    );
    expect(await read(file, 'a.pdf')).toEqual({ words: 'Plan', searchable: 'part' });
  });

  it('takes a worker that dies for a file without words, and starts none for kinds without', async () => {
    const dying = worker((made) =>
      made.onerror!.call(made as Worker, { message: 'out of memory', preventDefault() {} } as ErrorEvent),
    );
    const start = vi.fn(() => dying);
    const read = createReader(start, () => new Promise(() => {}));
    expect(await read(file, 'a.docx')).toEqual({ words: undefined, searchable: 'never' });
    expect(await read(file, 'a.exe')).toEqual({});
    expect(start).toHaveBeenCalledOnce();
  });

  it.each([
    [
      'the worker',
      (made: ReaderWorker) => made.onerror!.call(made as Worker, new Event('error') as ErrorEvent),
    ],
    ['what it needs for the file', answers({ type: 'missingCode' })],
  ])('says nothing of a file where the code of %s did not come, and tells it', async (_, onRequest) => {
    const told = vi.fn();
    const stop = missingCode.subscribe(told);
    const read = createReader(
      () => worker(onRequest),
      () => new Promise(() => {}),
    );
    const contents = await read(file, 'a.docx');
    stop();
    expect(contents).toEqual({});
    expect(unread({ name: 'a.docx', ...contents })).toBe('words');
    expect(told).toHaveBeenCalledOnce();
  });

  it('says nothing of a file that could not be had', async () => {
    const read = createReader(
      () => worker(answers({ type: 'missingFile' })),
      () => new Promise(() => {}),
    );
    expect(await read(file, 'a.docx')).toEqual({});
  });

  it('answers at once in the worker where the file cannot be had', async () => {
    const told: ReadAnswer[] = [];
    const page = Object.assign(new EventTarget(), {
      postMessage: (answer: ReadAnswer) => void told.push(answer),
    });
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('postMessage', page.postMessage);
    await import('./contentsWorker.ts');
    const gone = { size: 3, arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
    page.dispatchEvent(new MessageEvent('message', { data: { kind: 'docx', file: gone } }));
    await vi.waitFor(() => expect(told).toEqual([{ type: 'missingFile' }]));
    vi.unstubAllGlobals();
  });
});
