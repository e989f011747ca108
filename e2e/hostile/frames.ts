/** Websocket frames (RFC 6455 section 5) as they pass a proxy: what browsers send is masked and has to be unmasked to be read. */

/** A frame that passed, with its bytes as they were and the payload in them; or the handshake, with its lines. */
export interface Passed {
  bytes: Buffer;
  payload: Buffer;
  isText: boolean;
}

/** Takes the bytes of one direction of a websocket, handshake first; answers what became complete. */
export function frameReader(): (chunk: Buffer) => Passed[] {
  let pending: Buffer = Buffer.alloc(0);
  let isOpen = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    const passed: Passed[] = [];
    if (!isOpen) {
      const end = pending.indexOf('\r\n\r\n');
      if (end < 0) return passed;
      const [payload, bytes] = [pending.subarray(0, end), pending.subarray(0, end + 4)];
      passed.push({ bytes, payload, isText: false });
      pending = pending.subarray(end + 4);
      isOpen = true;
    }
    for (let frame = readFrame(pending); frame; frame = readFrame(pending)) {
      const bytes = pending.subarray(0, frame.end);
      passed.push({ bytes, payload: frame.payload, isText: (bytes[0]! & 0x0f) === 1 });
      pending = pending.subarray(frame.end);
    }
    return passed;
  };
}

/** Returns a text of 126 to 65,535 bytes as the server sends it, unmasked. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.from([0x81, 126, 0, 0]);
  head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
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
