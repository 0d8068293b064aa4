import { useFetchers, useSubmit } from 'react-router';

/** Signs the person out without leaving the page before the server answered: where it does not, everything stays. */
export function useSignOut(action: string): () => void {
  const submit = useSubmit();
  return () => void submit(null, { method: 'post', action, navigate: false });
}

/** Whether the person is being signed out. */
export function useIsSigningOut(): boolean {
  return useFetchers().some(({ formAction }) => formAction?.endsWith('/admin/signout'));
}
