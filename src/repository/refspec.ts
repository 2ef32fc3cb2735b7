/**
 * The ref in the clone that a fetch with these refspecs updates for a ref of the remote; `undefined` if it isn't fetched.
 * @param refspecs values of `remote.<name>.fetch`: `+refs/heads/*:refs/remotes/origin/*`
 * @param ref full name on the remote: `refs/heads/main`
 */
export function trackingRefOf(refspecs: readonly string[], ref: string): string | undefined {
  const excluded = refspecs.filter((refspec) => refspec.startsWith('^'));
  if (excluded.some((refspec) => starMatch(refspec.slice(1), ref) !== undefined)) return undefined;
  for (const refspec of refspecs.filter((candidate) => !candidate.startsWith('^'))) {
    const [source = '', destination = ''] = refspec.replace(/^\+/, '').split(':', 2);
    const part = starMatch(source, ref);
    if (part !== undefined && destination !== '') return destination.replace('*', () => part);
  }
  return undefined;
}

/** The part of the ref that `*` stands for, empty without one; `undefined` if the pattern doesn't match. */
function starMatch(pattern: string, ref: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === ref ? '' : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = ref.length >= before.length + after.length && ref.startsWith(before) && ref.endsWith(after);
  return fits ? ref.slice(before.length, ref.length - after.length) : undefined;
}
