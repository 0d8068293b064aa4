import { runCommandLine } from '../../../cli/run-command-line.ts';

/** Runs a command, with answers typed at a terminal or with an input. */
export async function runMeki(
  variables: { [name: string]: string },
  args: string[],
  { typed, input }: { typed?: string[]; input?: string } = {},
) {
  const written = { out: '', error: '' };
  const answers = [...(typed ?? [])];
  const code = await runCommandLine(args, {
    variables,
    out(text) {
      written.out += text;
    },
    error(text) {
      written.error += text;
    },
    isTerminal: false,
    ...(typed && { promptSecret: async () => answers.shift() ?? '' }),
    readInput: async () => input ?? '',
  });
  return { code, ...written };
}
