import { describe, expect, it } from 'vitest';
import { formatDays, formatTime } from './format-hours.ts';

describe('opening hours', () => {
  it('names days in a row as a span, others one by one', () => {
    expect(formatDays([1, 2, 3, 4, 5], 'en-US')).toBe('Monday – Friday');
    expect(formatDays([6], 'es-MX')).toBe('sábado');
    expect(formatDays([7, 6], 'en-US')).toBe('Saturday and Sunday');
    expect(formatDays([1, 3, 5], 'es-MX')).toBe('lunes, miércoles y viernes');
    expect(formatDays([], 'en-US')).toBe('');
  });

  it('writes a time of day as the language does', () => {
    expect(formatTime('07:00', 'en-US').replace(/\s/g, ' ')).toBe('7:00 AM');
    expect(formatTime('20:30', 'de-DE')).toBe('20:30');
    expect(formatTime('9:30', 'de-DE')).toBe('9:30');
  });

  it.each(['7 am', '25:99', ''])('does not make a time of what is none: %j', (time) => {
    expect(() => formatTime(time, 'es-MX')).toThrow(RangeError);
  });
});
