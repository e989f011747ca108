/**
 * Blobs in any S3-compatible store. All requests are presigned, path style (`<endpoint>/<bucket>/<key>`).
 *
 * Browsers PUT and GET directly, so the bucket needs a CORS rule for the app's origin: methods GET, PUT, HEAD;
 * headers `content-type`, `range`; exposed headers `content-range`, `content-length`. The bucket must not be public.
 */

import { presignedSeconds } from '@kontor/contract/wire/protocol';
import { AwsV4Signer } from 'aws4fetch';
import type { BlobStore, StoredBlob } from './blobStore.ts';

export type S3Options = {
  /** For example `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const unescapeXml = (text: string) =>
  text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => {
    return { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }[name]!;
  });

/** Returns the text of the first `<name>` in a piece of S3's XML, which never nests an element in itself. */
function element(xml: string, name: string): string | undefined {
  const match = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml);
  return match ? unescapeXml(match[1]!) : undefined;
}

/** Parses one page of ListObjectsV2. Source: AWS S3 API reference, "ListObjectsV2". */
export function parseListing(xml: string): { blobs: StoredBlob[]; next: string | undefined } {
  const blobs = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, body]) => ({
    key: element(body!, 'Key') ?? '',
    size: Number(element(body!, 'Size')),
    modifiedAt: new Date(element(body!, 'LastModified') ?? ''),
  }));
  return { blobs, next: element(xml, 'NextContinuationToken') };
}

/** Opens an S3 store. Errors of the service reject with its status; nothing is retried here. */
export function openS3Store({ endpoint, bucket, ...credentials }: S3Options): BlobStore {
  const base = `${endpoint.replace(/\/$/, '')}/${bucket}`;

  const sign = async (method: string, url: string, headers: Record<string, string> = {}): Promise<string> => {
    const address = new URL(url);
    address.searchParams.set('X-Amz-Expires', String(presignedSeconds));
    const signer = new AwsV4Signer({
      ...credentials,
      service: 's3',
      method,
      url: address.href,
      headers,
      signQuery: true,
      // aws4fetch leaves content-length unsigned by default; signed, it bounds what the URL's holder can store.
      allHeaders: true,
    });
    return (await signer.sign()).url.href;
  };

  const call = async (method: string, url: string): Promise<Response> => {
    const answer = await fetch(await sign(method, url), { method, signal: AbortSignal.timeout(30_000) });
    if (!answer.ok && answer.status !== 404) {
      await answer.body?.cancel();
      throw new Error(`S3 answered ${answer.status} to ${method}`);
    }
    return answer;
  };

  return {
    presignPut: (key, size) => sign('PUT', `${base}/${key}`, { 'content-length': String(size) }),
    presignGet: (key) => sign('GET', `${base}/${key}`),
    async head(key) {
      const answer = await call('HEAD', `${base}/${key}`);
      if (answer.status === 404) return undefined;
      return { size: Number(answer.headers.get('content-length')) };
    },
    async delete(key) {
      const answer = await call('DELETE', `${base}/${key}`);
      await answer.body?.cancel();
    },
    async *list(prefix) {
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix });
        if (next) query.set('continuation-token', next);
        const answer = await call('GET', `${base}?${query}`);
        if (answer.status === 404) throw new Error('S3 knows no such bucket');
        const page = parseListing(await answer.text());
        yield* page.blobs;
        next = page.next;
      } while (next);
    },
  };
}
