import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkIdentityProject } from './check-project.ts';
import { createIdentityToolkit, type ToolkitOptions } from './identity-toolkit.ts';
import { ProviderFailure } from './provider-error.ts';

/** A provider whose answers the test gives, and the requests that it got. */
async function startProvider(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const options: ToolkitOptions = {
    project: 'demo-meki',
    apiKey: 'a key&more',
    emulatorHost: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessToken: () => Promise.reject(new Error('an emulator needs none')),
    retryWait: () => 1,
  };
  return { requests, options };
}

test('a visitor’s request has the API key, and an administrator’s the credentials', async () => {
  const headers: (string | undefined)[] = [];
  const { requests, options } = await startProvider((request, response) => {
    headers.push(request.headers.authorization);
    response.end('{}');
  });
  const toolkit = createIdentityToolkit(options);
  await toolkit.ask('projects');
  await toolkit.administrate('accounts:lookup', { localId: ['x'] });
  const base = '/identitytoolkit.googleapis.com/v1/projects';
  expect(requests).toEqual([`GET ${base}?key=a%20key%26more`, `POST ${base}/demo-meki/accounts:lookup`]);
  expect(headers).toEqual([undefined, 'Bearer owner']);
});

test.each([
  [503, 2],
  [400, 1],
  [429, 1],
])('an answer %i is asked for %i times', async (status, times) => {
  const { requests, options } = await startProvider((_, response) => response.writeHead(status).end('{}'));
  await expect(createIdentityToolkit(options).ask('projects')).rejects.toThrow(ProviderFailure);
  expect(requests).toHaveLength(times);
});

test('a provider that does not answer in time cannot be reached', async () => {
  const { requests, options } = await startProvider(() => {});
  const failure = createIdentityToolkit({ ...options, requestLimit: 1_000 }).ask('projects');
  await expect(failure).rejects.toMatchObject({ error: { code: 'network-request-failed' } });
  expect(requests).toHaveLength(2);
});

test('an answer that is not JSON is not taken for one', async () => {
  const { options } = await startProvider((_, response) => response.end('<html>'));
  await expect(createIdentityToolkit(options).ask('projects')).rejects.toThrow('did not answer in JSON');
});

test('a project that is ready has no problems', async () => {
  const { options } = await startProvider((_, response) => response.end('{"authorizedDomains":["meki.test"]}'));
  expect(await checkIdentityProject(options, 'https://meki.test')).toEqual([]);
});

test('what a project lacks is told in one sentence each', async () => {
  const { options } = await startProvider((request, response) => {
    if (request.method === 'GET') response.end('{"authorizedDomains":["localhost"]}');
    else if (request.url?.includes(':signIn'))
      response.writeHead(400).end('{"error":{"message":"OPERATION_NOT_ALLOWED"}}');
    else response.writeHead(403).end('{"error":{"status":"PERMISSION_DENIED","message":"Not yours."}}');
  });
  expect(await checkIdentityProject(options, 'https://meki.test')).toEqual([
    'meki.test is not among the authorized domains of the project demo-meki; add it in its console.',
    'The project demo-meki does not let people sign in by email and password; allow it in its console.',
    'GOOGLE_APPLICATION_CREDENTIALS does not work: Identity Platform answered 403: Not yours.',
  ]);
  const wrongKey = await startProvider((_, response) =>
    response.writeHead(400).end('{"error":{"message":"API key not valid.","details":[{"reason":"API_KEY_INVALID"}]}}'),
  );
  expect((await checkIdentityProject(wrongKey.options, 'https://meki.test'))[0]).toBe(
    'MEKI_CLOUD_API_KEY does not work: Identity Platform answered 400: API key not valid.',
  );
});
