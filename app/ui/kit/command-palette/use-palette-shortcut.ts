import { useEffect } from 'react';

/** Handles ⌘K and Ctrl K, except for repeated key events. */
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
