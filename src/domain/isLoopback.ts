/**
 * Whether a host, as `URL` spells it, is the machine that calls. Names below `localhost` are not: the system may ask the
 * network for them.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
