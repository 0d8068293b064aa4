import type { IconData } from '../../../context/context.ts';

/** Something that the palette can do: go to a page of the product, or run. */
export type Command = {
  /** Unique among all groups. */
  id: string;
  label: string;
  /** Further words by which people may look for it. */
  keywords?: string[];
  icon?: IconData;
} & ({ href: string } | { run(): void });

export interface CommandGroup {
  id: string;
  label: string;
  commands: Command[];
}
