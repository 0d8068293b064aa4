/** When the document of this window was kept, where it comes from the device, in milliseconds since 1970. */
export function readKeptAt(): number | undefined {
  const value = document.documentElement.dataset.keptAt;
  return value === undefined ? undefined : Number(value);
}

export function isFromDevice(): boolean {
  return readKeptAt() !== undefined;
}

/** The window shows something newer now. */
export function removeKeptAt(): void {
  delete document.documentElement.dataset.keptAt;
}
