interface StorageWindow {
  readonly localStorage: Readonly<Record<string, string>>;
  readonly sessionStorage: Readonly<Record<string, string>>;
  readonly indexedDB: {
    databases(): Promise<readonly { readonly name: string }[]>;
    open(name: string): PageRequest<PageDatabase>;
  };
}

interface PageRequest<T> {
  readonly result: T;
  onsuccess: () => void;
  onerror: () => void;
}

interface PageDatabase {
  readonly objectStoreNames: ArrayLike<string>;
  transaction(name: string): { objectStore(name: string): PageStore };
  close(): void;
}

interface PageStore {
  getAll(): PageRequest<readonly unknown[]>;
  getAllKeys(): PageRequest<readonly unknown[]>;
}

/**
 * Runs in a page. Returns everything that its origin stores in the browser's profile, by place. VS Code's secrets are
 * included, encrypted: marked secrets must not be found there either.
 */
export async function readPageStorage(): Promise<Record<string, string>> {
  const page = globalThis as unknown as StorageWindow;
  const done = <T>(request: PageRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error("The page's storage can't be read."));
    });
  const asText = (value: unknown) =>
    JSON.stringify(value, (_, member: unknown) => {
      const isBinary = member instanceof ArrayBuffer || ArrayBuffer.isView(member);
      return isBinary ? new TextDecoder('latin1').decode(member as ArrayBuffer) : member;
    });
  const found: Record<string, string> = {
    'the local storage': JSON.stringify({ ...page.localStorage }),
    'the session storage': JSON.stringify({ ...page.sessionStorage }),
  };
  for (const { name } of await page.indexedDB.databases()) {
    const database = await done(page.indexedDB.open(name));
    for (const store of Array.from(database.objectStoreNames)) {
      const kept = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(kept.getAllKeys()), done(kept.getAll())]);
      for (const [index, key] of keys.entries())
        found[`the database ${name}/${store}, ${asText(key)}`] = `${asText(key)} ${asText(values[index])}`;
    }
    database.close();
  }
  return found;
}
