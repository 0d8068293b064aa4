/**
 * Node's HTTP server. An `import` of it would read all its exports, and two of them load the client behind `fetch` with the certificate
 * authorities: 15 MB and a sixth of the start, for what only requests to the app need.
 */
export const { createServer, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
