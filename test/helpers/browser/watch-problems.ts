import type { BrowserContext } from '@playwright/test';

/** Collects console warnings and errors, page errors, failed requests, and responses of 400 and above, one line each. */
export function watchProblems(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (['warning', 'error', 'assert'].includes(message.type())) {
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => problems.push(`page error: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // The browser aborts requests when it leaves a page.
    if (reason !== 'net::ERR_ABORTED' && !request.serviceWorker())
      problems.push(`request failed: ${reason} ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`answer ${response.status()}: ${response.url()}`);
  });
  return problems;
}
