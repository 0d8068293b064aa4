import { parseArgs } from 'node:util';
import { type Command, type CommandContext, CommandFailure, type ExitCode } from './command.ts';
import { doctor } from './commands/doctor.ts';
import { importCommand } from './commands/import.ts';
import { seed } from './commands/seed.ts';
import { serve } from './commands/serve.ts';
import { describeCommands, helpText } from './help-text.ts';

const COMMANDS: Command[] = [serve, seed, importCommand, doctor];

/** Runs what the arguments ask for. Never throws for anything that a person can put right. */
export async function runCommandLine(args: string[], context: CommandContext): Promise<ExitCode> {
  const json = args.includes('--json');
  const wrongUsage = (message: string): ExitCode => {
    if (json) context.out(`${JSON.stringify({ ok: false, error: message })}\n`);
    else context.error(`${message}\n\n${helpText(COMMANDS)}`);
    return 2;
  };

  let parsed: { values: { json: boolean; help: boolean }; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
    });
  } catch (error) {
    return wrongUsage(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
  const [name, ...operands] = parsed.positionals;
  if (parsed.values.help || name === 'help') {
    context.out(json ? `${JSON.stringify({ ok: true, commands: describeCommands(COMMANDS) })}\n` : helpText(COMMANDS));
    return 0;
  }
  if (name === undefined) return wrongUsage('Which command?');
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (!command) return wrongUsage(`There is no command "${name}".`);
  const [least, most] = command.operandCount;
  if (operands.length < least || operands.length > most) {
    return wrongUsage(`${name} takes ${command.operands === '' ? 'no operands' : command.operands}.`);
  }
  try {
    return await command.run(operands, { json }, context);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    if (json) context.out(`${JSON.stringify({ ok: false, error: error.lines.join(' ') })}\n`);
    else context.error(`${error.lines.join('\n')}\n`);
    return 1;
  }
}
