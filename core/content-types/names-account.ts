/** Whether an address has the name or password of an account, which browsers send and show to nobody; the name may look like a website. */
export function namesAccount(address: string): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
}
