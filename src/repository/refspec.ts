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

/** The full names of the remote's refs that a fetch with these refspecs writes to a ref in the clone; usually one. */
function sourcesOf(refspecs: readonly string[], ref: string): readonly string[] {
  return refspecs.flatMap((refspec) => {
    const [source, destination] = refspec.replace(/^\+/, '').split(':', 2);
    if (source === undefined || destination === undefined) return [];
    const fetched = trackingRefOf([`${destination}:${source}`], ref);
    return fetched !== undefined && trackingRefOf(refspecs, fetched) === ref ? [fetched] : [];
  });
}

/** Pull requests, merge requests and changes have numbers: where they're fetched to `pr/7`, `pr/list` is still a branch. */
const numbered = /\/\d+(?:\/|$)/;

/**
 * False if a fetch with these refspecs writes something else than a branch to a ref in the clone, such as
 * `refs/pull/7/head` to `refs/remotes/origin/pr/7`.
 */
export function mayBeBranch(refspecs: readonly string[], ref: string): boolean {
  return sourcesOf(refspecs, ref).every((source) => source.startsWith('refs/heads/') || !numbered.test(source));
}

/** The name of the remote branch that a fetch with these refspecs writes to a ref in the clone; `undefined` if it's none. */
export function fetchedBranch(refspecs: readonly string[], ref: string): string | undefined {
  if (!mayBeBranch(refspecs, ref)) return undefined;
  return sourcesOf(refspecs, ref)
    .find((source) => source.startsWith('refs/heads/'))
    ?.replace('refs/heads/', '');
}

/** The part of the ref that `*` stands for, empty without one; `undefined` if the pattern doesn't match. */
function starMatch(pattern: string, ref: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === ref ? '' : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = ref.length >= before.length + after.length && ref.startsWith(before) && ref.endsWith(after);
  return fits ? ref.slice(before.length, ref.length - after.length) : undefined;
}
