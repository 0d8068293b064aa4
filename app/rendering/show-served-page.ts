/**
 * Restores the page as sent by the server, after the application has crashed. Links and forms work as without script; scripts
 * do not run again.
 */
export async function showServedPage(): Promise<void> {
  const response = await fetch(window.location.href);
  const served = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.documentElement.replaceWith(served.documentElement);
}
