/** A problem with an input value, and its location. */
export interface Problem {
  path: (string | number)[];
  message: string;
  /** For multi-line texts: the line, from 1. */
  lineInText?: number;
}

/** `languages.es.fields.preparation[2]` */
export function formatPath(path: (string | number)[]): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}
