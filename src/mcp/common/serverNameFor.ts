/** The name under which a stdio server is sent: servers take letters, digits, `_` and `-` alone. */
export function serverNameFor(name: string): string {
  const taken = name.replace(/[^A-Za-z0-9_-]+/g, '-');
  return taken === name && name !== '' ? name : taken.replace(/^-+|(?<!-)-+$/g, '') || 'server';
}
