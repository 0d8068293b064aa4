import { z } from 'zod';
import { type Problem, schemaProblems } from '#core/problems/problem.ts';
import { named } from './shared-schemas.ts';

/** One error in a request, and its location: a JSON Pointer into the body, or a query parameter. */
export const problemEntrySchema = z.object({
  pointer: z.string().exactOptional(),
  parameter: z.string().exactOptional(),
  detail: z.string(),
  code: z.string(),
  severity: z.enum(['error', 'warning']).exactOptional(),
  language: z.string().exactOptional(),
  field: z.string().exactOptional(),
  block: z.string().exactOptional(),
  unit: z.string().exactOptional(),
  target: z.string().exactOptional(),
  limit: z.number().exactOptional(),
  bytes: z.number().exactOptional(),
});

export type ProblemEntry = z.infer<typeof problemEntrySchema>;

/** A problem document. Source: RFC 9457. */
export const problemSchema = named(
  'Problem',
  z.object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    errors: z.array(problemEntrySchema).exactOptional(),
  }),
);

/** The kinds of problems, with status and title. */
const KINDS = {
  'bad-request': [400, 'The request cannot be read'],
  'invalid-query': [400, 'A parameter of the query is not valid'],
  unauthorized: [401, 'A valid token is required'],
  forbidden: [403, 'The role of the token does not allow this'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'The method is not allowed at this address'],
  conflict: [409, 'The state of the item or file does not allow this'],
  'only-in-draft': [409, 'It was written only into the draft'],
  'version-changed': [412, 'The item has changed since'],
  'too-large': [413, 'The request is too large'],
  'draft-too-large': [413, 'The draft has no room for this'],
  'unsupported-media-type': [415, 'The type of the body is not supported'],
  invalid: [422, 'The contents of the request are not valid'],
  'checks-failed': [422, 'The item has errors that prevent publishing'],
  'too-many-requests': [429, 'Too many requests'],
  unavailable: [503, 'The server is temporarily unavailable'],
  'internal-error': [500, 'Internal error'],
} as const satisfies { [kind: string]: [status: number, title: string] };

export type ProblemKind = keyof typeof KINDS;

/** Maximum entries of a problem document: a body can have as many errors as characters. */
const MAX_ERRORS = 100;

/** Thrown while answering a request, and sent as a problem document. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly kind: ProblemKind;
  readonly errors: ProblemEntry[];
  readonly headers: { [name: string]: string };
  constructor(
    kind: ProblemKind,
    detail: string,
    { errors = [], headers = {} }: { errors?: ProblemEntry[]; headers?: { [name: string]: string } } = {},
  ) {
    super(detail);
    this.kind = kind;
    this.errors = errors;
    this.headers = headers;
  }
}

export function problemResponse({ kind, message, errors, headers }: ApiProblem): Response {
  const [status, title] = KINDS[kind];
  const document: z.infer<typeof problemSchema> = {
    type: `urn:meki:problem:${kind}`,
    title,
    status,
    detail: errors.length > MAX_ERRORS ? `${message} errors has the first ${MAX_ERRORS} of ${errors.length}.` : message,
    code: kind,
    ...(errors.length > 0 && { errors: errors.slice(0, MAX_ERRORS) }),
  };
  return new Response(JSON.stringify(document), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });
}

/** Converts schema errors of a body to entries. @param at location of the value in the body */
export function bodyErrors(error: z.ZodError, at: (string | number)[] = []): ProblemEntry[] {
  return schemaProblems(error, at).map((problem) => bodyError(problem));
}

export function bodyError({ path, message }: Pick<Problem, 'path' | 'message'>, code?: string): ProblemEntry {
  return { pointer: pointerOf(path), detail: message, code: code ?? codeOf(message) };
}

/** A JSON Pointer. Source: RFC 6901. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function codeOf(message: string): string {
  if (message === 'there is no such member') return 'unknown-member';
  return message === 'is missing' ? 'missing' : 'invalid';
}
