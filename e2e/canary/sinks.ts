/** Searches every place where the operator of a server could look. */
import { join } from 'node:path';
import { dump, withDatabase } from '../database.ts';
import type { Exchange } from '../hostile/proxy.ts';
import type { Site } from '../hostile/site.ts';
import type { Needle } from './marker.ts';
import { decodeBody, filesBelow, type Hit, searchBytes, searchFiles } from './search.ts';

/** The result of searching one sink. */
export interface SinkReport {
  sink: string;
  /** Files, rows, frames: whatever the sink consists of. */
  pieces: number;
  bytes: number;
  hits: Hit[];
}

/** The names of the sinks that are searched; a report on fewer is a fault. */
export const sinkNames = [
  'database files and write-ahead log',
  'dump',
  'blobs',
  'mails',
  'other files',
  'server log',
  'frames',
  'urls',
  'headers',
  'bodies',
] as const;
type SinkName = (typeof sinkNames)[number];

/** Searches every sink of a site in its present state. */
export async function searchSinks(
  { server, proxy }: Site,
  needles: readonly Needle[],
): Promise<SinkReport[]> {
  const { dataPath } = server;
  // Flushes what the database still holds only in memory to its files.
  await withDatabase(dataPath, (client) => client.query('CHECKPOINT'));
  const tables = [...(await dump(dataPath))];
  const inFolder = (sink: SinkName, belongs: (path: string) => boolean): SinkReport => {
    const found = searchFiles(filesBelow(dataPath).filter(belongs), needles);
    return { sink, pieces: found.files, bytes: found.bytes, hits: found.hits };
  };
  const below = (folder: string) => (path: string) => path.startsWith(join(dataPath, folder, '/'));
  const [isDatabase, isBlob, isMail] = [below('postgres'), below('blobs'), below('mailbox')];
  const { exchanges, frames } = proxy;
  return [
    inFolder('database files and write-ahead log', isDatabase),
    inBytes('dump', tables),
    inFolder('blobs', isBlob),
    inFolder('mails', isMail),
    inFolder('other files', (path) => !isDatabase(path) && !isBlob(path) && !isMail(path)),
    inBytes('server log', [['output', server.output()]]),
    inBytes(
      'frames',
      frames.map((frame) => ['frame', frame]),
    ),
    inBytes(
      'urls',
      exchanges.map(({ method, path }) => [`${method} ${path}`, path]),
    ),
    inBytes(
      'headers',
      exchanges.map(({ requestHeaders, responseHeaders, path }) => [
        path,
        `${requestHeaders}\n${responseHeaders}`,
      ]),
    ),
    inBytes('bodies', exchanges.flatMap(bodiesOf)),
  ];

  function inBytes(sink: SinkName, pieces: (readonly [string, string | Buffer])[]): SinkReport {
    const report: SinkReport = { sink, pieces: 0, bytes: 0, hits: [] };
    for (const [name, content] of pieces) {
      if (content.length === 0) continue;
      const bytes = Buffer.from(content);
      report.pieces += 1;
      report.bytes += bytes.length;
      report.hits.push(...searchBytes(`${sink}: ${name}`, bytes, needles));
    }
    return report;
  }
}

const bodiesOf = ({ path, requestBody, responseBody, responseHeaders }: Exchange): [string, Buffer][] => {
  const encoding = /^content-encoding\n(.*)$/im.exec(responseHeaders)?.[1];
  return [
    [`to ${path}`, requestBody],
    [`from ${path}`, decodeBody(responseBody, encoding)],
  ];
};
