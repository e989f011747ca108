/** Verifies signed documents in two ways that share no code: as the product does, and by the script in Python; months by the script. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { matchDocument, ProofError, verifySigned } from '@kontor/client/nouns/signedDocument';

const tools = dirname(fileURLToPath(new URL('../../../tools/verify_signature.py', import.meta.url)));
const python = process.env.KONTOR_PYTHON ?? 'python3';

/** Tells if a Python is here that can verify signatures. */
export const hasPython =
  spawnSync(python, ['-c', 'from cryptography.hazmat.primitives.asymmetric import ed25519']).status === 0;

/** Runs Python beside the script that knows nothing of this code; answers what it prints as JSON. `data` is at hand by name. */
export function runPython<T>(data: Readonly<Record<string, string | Uint8Array>>, lines: string): T {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-signed-'));
  try {
    for (const [name, content] of Object.entries(data)) writeFileSync(join(folder, name), content);
    const beginning = `import contextlib, io, json, os, sys
sys.path.insert(0, ${JSON.stringify(tools)})
os.chdir(${JSON.stringify(folder)})
import verify_signature
def verdict(text):
    open("a.json", "w", encoding="utf-8", newline="\\n").write(text)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = verify_signature.main(["a.json", "a.pdf"])
    return "" if status == 0 and "\\nverified: " in said.getvalue() else said.getvalue()
`;
    const { stdout, stderr } = spawnSync(python, ['-c', beginning + lines], { encoding: 'utf8' });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout) as T;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Verifies a signed month with the script that knows nothing of this code. */
export function verifyMonth(file: object): { isVerified: boolean; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-month-'));
  try {
    const path = join(folder, 'month.json');
    writeFileSync(path, JSON.stringify(file));
    const script = join(tools, 'verify_month.py');
    const { status, stdout, stderr } = spawnSync(python, [script, path], { encoding: 'utf8' });
    return { isVerified: status === 0, said: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Says of each proof, with the document, what the script says: '' where it verifies. */
export const verifyOffline = (proofs: readonly string[], document: Uint8Array): string[] =>
  runPython(
    { 'a.pdf': document, all: JSON.stringify(proofs) },
    'print(json.dumps([verdict(text) for text in json.load(open("all", encoding="utf-8"))]))',
  );

/** Says what the product's own verifier says: '' where it verifies. */
export async function verifyHere(proof: string, document: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const { request, state } = await verifySigned(proof);
    const match = await matchDocument(request, document);
    if (match === 'other') return 'document';
    const faults = [
      ...state.signers.flatMap(({ fault }) => fault ?? []),
      ...state.strangers.map(() => 'stranger'),
    ];
    return state.status === 'finished' && faults.length === 0 ? '' : `${state.status} ${faults}`;
  } catch (error) {
    if (error instanceof ProofError) return error.message;
    throw error;
  }
}
