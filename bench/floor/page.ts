/**
 * The floor of opening a workspace, in the browser: the same records with nothing around them. Cold: a stream of rows
 * as they come out of the database, each opened on its own, parsed, sealed again in pages of 500 and stored. Warm: the
 * pages read, opened, parsed. Runs by itself, as the path says; needs no library.
 */
export {};

const pageSize = 500;
const tag = 16;
const nonceSize = 12;
const pagesAtOnce = 8;

interface FloorRecord {
  id: string;
  title: string;
}

const request = <T>(of: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    of.onsuccess = () => resolve(of.result);
    of.onerror = () => reject(of.error);
  });

function openStore(): Promise<IDBDatabase> {
  const opening = indexedDB.open('floor', 1);
  opening.onupgradeneeded = () => {
    for (const name of ['page', 'key']) opening.result.createObjectStore(name);
  };
  return request(opening);
}

const gcm = (nonce: Uint8Array<ArrayBuffer>) => ({ name: 'AES-GCM', iv: nonce, tagLength: tag * 8 });

async function open(key: CryptoKey, sealed: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt(gcm(sealed.subarray(0, nonceSize)), key, sealed.subarray(nonceSize));
}

/**
 * Yields the rows of a binary COPY of one bytea column (PostgreSQL 18, COPY, "Binary Format"), as they
 * arrive.
 */
async function* rowsOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>[]> {
  const head = 19; // signature 11, flags 4, extension 4
  let rest = new Uint8Array(0);
  let isStart = true;
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    const view = new DataView(bytes.buffer);
    const rows: Uint8Array<ArrayBuffer>[] = [];
    let at = 0;
    if (isStart && bytes.length >= head) {
      at = head;
      isStart = false;
    }
    // Each row: i16 count of fields (1; -1 ends the stream), i32 length, bytes.
    while (!isStart && at + 6 <= bytes.length) {
      const size = view.getInt32(at + 2);
      if (view.getInt16(at) < 0 || at + 6 + size > bytes.length) break;
      rows.push(bytes.subarray(at + 6, at + 6 + size));
      at += 6 + size;
    }
    rest = bytes.subarray(at);
    if (rows.length > 0) yield rows;
  }
}

const decoder = new TextDecoder();

/** Returns the content of a padded record: u32 length, then JSON. */
const parse = (plain: ArrayBuffer): FloorRecord =>
  JSON.parse(decoder.decode(new Uint8Array(plain, 4, new DataView(plain).getUint32(0))));

async function cold(): Promise<Map<string, FloorRecord>> {
  const [answer, rawKey, db] = await Promise.all([fetch('/copy'), fetch('/key'), openStore()]);
  const key = await crypto.subtle.importKey('raw', await rawKey.arrayBuffer(), 'AES-GCM', false, ['decrypt']);
  const pageKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const records = new Map<string, FloorRecord>();
  const writes: Promise<void>[] = [];
  let page: FloorRecord[] = [];
  const close = () => {
    const full = page;
    page = [];
    writes.push(writePage(db, pageKey, writes.length, full));
  };
  for await (const rows of rowsOf(answer.body!)) {
    const opened = await Promise.all(rows.map((row) => open(key, row)));
    for (const plain of opened) {
      const record = parse(plain);
      records.set(record.id, record);
      page.push(record);
      if (page.length === pageSize) close();
    }
  }
  if (page.length > 0) close();
  await Promise.all(writes);
  const last = db.transaction('key', 'readwrite', { durability: 'strict' });
  last.objectStore('key').put(pageKey, 'page');
  await new Promise((resolve) => {
    last.oncomplete = resolve;
  });
  return records;
}

async function writePage(db: IDBDatabase, key: CryptoKey, n: number, page: FloorRecord[]): Promise<void> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceSize));
  const plain = new TextEncoder().encode(JSON.stringify(page));
  const sealed = await crypto.subtle.encrypt(gcm(nonce), key, plain);
  const transaction = db.transaction('page', 'readwrite');
  transaction.objectStore('page').put({ nonce, sealed }, n);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
}

async function warm(): Promise<Map<string, FloorRecord>> {
  const db = await openStore();
  const [key, names] = await Promise.all([
    request(db.transaction('key').objectStore('key').get('page')) as Promise<CryptoKey>,
    request(db.transaction('page').objectStore('page').getAllKeys()),
  ]);
  const records = new Map<string, FloorRecord>();
  const read = async (name: IDBValidKey) => {
    const stored = request(db.transaction('page').objectStore('page').get(name));
    const { nonce, sealed } = (await stored) as { nonce: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer };
    return crypto.subtle.decrypt(gcm(nonce), key, sealed);
  };
  const reading = names.slice(0, pagesAtOnce).map(read);
  for (let i = 0; i < names.length; i++) {
    const next = names[i + pagesAtOnce];
    const plain = await reading[i]!;
    if (next !== undefined) reading.push(read(next));
    for (const record of JSON.parse(decoder.decode(plain)) as FloorRecord[]) records.set(record.id, record);
  }
  return records;
}

/** Shows the first fifty as a list, with the mark that a bench waits for. */
function show(records: Map<string, FloorRecord>): void {
  document.documentElement.dataset.records = String(records.size);
  for (const { title } of [...records.values()].slice(0, 50)) {
    const item = document.createElement('li');
    item.dataset.listItem = '';
    item.textContent = title;
    document.body.append(item);
  }
}

show(await (location.pathname === '/cold' ? cold() : warm()));
