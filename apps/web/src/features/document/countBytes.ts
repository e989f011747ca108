/** Returns a stream that tells how many bytes went through it. */
export const countBytes = (stream: ReadableStream<Uint8Array>, onBytes: (count: number) => void) =>
  stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onBytes(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
