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

/** A write or its data is invalid. Nothing of its commit was written. */
export class InvalidWrite extends Error {
  override name = 'InvalidWrite';
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('InvalidWrite', value);
  }
}

/** A stored document does not match its collection's schema. Another version of the program wrote it. */
export class MisfitDocument extends Error {
  override name = 'MisfitDocument';
  readonly path: string;
  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`${path} does not fit its collection: ${reason}`, options);
    this.path = path;
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('MisfitDocument', value);
  }
}

/** A query is not supported by the port, or names an undeclared collection. */
export class InvalidQuery extends Error {
  override name = 'InvalidQuery';
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('InvalidQuery', value);
  }
}

/** The backing service cannot answer now. `cause` has the reason. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isErrorNamed('StoreUnavailable', value);
  }
}

/**
 * For errors that cross from the server to the pages, which are bundled with copies of these classes: `instanceof` fails there,
 * so such errors are identified by name.
 */
export function isErrorNamed(name: string, value: unknown): boolean {
  return value instanceof Error && value.name === name;
}
