/** VS Code's state, shared by all windows. */
export interface GlobalState {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
