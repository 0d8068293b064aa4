import { type CommandOptions, WrongUsage } from './command.ts';

/** What an option that a command cannot do without was given. @throws {WrongUsage} without it, or where it is empty */
export function requireOption(command: string, values: CommandOptions['values'], name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new WrongUsage(`${command} needs --${name}.`);
  return value;
}
