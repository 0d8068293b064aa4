import { useEffect, useState } from 'react';

/** The class of the body while only the text is shown (editor.css). */
const ALONE = 'writing-alone';

/** Shows the text alone, without the frame of the admin area, the other language and the fields. */
export function useAlone(): [isAlone: boolean, toggle: () => void] {
  const [isAlone, setAlone] = useState(false);
  useEffect(() => {
    document.body.classList.toggle(ALONE, isAlone);
    return () => document.body.classList.remove(ALONE);
  }, [isAlone]);
  return [isAlone, () => setAlone(!isAlone)];
}
