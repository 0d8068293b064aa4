import type { IconData } from '../../../context/context.ts';

/** A command of the palette: a link or a function. */
export type Command = {
  /** Unique among all groups. */
  id: string;
  label: string;
  /** Further search words. */
  keywords?: string[];
  icon?: IconData;
} & ({ href: string } | { run(): void });

export interface CommandGroup {
  id: string;
  label: string;
  commands: Command[];
}
