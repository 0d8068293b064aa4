import { type CommandOptions, WrongUsage } from './command.ts';

/** The value of a required option. @throws {WrongUsage} if it is missing or empty */
export function requireOption(command: string, values: CommandOptions['values'], name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new WrongUsage(`${command} needs --${name}.`);
  return value;
}
