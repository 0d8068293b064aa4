import { text } from 'node:stream/consumers';
import { askSecret } from './command-line/ask-secret.ts';
import { runCommandLine } from './run-command-line.ts';

// The reader of the output may stop early, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(1);
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  variables: process.env,
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  ...(process.stdin.isTTY === true && {
    askSecret: (question) => askSecret(question, process.stdin, process.stderr),
  }),
  readInput: () => text(process.stdin),
});
