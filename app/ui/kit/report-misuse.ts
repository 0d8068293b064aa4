/** Reports incorrect use of a component: throws in development, logs in production, where the component continues. */
export function reportMisuse(message: string): void {
  if (import.meta.env.DEV) throw new TypeError(message);
  console.error(message);
}
