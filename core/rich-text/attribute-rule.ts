/** What an attribute of a node may be. */
export interface AttributeRule {
  required?: boolean;
  test(value: unknown): boolean;
  /** The valid part of a value that `test` refuses, with its members in a fixed order. */
  repair?(value: unknown): unknown;
  /** Completes "must be …". */
  expected: string;
}
