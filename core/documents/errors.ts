/** A write's precondition did not hold. Nothing of its commit was written. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed';
  readonly path: string;
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('PreconditionFailed', value);
  }
}

/** A write or its data is malformed. Nothing of its commit was written. */
export class InvalidWrite extends Error {
  override name = 'InvalidWrite';
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('InvalidWrite', value);
  }
}

/** A query asks for something that no store offers, or names an undeclared collection. */
export class InvalidQuery extends Error {
  override name = 'InvalidQuery';
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('InvalidQuery', value);
  }
}

/** The backing service cannot answer now. `cause` says why. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('StoreUnavailable', value);
  }
}

/**
 * For errors that cross from the server to the pages, which are built with copies of these classes: what a store throws is
 * never of the copy that a use case knows when a page calls it, so that such an error is told by its name.
 */
export function isErrorNamed(name: string, value: unknown): boolean {
  return value instanceof Error && value.name === name;
}
