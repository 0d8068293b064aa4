import { useFetchers, useSubmit } from 'react-router';

/** Signs out without leaving the page before the server has answered: on failure, the page stays. */
export function useSignOut(action: string): () => void {
  const submit = useSubmit();
  return () => void submit(null, { method: 'post', action, navigate: false });
}

/** Whether the sign-out is in progress. */
export function useIsSigningOut(): boolean {
  return useFetchers().some(({ formAction }) => formAction?.endsWith('/admin/signout'));
}
