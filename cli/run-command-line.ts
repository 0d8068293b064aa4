import { parseArgs } from 'node:util';
import {
  type Command,
  type CommandContext,
  CommandFailure,
  type ExitCode,
  WrongUsage,
} from './command-line/command.ts';
import { shownText } from './command-line/shown-text.ts';
import { backup } from './commands/backup.ts';
import { checkCloudCommand } from './commands/check-cloud.ts';
import { copy } from './commands/copy.ts';
import { doctor } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { mediaDelete } from './commands/media-delete.ts';
import { restore } from './commands/restore.ts';
import { seed } from './commands/seed.ts';
import { serve } from './commands/serve.ts';
import { tokenCreate } from './commands/token-create.ts';
import { tokenList } from './commands/token-list.ts';
import { tokenRevoke } from './commands/token-revoke.ts';
import { userRestore, userRole, userSuspend } from './commands/user-access.ts';
import { userCreate } from './commands/user-create.ts';
import { userList } from './commands/user-list.ts';
import { userRemove } from './commands/user-remove.ts';
import { userSignOut } from './commands/user-sign-out.ts';
import { commandHelp, describeCommands, helpText } from './help-text.ts';

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
  if (values.help === true || positionals[0] === 'help') {
    const text = values.help === true && command?.details ? commandHelp(command) : helpText(COMMANDS);
    context.out(json ? `${JSON.stringify({ ok: true, commands: describeCommands(COMMANDS) })}\n` : text);
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
      options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' }, ...command?.options },
    }) as { values: { [name: string]: string | boolean | undefined }; positionals: string[] };
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}
