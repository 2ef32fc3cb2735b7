/** Functions and values that a test has replaced in VS Code, or elsewhere, until this is disposed of. */
export class Replaced {
  readonly #undo: (() => void)[] = [];

  replace<T extends object>(owner: T, members: { readonly [name in keyof T]?: unknown }): this {
    for (const [name, value] of Object.entries(members)) {
      const real = Object.getOwnPropertyDescriptor(owner, name);
      Object.defineProperty(owner, name, { value, configurable: true, enumerable: true, writable: true });
      this.#undo.unshift(() => {
        if (real) Object.defineProperty(owner, name, real);
        else Reflect.deleteProperty(owner, name);
      });
    }
    return this;
  }

  dispose(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

export function replaced<T extends object>(owner: T, members: { readonly [name in keyof T]?: unknown }): Replaced {
  return new Replaced().replace(owner, members);
}
