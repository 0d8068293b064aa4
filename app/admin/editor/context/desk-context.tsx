import { createContext, useContext } from 'react';
import type { EditorData } from './read-editor.ts';

/** Whether the person has asked in this window what publishing needs: only then what is missing is shown as an error. */
const PublishingChecked = createContext(false);

export const PublishingCheckedProvider = PublishingChecked.Provider;

const DeskContext = createContext<EditorData | undefined>(undefined);

/** Provides the loaded data of the item's page. */
export const DeskProvider = DeskContext.Provider;

/** @throws Error outside of the provider */
export function useDesk(): EditorData {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('There is no desk around this component');
  return desk;
}

export function usePublishingChecked(): boolean {
  return useContext(PublishingChecked);
}
