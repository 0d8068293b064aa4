/** A write's precondition did not hold. Nothing of its commit was written. */
export class PreconditionFailed extends Error {
  override name = 'PreconditionFailed';
  readonly path: string;
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
  }
}

/** A write or its data is malformed. Nothing of its commit was written. */
export class InvalidWrite extends Error {
  override name = 'InvalidWrite';
}

/** A query asks for something that no store offers, or names an undeclared collection. */
export class InvalidQuery extends Error {
  override name = 'InvalidQuery';
}

/** The backing service cannot answer now. `cause` says why. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
