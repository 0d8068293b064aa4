import { useNavigation } from 'react-router';
import type { PeopleIntent } from './people-answer.ts';

/** Whether one of the page's forms is being submitted. @param about the account's id, or the invitation's email */
export function usePending(intent: PeopleIntent, about: string): boolean {
  const { formData } = useNavigation();
  return formData?.get('intent') === intent && (formData.get('person') ?? formData.get('email')) === about;
}
