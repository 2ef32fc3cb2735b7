import type { Suite } from 'mocha';

/** A suite that is told in order, each test standing on the one before: the order that a seed draws leaves it alone. */
export function story(title: string, tell: (this: Suite) => void): void {
  Object.assign(describe(title, tell), { isStory: true });
}
