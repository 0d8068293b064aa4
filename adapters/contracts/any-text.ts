import fc from 'fast-check';

const SURROGATES = 0xd800;
const SURROGATE_COUNT = 0x800;
const LAST = 0x10_ffff;

/**
 * Any character of Unicode. The unit `binary` of fast-check gives the same ones, and notes all 1.1 million of them when it is
 * first used, which takes seconds.
 */
export const anyCharacter = fc.integer({ min: 0, max: LAST - SURROGATE_COUNT }).map(
  (number) => String.fromCodePoint(number < SURROGATES ? number : number + SURROGATE_COUNT),
  (text) => {
    const number = typeof text === 'string' && [...text].length === 1 ? (text.codePointAt(0) ?? -1) : -1;
    if (number < SURROGATES) return number;
    // Half of a pair is no character, and -1 no number of one.
    return number < SURROGATES + SURROGATE_COUNT ? -1 : number - SURROGATE_COUNT;
  },
);

/** Well-formed texts of any characters. */
export function anyText(constraints: fc.StringConstraints = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: anyCharacter });
}
