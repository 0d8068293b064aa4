import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../helpers/project-root.ts';

/** The ways to start the production server. */
export type WayToStart = 'node' | 'npm start' | 'npx meki serve' | 'cli/meki.js serve';

/** The project's own Node. */
export const NODE = join(ROOT, 'node_modules/node/bin/node');

/** The program and its arguments. `node` is what `npm start` runs, without npm, as with a service manager. */
export function commandOf(way: WayToStart): [program: string, ...args: string[]] {
  switch (way) {
    case 'node':
      return [NODE, ...startArguments()];
    case 'npm start':
      return ['npm', 'start'];
    case 'npx meki serve':
      return ['npx', '--no-install', 'meki', 'serve', '--json'];
    case 'cli/meki.js serve':
      return [NODE, 'cli/meki.js', 'serve', '--json'];
  }
}

function startArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  // npm's shell replaces itself with `exec`.
  const [command, ...args] = scripts.start.replace(/^exec /, '').split(' ');
  if (command !== 'node') throw new Error(`npm start runs ${command}, not node`);
  return args;
}
