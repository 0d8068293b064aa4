import type { Command } from './command-line/command.ts';

/** The output of `meki help`. */
export function helpText(commands: Command[]): string {
  const entries = [
    ...describeCommands(commands).map(({ usage, summary }) => [usage, summary] as const),
    ['help', 'says this'] as const,
  ];
  const width = Math.max(...entries.map(([usage]) => usage.length));
  return [
    'Usage: npx meki COMMAND [--json]',
    '',
    ...entries.map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}`),
    '',
    '  --json  the result as one line of JSON, for programs',
    '',
    'The data folder is ./data, or the one that MEKI_DATA_DIR names. A server may run on it meanwhile.',
    'Exit code: 0 done, 1 failed, 2 wrong usage.',
    '',
  ].join('\n');
}

/** The output of `--help` of a command. */
export function commandHelp({ name, operands, summary, details = [] }: Command): string {
  return [`Usage: npx meki ${name} ${operands} [--json]`, '', summary, '', ...details, ''].join('\n');
}

export function describeCommands(commands: Command[]): { name: string; usage: string; summary: string }[] {
  return commands.map(({ name, operands, summary }) => ({ name, usage: `${name} ${operands}`.trim(), summary }));
}
