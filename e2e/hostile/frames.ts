/** Websocket frames (RFC 6455 section 5) as they pass a proxy: what browsers send is masked and has to be unmasked to be read. */

/** Takes the bytes of one direction of a websocket, handshake first; answers the payloads that became complete. */
export function frameReader(): (chunk: Buffer) => Buffer[] {
  let pending: Buffer = Buffer.alloc(0);
  let isOpen = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    const payloads: Buffer[] = [];
    if (!isOpen) {
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return payloads;
      payloads.push(pending.subarray(0, end));
      pending = pending.subarray(end + 4);
      isOpen = true;
    }
    for (let frame = readFrame(pending); frame; frame = readFrame(pending)) {
      payloads.push(frame.payload);
      pending = pending.subarray(frame.end);
    }
    return payloads;
  };
}

/** Returns the first frame of these bytes; undefined while it is not complete. */
function readFrame(bytes: Buffer): { payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const isMasked = (bytes[1]! & 0x80) !== 0;
  const short = bytes[1]! & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const maskAt = 2 + lengthBytes;
  const start = maskAt + (isMasked ? 4 : 0);
  if (bytes.length < start) return undefined;
  const length =
    lengthBytes === 2 ? bytes.readUInt16BE(2) : lengthBytes === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + length) return undefined;
  const payload = Buffer.from(bytes.subarray(start, start + length));
  if (isMasked) for (let i = 0; i < length; i++) payload[i]! ^= bytes[maskAt + (i % 4)]!;
  return { payload, end: start + length };
}
