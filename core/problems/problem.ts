/** Something wrong with a value that somebody gave, and where in it. */
export interface Problem {
  path: (string | number)[];
  message: string;
  /** Where the value is a text of many lines: which one, counted from 1. */
  lineInText?: number;
}

/** `languages.es.fields.preparation[2]` */
export function formatPath(path: (string | number)[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}
