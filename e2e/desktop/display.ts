/** Plays what is done beside the app, on the display that it is on. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Presses keys on a keyboard, whichever program has the focus: `ctrl+alt+k` (xdotool(1)). */
export function pressOn(display: string, keys: string): void {
  execFileSync('xdotool', ['key', keys], { env: { ...process.env, DISPLAY: display } });
}

/** Returns a request of X (X Window System Protocol, "Protocol Encoding"), with its length filled in. */
function request(opcode: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.from([opcode, 0, 0, 0]);
  head.writeUInt16LE(1 + body.length / 4, 2);
  return Buffer.concat([head, body]);
}

const words = (...values: number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);

/** Resolves with so many bytes of an answer. */
async function take(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const taken = socket.read(bytes) as Buffer | null;
    if (taken) return taken;
    await once(socket, 'readable');
  }
}

/** Connects to a display. Resolves with what may be asked of it. */
async function connectTo(display: string) {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  await take(socket, (await take(socket, 8)).readUInt16LE(6) * 4);
  /** Resolves with the number of a name, after all that was sent before. */
  const atom = async (name: string) => {
    const padded = Buffer.alloc(Math.ceil(name.length / 4) * 4);
    padded.write(name);
    socket.write(request(16, words(name.length), padded));
    return (await take(socket, 32)).readUInt32LE(8);
  };
  return {
    atom,
    send: (bytes: Buffer) => socket.write(bytes),
    /** Ends it, once all is done that was sent. */
    end: async () => {
      await atom('WM_PROTOCOLS');
      socket.destroy();
    },
  };
}

/** Takes the focus from the window that has it. */
export async function takeFocus(display: string): Promise<void> {
  const { send, end } = await connectTo(display);
  send(request(42, words(0, 0)));
  await end();
}

/** Asks a window, by its title, to close, as the button in its frame does (ICCCM, "Window Deletion"); so often. */
export async function closeOn(display: string, title: string, times: number): Promise<void> {
  const env = { ...process.env, DISPLAY: display };
  const args = ['search', '--onlyvisible', '--name', `^${title}$`];
  const windows = execFileSync('xdotool', args, { env, encoding: 'utf8' }).trim().split('\n').map(Number);
  const { atom, send, end } = await connectTo(display);
  const [protocols, close] = [await atom('WM_PROTOCOLS'), await atom('WM_DELETE_WINDOW')];
  for (let i = 0; i < times; i++)
    for (const window of windows)
      send(
        request(
          25,
          words(window, 0),
          Buffer.from([33, 32, 0, 0]),
          words(window, protocols, close, 0, 0, 0, 0),
        ),
      );
  await end();
}
