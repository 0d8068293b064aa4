const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)? ?(?:([Zz])|([+-]\d{2}):?(\d{2}))?$/;
const SPOKEN = /^(?:[A-Za-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2} [A-Za-z]{3,9} \d{4}|\d{4}\/\d{1,2}\/\d{1,2})$/;

/**
 * A date as files of posts have it, as a day or a moment of ISO 8601: `2022-07-08`, `2022-07-08 10:00:00 +0200`, `Jul 08 2022`.
 * A moment without an offset is in UTC. `undefined` for anything else.
 */
export function readDate(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const moment = MOMENT.exec(text);
  if (moment) {
    const [, day, time, seconds = ':00', , hours, minutes] = moment;
    return valid(`${day}T${time}${seconds}${hours ? `${hours}:${minutes}` : 'Z'}`);
  }
  if (DAY.test(text)) return valid(text);
  if (!SPOKEN.test(text)) return undefined;
  const time = Date.parse(`${text} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

function valid(date: string): string | undefined {
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}
