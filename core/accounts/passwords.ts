import type { IdentityError } from './identity-error.ts';

/**
 * Where passwords are kept. Documents store a holder of each password, an opaque text: a hash, or the name of an account at a
 * provider. A holder never gets another password, so that the commit that stores a holder decides which password is valid.
 */
export interface Passwords {
  /**
   * Takes a password. @returns its holder, of 20 characters or more @throws {PasswordsBusy} @throws {PasswordsUnavailable}
   */
  hold(password: string): Promise<string>;
  /**
   * Whether `password` is that of the holder. Does the same work without a holder.
   * @param email of the account; `undefined` for the holder of a pending sign-up, or without a holder
   * @throws {PasswordsBusy} @throws {PasswordsUnavailable}
   */
  verify(holder: string | undefined, password: string, email: string | undefined): Promise<boolean>;
  /**
   * A holder that no password opens, for accounts whose password stays with another backend. The same text gives the same holder.
   */
  unusable(text: string): string;
  /** The work done for passwords so far: hashes, or requests to the provider. */
  readonly count: number;
  /** Missing if nothing but the holder exists. */
  readonly provider?: PasswordProvider;
}

/** A service with accounts of its own, which follow the documents: it is told after each commit. All its actions are idempotent. */
export interface PasswordProvider {
  /**
   * Gives the holder's account the confirmed email, and deletes the account of the former holder.
   * @returns the holder to store in its place @throws {PasswordsUnavailable}
   */
  settle(holder: string, email: string, former: string | undefined): Promise<string>;
  /** Whether `settle` has been done for this email. */
  isSettled(holder: string, email: string): boolean;
  /** Deletes the account of a holder. @throws {PasswordsUnavailable} */
  release(holder: string): Promise<void>;
  /**
   * Deletes the site's accounts at the provider that were created before `before` and belong to none of these holders.
   * @returns their number @throws {PasswordsUnavailable}
   */
  prune(holders: Iterable<string>, before: number): Promise<number>;
  /**
   * Takes passwords of which only the hashes are known, in PHC format, such as those of another backend. `settle` gives their
   * accounts the emails. Idempotent. @returns the holders in order; `undefined` for a hash that the provider cannot verify: the
   * person needs a reset by code @throws {PasswordsUnavailable}
   */
  takeHashes(hashes: string[]): Promise<(string | undefined)[]>;
  /** The host names that the provider authorizes. @throws {PasswordsUnavailable} */
  authorizedDomains(): Promise<string[]>;
}

/** Too many passwords wait. Retry in some seconds. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy';
}

/** The provider cannot be reached, or refused; `error` is the answer of the operation. */
export class PasswordsUnavailable extends Error {
  override name = 'PasswordsUnavailable';
  readonly error: IdentityError;

  constructor(message: string, error: IdentityError, options?: ErrorOptions) {
    super(message, options);
    this.error = error;
  }
}
