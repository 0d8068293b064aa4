/** When this window's document was stored, if it comes from the device, in milliseconds since 1970. */
export function readKeptAt(): number | undefined {
  const value = document.documentElement.dataset.keptAt;
  return value === undefined ? undefined : Number(value);
}

export function isFromDevice(): boolean {
  return readKeptAt() !== undefined;
}

/** Call when the window shows newer content. */
export function removeKeptAt(): void {
  delete document.documentElement.dataset.keptAt;
}
