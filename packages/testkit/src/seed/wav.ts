/** A sound: RIFF WAVE, 16-bit mono PCM. */
const rate = 8_000;

/** Returns a few soft tones after one another, in Hz, each of half a second. */
export function wav(tones: readonly number[]): Uint8Array {
  const perTone = rate / 2;
  const samples = tones.length * perTone;
  const out = Buffer.alloc(44 + samples * 2);
  out.write('RIFF', 0, 'latin1');
  out.writeUInt32LE(36 + samples * 2, 4);
  out.write('WAVEfmt ', 8, 'latin1');
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20); // PCM
  out.writeUInt16LE(1, 22); // channels
  out.writeUInt32LE(rate, 24);
  out.writeUInt32LE(rate * 2, 28);
  out.writeUInt16LE(2, 32);
  out.writeUInt16LE(16, 34);
  out.write('data', 36, 'latin1');
  out.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++) {
    const [tone, at] = [tones[Math.floor(i / perTone)]!, i % perTone];
    const loudness = Math.sin((Math.PI * at) / perTone) * 9_000;
    out.writeInt16LE(Math.round(loudness * Math.sin((2 * Math.PI * tone * at) / rate)), 44 + i * 2);
  }
  return new Uint8Array(out);
}
