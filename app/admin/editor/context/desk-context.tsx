import { createContext, useContext } from 'react';
import type { EditorData } from './read-editor.ts';

/** Whether the person has asked in this window what publishing needs: only then what is missing is shown as an error. */
const PublishingChecked = createContext(false);

export const PublishingCheckedProvider = PublishingChecked.Provider;

/** The cover of the item, for the pictures of its texts. */
export interface CoverChoice {
  /** Its media id. */
  media: string | undefined;
  /** Makes a picture the cover, or none. @param alt what the picture shows, which describes the cover where nothing does */
  choose(media: string | undefined, alt?: string | null): void;
}

const CoverChoiceContext = createContext<CoverChoice | undefined>(undefined);

export const CoverChoiceProvider = CoverChoiceContext.Provider;

/** @returns `undefined` for a person who may not change the cover, and for types without one */
export function useCoverChoice(): CoverChoice | undefined {
  return useContext(CoverChoiceContext);
}

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
