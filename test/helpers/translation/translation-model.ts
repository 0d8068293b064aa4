/** A block of a text as the model sees it. */
export interface ModelBlock {
  id: string;
  words: string;
}

/** What somebody said or did about a unit of a translation. */
interface Made {
  /** The source unit that it translates; `undefined` if none. */
  of: string | undefined;
  /** What the source said when it was translated; `undefined` if nobody knows. */
  from: string | undefined;
}

export interface ModelState {
  state: 'missing' | 'stale' | 'extra' | 'up to date';
  source?: string;
  unit?: string;
}

/**
 * What a sensible person would say of a translation who watched everybody write it: which block somebody wrote for which, and
 * what the original said then. It knows nothing of links and hashes.
 */
export function createTranslationModel() {
  const made = new Map<string, Made>();
  const sameSense: { source: string; one: string; other: string }[] = [];

  /** Whether two wordings of a source unit differ by minor edits alone. */
  function meansTheSame(source: string, one: string, other: string): boolean {
    const reached = [one];
    for (const words of reached) {
      for (const pair of sameSense.filter((known) => known.source === source)) {
        if (pair.one === words && !reached.includes(pair.other)) reached.push(pair.other);
        if (pair.other === words && !reached.includes(pair.one)) reached.push(pair.one);
      }
    }
    return reached.includes(other);
  }

  return {
    /** Somebody wrote or marked a unit as the translation of what the source says now; `undefined` if it says nothing. */
    translated(unit: string, of: string, from: string | undefined) {
      made.set(unit, { of, from });
    },
    /** Somebody wrote a unit that translates nothing. */
    wroteExtra(unit: string) {
      made.set(unit, { of: undefined, from: undefined });
    },
    sourceOf: (unit: string) => made.get(unit)?.of,
    /** Somebody said while changing a source unit that it says the same in other words. */
    reworded(source: string, before: string, now: string) {
      sameSense.push({ source, one: before, other: now });
    },
    /** Somebody said that the last change of a source unit changes nothing for its translations. */
    minorEdit(source: string, now: string) {
      for (const { of, from } of made.values()) {
        if (of === source && from !== undefined) sameSense.push({ source, one: from, other: now });
      }
    },
    /** The states of all units, in the order of each side: those of the translation, then those that are missing. */
    states(source: readonly ModelBlock[], translation: readonly ModelBlock[]): ModelState[] {
      const sayingNow = new Map(source.filter(({ words }) => words !== '').map(({ id, words }) => [id, words]));
      const written = translation.filter(({ words }) => words !== '');
      const ofWritten = written.map(({ id }): ModelState => {
        const { of, from } = made.get(id) ?? { of: undefined, from: undefined };
        const now = of === undefined ? undefined : sayingNow.get(of);
        if (of === undefined || now === undefined) return { state: 'extra', unit: id };
        const isCurrent = from !== undefined && meansTheSame(of, from, now);
        return { state: isCurrent ? 'up to date' : 'stale', unit: id, source: of };
      });
      const translated = new Set(ofWritten.map((one) => one.source));
      const missing = [...sayingNow.keys()].filter((id) => !translated.has(id));
      return [
        ...ofWritten,
        ...missing.map((id): ModelState => {
          const empty = translation.find(
            (block) => block.id !== id && block.words === '' && made.get(block.id)?.of === id,
          );
          return { state: 'missing', source: id, ...(empty && { unit: empty.id }) };
        }),
      ];
    },
  };
}
