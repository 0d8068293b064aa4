/** Whether a key is valid. */
export function isFileKey(key: string): boolean {
  return key.length <= 200 && /^[a-z0-9][a-z0-9.-]*(?:\/[a-z0-9][a-z0-9.-]*)*$/.test(key);
}

/** Validates a key. @throws RangeError for anything else, such as a path that leads out of the store. */
export function requireFileKey(key: string): string {
  if (isFileKey(key)) return key;
  throw new RangeError(`"${key}" is not the key of a file`);
}
