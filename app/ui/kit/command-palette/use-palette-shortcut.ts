import { useEffect } from 'react';

/** Calls back on ⌘K, and on Ctrl K. Not while a key is held down. */
export function usePaletteShortcut(onShortcut: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const shortcut = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!shortcut || event.repeat || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      onShortcut();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onShortcut]);
}
