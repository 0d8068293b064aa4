/** A time as programs write it: hours with one digit or two, and seconds that may be there. */
const TIME = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;

/** A time of day as `07:00`, from `7:00` or `07:00:00` too; `undefined` for what is no time from 00:00 to 23:59. */
export function readTimeOfDay(text: string): string | undefined {
  const [, hour = '', minute] = TIME.exec(text.trim()) ?? [];
  return hour === '' || Number(hour) > 23 ? undefined : `${hour.padStart(2, '0')}:${minute}`;
}
