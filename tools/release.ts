/**
 * Signs releases of the desktop app; docs/desktop.md says how the key is kept.
 *
 * `node tools/release.ts key <file>` makes a key, sealed with a passphrase, and prints its public half.
 * `node tools/release.ts sign <folder> <key file> <version> <system>=<package> ...` lays `release.json` and its signature
 * beside the packages of a folder.
 *
 * The passphrase is read from `KONTOR_RELEASE_PASSPHRASE`.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Stands before the list in what is signed; `apps/desktop/updates/src/release.rs` expects it. */
const context = Buffer.from('kontor/desktop-release/v1\0');

/** Writes the list of a release. `packages`: the file of each system, and its content. */
export function listOf(version: string, packages: Record<string, { file: string; content: Buffer }>): Buffer {
  const entries = Object.entries(packages).map(([system, { file, content }]) => {
    const sha256 = createHash('sha256').update(content).digest('base64');
    return [system, { file, bytes: content.length, sha256 }];
  });
  return Buffer.from(`${JSON.stringify({ version, packages: Object.fromEntries(entries) }, null, 2)}\n`);
}

/** Signs a list. Returns the signature in base64. */
export const signList = (list: Buffer, key: KeyObject): string =>
  sign(null, Buffer.concat([context, list]), key).toString('base64');

/** Returns the 32 bytes of a public key, in base64, as a build of the app takes it. */
export const publicHalf = (key: KeyObject): string =>
  // The last bytes of an SPKI structure of Ed25519 (RFC 8410) are the key.
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');

/** The systems that packages are made for; an app looks for its own (`apps/desktop/shell/src/updates.rs`). */
const systems = [
  'linux-x86_64-deb',
  'linux-aarch64-deb',
  'linux-x86_64-appimage',
  'linux-aarch64-appimage',
  'windows-x86_64-nsis',
  'macos-universal-dmg',
];

/** Returns the file of each system that `named` (`<system>=<package>`) lists. Throws at what an app refuses, however well it is signed. */
export function filesBySystem(version: string, named: readonly string[]): [system: string, file: string][] {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    throw new Error(`${version} is not a version such as 1.2.0.`);
  return named.map((pair) => {
    const [system, file] = pair.split('=') as [string, string | undefined];
    if (!file) throw new Error(`${pair} is not <system>=<package>.`);
    if (!systems.includes(system)) throw new Error(`${system} is none of ${systems.join(', ')}.`);
    // As `Package::is_plain` has it in `apps/desktop/updates/src/release.rs`.
    if (!/^[A-Za-z0-9_+~-][A-Za-z0-9._+~-]*$/.test(file)) throw new Error(`${file} is not a plain name.`);
    // The version is the package's own, too: whoever takes an old package for a new one is told here.
    if (!file.includes(version)) throw new Error(`${file} does not name version ${version}.`);
    return [system, file];
  });
}

function fail(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function main([verb, ...args]: string[]): void {
  const passphrase = process.env.KONTOR_RELEASE_PASSPHRASE || fail('KONTOR_RELEASE_PASSPHRASE is not set.');
  if (verb === 'key' && args.length === 1) {
    const path = args[0]!;
    if (existsSync(path)) fail(`${path} is there already.`);
    const { privateKey } = generateKeyPairSync('ed25519');
    const sealed = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase });
    writeFileSync(path, sealed, { mode: 0o600 });
    process.stdout.write(`${publicHalf(privateKey)}\n`);
  } else if (verb === 'sign' && args.length > 3) {
    const [folder, keyFile, version, ...named] = args as [string, string, string, ...string[]];
    const key = createPrivateKey({ key: readFileSync(keyFile), passphrase });
    const packages = filesBySystem(version, named).map(
      ([system, file]) => [system, { file, content: readFileSync(join(folder, file)) }] as const,
    );
    const list = listOf(version, Object.fromEntries(packages));
    writeFileSync(join(folder, 'release.json'), list);
    writeFileSync(join(folder, 'release.json.sig'), `${signList(list, key)}\n`);
    process.stdout.write(`${join(folder, 'release.json')} is signed for ${publicHalf(key)}\n`);
  } else fail('Usage: key <file> | sign <folder> <key file> <version> <system>=<package> ...');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  try {
    main(process.argv.slice(2));
  } catch (error) {
    fail((error as Error).message);
  }
