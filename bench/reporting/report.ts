/** One figure of the benchmark. */
export interface Figure {
  name: string;
  /** `undefined` if it could not be measured on this machine. */
  value: number | undefined;
  unit: 'ratio' | 'ms' | 'kB' | 'MB' | '1/s' | 'count';
  /** Maximum or minimum of the value. */
  budget?: { atMost: number } | { atLeast: number };
}

/** Whether a figure is within its budget; `undefined` without a value or a budget. */
export function keepsBudget({ value, budget }: Figure): boolean | undefined {
  if (value === undefined || budget === undefined) return undefined;
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast;
}

/** A table with name, value, budget, and whether it is met. */
export function formatFigures(figures: Figure[]): string {
  const rows = figures.map((figure) => {
    const kept = keepsBudget(figure);
    return [figure.name, formatValue(figure), formatBudget(figure), kept === undefined ? '' : kept ? 'kept' : 'MISSED'];
  });
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(([name = '', value = '', budget = '', kept = '']) => {
      const [first = 0, second = 0, third = 0] = widths;
      return `${name.padEnd(first)}  ${value.padStart(second)}  ${budget.padEnd(third)}  ${kept}`.trimEnd();
    })
    .join('\n');
}

/** The figures as one JSON document. */
export function formatJson(figures: Figure[], about: { [name: string]: string | number }): string {
  return JSON.stringify(
    { ...about, figures: figures.map((figure) => ({ ...figure, kept: keepsBudget(figure) })) },
    null,
    2,
  );
}

/** The value with its unit, for people. */
export function formatValue({ value, unit }: Figure): string {
  if (value === undefined) return 'not measured';
  if (unit === 'count') return String(value);
  const digits = unit === 'ratio' ? 3 : value < 100 ? 1 : 0;
  const number = value.toFixed(digits).replace(/^-(?=[0.]+$)/, '');
  return `${number}${unit === 'ratio' ? '' : ` ${unit}`}`;
}

/** The budget as `≤ 25` or `≥ 0.8`; empty without one. */
export function formatBudget({ budget }: Figure): string {
  if (budget === undefined) return '';
  return 'atMost' in budget ? `≤ ${budget.atMost}` : `≥ ${budget.atLeast}`;
}
