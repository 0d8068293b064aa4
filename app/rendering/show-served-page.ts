/**
 * Puts the page back as the server sends it, where the application failed and took it down. Its links and forms work as
 * without script; the scripts themselves do not run again.
 */
export async function showServedPage(): Promise<void> {
  const response = await fetch(window.location.href);
  const served = new DOMParser().parseFromString(await response.text(), 'text/html');
  document.documentElement.replaceWith(served.documentElement);
}
