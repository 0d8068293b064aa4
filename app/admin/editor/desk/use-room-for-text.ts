import { useEffect } from 'react';

/** Height in CSS pixels below which the fields above the text leave it too little room, as above the keyboard of a phone. */
const SHORT = 600;

/** In a short window, the text that somebody writes in is moved up to the action bar. */
export function useRoomForText(): void {
  useEffect(() => {
    const makeRoom = () => {
      const text = document.activeElement?.closest('.desk-text')?.getBoundingClientRect();
      const bar = document.querySelector('[data-desk-bar]')?.getBoundingClientRect();
      const height = window.visualViewport?.height ?? window.innerHeight;
      if (!text || !bar || height >= SHORT) return;
      const excess = text.top - bar.height;
      if (excess > 0) window.scrollBy({ top: excess, behavior: 'instant' });
    };
    // Not on focus: a text that moves under a pressed pointer is selected.
    window.addEventListener('click', makeRoom);
    window.visualViewport?.addEventListener('resize', makeRoom);
    return () => {
      window.removeEventListener('click', makeRoom);
      window.visualViewport?.removeEventListener('resize', makeRoom);
    };
  }, []);
}
