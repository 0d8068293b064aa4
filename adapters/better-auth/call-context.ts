import { AsyncLocalStorage } from 'node:async_hooks';
import type { SessionRecord } from '#core/accounts/account-collections.ts';

/** What one call into better-auth carries to our hooks and our database adapter, and back. */
export interface CallContext {
  /** The moment of the call, in milliseconds since 1970. */
  now: number;
  /** The session that a sign-in is to have; without it, no session is made. */
  session?: { token: string; record: SessionRecord };
  /** The hash of a sign-up that waits: compared where the email has no account, in place of hashing for nothing. */
  waitingPassword?: string;
  /** Set once the password turned out right. */
  passwordWasRight?: boolean;
  /** The error of the store, which better-auth would hide. */
  failure?: unknown;
}

const storage = new AsyncLocalStorage<CallContext>();

/** The context of the call that runs, if any. */
export function callContext(): CallContext | undefined {
  return storage.getStore();
}

/** Calls into better-auth. What the store threw comes out as it was. */
export async function callWith<T>(context: CallContext, call: () => Promise<T>): Promise<T> {
  try {
    return await storage.run(context, call);
  } catch (error) {
    throw context.failure ?? error;
  }
}
