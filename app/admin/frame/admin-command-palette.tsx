import { useState } from 'react';
import { CommandPalette } from '../../ui/kit/command-palette/command-palette.tsx';
import type { AdminFrameData } from './admin-frame-data.ts';
import { useAdminCommands } from './use-admin-commands.ts';
import { useItemCommands } from './use-item-commands.ts';

interface AdminCommandPaletteProps {
  frame: AdminFrameData;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The command palette with commands of every admin page, and items found by the typed text. */
export function AdminCommandPalette({ frame, open, onOpenChange }: AdminCommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const items = useItemCommands(frame.searchHref, open ? typed : '');
  const commands = useAdminCommands(frame);
  return (
    <CommandPalette
      groups={[...commands, ...items]}
      open={open}
      onOpenChange={(next) => {
        setTyped('');
        onOpenChange(next);
      }}
      onTyped={setTyped}
    />
  );
}
