import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The emulator's services, and the variable that names the address of each. */
const VARIABLES = { auth: 'FIREBASE_AUTH_EMULATOR_HOST', firestore: 'FIRESTORE_EMULATOR_HOST' } as const;

const isSupported = process.platform === 'linux' && process.arch === 'x64';

export type EmulatedService = keyof typeof VARIABLES;

export interface Fireemu {
  /** Host and port of each service started. */
  hosts: { [service in EmulatedService]?: string };
  project: string;
  stop(): Promise<void>;
}

/** Why the emulator cannot run here; `undefined` if it can. */
export function whyNoFireemu(): string | undefined {
  if (findBinary()) return undefined;
  if (!isSupported) return `fireemu has no binary for ${process.platform}-${process.arch}`;
  return 'the optional dependency @fireemu/linux-x64 is not installed';
}

export interface FireemuOptions {
  /** `strict` refuses queries without an index; `emulator` needs none. */
  profile?: 'strict' | 'emulator';
  /** The contents of `firestore.indexes.json`. */
  indexes?: object;
  /** The rules for browsers and phones; without any, they may read and write everything. */
  rules?: string;
}

/** Starts the emulator with free ports and no data. */
export async function startFireemu(
  services: EmulatedService[],
  { profile = 'strict', indexes, rules }: FireemuOptions = {},
): Promise<Fireemu> {
  const binary = findBinary();
  if (!binary) throw new Error(whyNoFireemu());
  allowToRun(binary);
  const folder = mkdtempSync(join(tmpdir(), 'meki-fireemu-'));
  const files = {
    'fireemu.json': { schemaVersion: 1, profile, firestore: { edition: 'standard', apiMode: 'native' } },
    'firebase.json': {
      firestore: { ...(indexes && { indexes: 'indexes.json' }), ...(rules && { rules: 'firestore.rules' }) },
    },
    'indexes.json': indexes ?? {},
  };
  writeFileSync(join(folder, 'firestore.rules'), rules ?? '');
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
  const project = 'demo-meki';
  const settings = ['--config', 'fireemu.json', '--firebase-json', 'firebase.json', '--project', project];
  const ports = ['firestore', 'http', 'ui', 'hub', 'logging'].flatMap((name) => [`--${name}-port`, '0']);
  const emulator = spawn(binary, ['up', ...settings, '--only', services.join(), ...ports], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => emulator.once('close', () => resolve()));
  const kill = () => emulator.kill('SIGKILL');
  process.once('exit', kill);
  async function stop(): Promise<void> {
    process.off('exit', kill);
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
  return { hosts: await readHosts(emulator, services), project, stop };
}

/** The addresses that the emulator prints once it listens. */
function readHosts(emulator: ChildProcess, services: EmulatedService[]): Promise<Fireemu['hosts']> {
  return new Promise((resolve, reject) => {
    let text = '';
    emulator.once('error', reject);
    emulator.once('close', (code) => reject(new Error(`fireemu ended with ${code}: ${text}`)));
    emulator.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const found = services.map((service) => [service, new RegExp(`${VARIABLES[service]}=(\\S+)`).exec(text)?.[1]]);
      if (found.every(([, host]) => host)) resolve(Object.fromEntries(found) as Fireemu['hosts']);
    });
  });
}

/** npm installs the file without the permission to run it. */
function allowToRun(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}

function findBinary(): string | undefined {
  if (!isSupported) return undefined;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('@fireemu/linux-x64/package.json'));
    const binary = join(folder, 'bin', 'fireemu');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}
