/**
 * Whether a host, as `URL` spells it, is the machine that calls. Names below `localhost` are not: the system may ask the
 * network for them.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/**
 * Whether a host, as `URL` spells it, may be another machine on each machine that calls it: every loopback address,
 * names that systems and containers take for one, and addresses that systems take for their own.
 */
export function differsByMachine(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    /^(?:.+\.)?localhost$|^(?:(?:host|gateway)\.docker|host\.containers)\.internal$/.test(name) ||
    /^(?:127|0)(?:\.\d+){3}$|^\[::1?\]$|^\[::ffff:(?:7f[\da-f]{2}|0):[\da-f]{1,4}\]$/.test(name)
  );
}
