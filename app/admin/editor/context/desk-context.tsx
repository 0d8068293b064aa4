import { createContext, useContext } from 'react';
import type { EditorData } from './read-editor.ts';

const DeskContext = createContext<EditorData | undefined>(undefined);

/** What the page of the item started from, for everything on it. */
export const DeskProvider = DeskContext.Provider;

/** @throws Error outside of a desk */
export function useDesk(): EditorData {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('There is no desk around this component');
  return desk;
}
