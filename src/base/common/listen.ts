/** Somebody who is told when something changed, and can stop listening. */
export interface Subscription {
  dispose(): void;
}

export type Event<T> = (listener: (value: T) => unknown) => Subscription;
