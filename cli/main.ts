import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { judgeSite } from '#server/judge-site.ts';
import { promptSecret } from './command-line/prompt-secret.ts';

// The reader of the output may stop early, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});

// A configuration that cannot be read is told in one line; every command imports it.
await import('#site-config').catch(async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { problems } = await judgeSite(root, () => import('#site-config'));
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
});
const { runCommandLine } = await import('./run-command-line.ts');

process.exitCode = await runCommandLine(process.argv.slice(2), {
  variables: process.env,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  ...(process.stdin.isTTY === true && {
    promptSecret: (question) => promptSecret(question, process.stdin, process.stderr),
  }),
  readInput: () => text(process.stdin),
});
