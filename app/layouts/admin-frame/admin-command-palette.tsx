import { CommandPalette } from '../../ui/kit/command-palette/command-palette.tsx';
import type { AdminFrameData } from './admin-frame-data.ts';
import { useAdminCommands } from './use-admin-commands.ts';

interface AdminCommandPaletteProps {
  frame: AdminFrameData;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The palette with what every admin page offers. */
export function AdminCommandPalette({ frame, open, onOpenChange }: AdminCommandPaletteProps) {
  return <CommandPalette groups={useAdminCommands(frame)} open={open} onOpenChange={onOpenChange} />;
}
