import { parseArgs } from 'node:util';
import project from '../package.json' with { type: 'json' };
import {
  type Command,
  type CommandContext,
  CommandFailure,
  type ExitCode,
  WrongUsage,
} from './command-line/command.ts';
import { backup, restore } from './commands/backup.ts';
import { copy } from './commands/copy.ts';
import { checkCloudCommand, doctor } from './commands/doctor.ts';
import { exportCommand, importCommand, seed } from './commands/import-export.ts';
import { mediaDelete } from './commands/media-delete.ts';
import { tokenCreate, tokenList, tokenRevoke } from './commands/tokens.ts';
import { userCreate, userList, userRemove, userRestore, userRole, userSignOut, userSuspend } from './commands/users.ts';

const serve: Command = {
  name: 'serve',
  operands: '',
  summary: 'serves the site, as npm start does once it is built',
  operandCount: [0, 0],
  async run(_operands, { json }, { variables }) {
    const { startServer } = await import('#server/start-server.ts');
    await startServer(json ? { ...variables, MEKI_LOG: variables.MEKI_LOG || 'json' } : variables);
    return 0;
  },
};

const COMMANDS: Command[] = [
  serve,
  seed,
  importCommand,
  exportCommand,
  userCreate,
  userList,
  userRole,
  userSuspend,
  userRestore,
  userSignOut,
  userRemove,
  tokenCreate,
  tokenList,
  tokenRevoke,
  mediaDelete,
  backup,
  restore,
  copy,
  doctor,
  checkCloudCommand,
];

/** Runs the command in the arguments. Never throws for errors that a user can fix. */
export async function runCommandLine(args: string[], terminal: CommandContext): Promise<ExitCode> {
  const context: CommandContext = {
    ...terminal,
    out: (text) => terminal.out(shownText(text)),
    error: (text) => terminal.error(shownText(text)),
  };
  const json = args.includes('--json');
  try {
    return await run(args, context);
  } catch (error) {
    if (error instanceof WrongUsage) {
      if (json) context.out(`${JSON.stringify({ ok: false, error: error.message })}\n`);
      else context.error(`${error.message}\n\n${helpText(COMMANDS)}`);
      return 2;
    }
    if (!(error instanceof CommandFailure)) throw error;
    if (json) context.out(`${JSON.stringify({ ok: false, error: error.lines.join(' ') })}\n`);
    else context.error(`${error.lines.join('\n')}\n`);
    return 1;
  }
}

async function run(args: string[], context: CommandContext): Promise<ExitCode> {
  const command = findCommand(args);
  const { values, positionals } = parse(args, command);
  const json = values.json === true;
  if (values.help === true || positionals[0] === 'help') return help(positionals, json, context);
  if (values.version === true || (positionals[0] === 'version' && positionals.length === 1)) {
    context.out(json ? `${JSON.stringify({ ok: true, version: project.version })}\n` : `${project.version}\n`);
    return 0;
  }
  if (positionals.length === 0) throw new WrongUsage('Which command?');
  if (!command) throw new WrongUsage(`There is no command "${positionals.slice(0, 2).join(' ')}".`);
  const words = command.name.split(' ').length;
  const operands = positionals.slice(words);
  const [least, most] = command.operandCount;
  if (positionals.slice(0, words).join(' ') !== command.name || operands.length < least || operands.length > most) {
    throw new WrongUsage(`${command.name} takes ${command.operands === '' ? 'no operands' : command.operands}.`);
  }
  return command.run(operands, { json, values }, context);
}

/** Finds the command named by the words before any option. */
function findCommand(args: string[]): Command | undefined {
  const words = args.filter((arg) => !arg.startsWith('-'));
  return COMMANDS.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
}

function parse(args: string[], command: Command | undefined) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean' },
        ...command?.options,
      },
    }) as { values: { [name: string]: string | boolean | undefined }; positionals: string[] };
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

/** Says what the named command does, or those that begin with the word, or all. */
function help(positionals: string[], json: boolean, context: CommandContext): ExitCode {
  const words = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  const command = findCommand(words);
  const chosen = command
    ? [command]
    : COMMANDS.filter(({ name }) => words.length === 0 || name.split(' ')[0] === words[0]);
  if (chosen.length === 0) throw new WrongUsage(`There is no command "${words.join(' ')}".`);
  if (json) context.out(`${JSON.stringify({ ok: true, commands: describeCommands(chosen) })}\n`);
  else if (words.length === 0) context.out(helpText(COMMANDS));
  else context.out(chosen.map(commandHelp).join('\n'));
  return 0;
}

/** The output of `meki help`. */
function helpText(commands: Command[]): string {
  const entries = [
    ...describeCommands(commands).map(({ usage, summary }) => [usage, summary] as const),
    ['help [COMMAND]', 'says this, or what a command does; so does COMMAND --help'] as const,
    ['version', 'says the version, as --version does'] as const,
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
function commandHelp({ name, operands, summary, details = [] }: Command): string {
  const usage = ['npx meki', name, operands, '[--json]'].filter((part) => part !== '').join(' ');
  return [`Usage: ${usage}`, '', summary, '', ...details, ...(details.length > 0 ? [''] : [])].join('\n');
}

function describeCommands(commands: Command[]): { name: string; usage: string; summary: string }[] {
  return commands.map(({ name, operands, summary }) => ({ name, usage: `${name} ${operands}`.trim(), summary }));
}

/** What overwrites the line of progress before, on a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this is looked for
const OVERWRITING = /^\r(?:\u001b\[K)?/;

/** Control characters, and those that change the direction of what follows. */
const OBEYED = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text as a terminal shows it: characters that the terminal would obey, in names and texts of strangers, become escapes, which
 * JSON reads as the same text.
 */
function shownText(text: string): string {
  const start = OVERWRITING.exec(text)?.[0] ?? '';
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return start + text.slice(start.length).replace(OBEYED, escaped);
}
