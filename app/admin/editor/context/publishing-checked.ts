import { createContext, useContext } from 'react';

/** Whether the person has asked in this window what publishing needs: only then what is missing is shown as an error. */
const PublishingChecked = createContext(false);

export const PublishingCheckedProvider = PublishingChecked.Provider;

export function usePublishingChecked(): boolean {
  return useContext(PublishingChecked);
}
