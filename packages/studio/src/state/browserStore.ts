/** One object store of a database of the browser; opened for each use, so that no tab blocks another. */
export class BrowserStore {
  constructor(
    private readonly name: string,
    private readonly place: string,
  ) {}

  async use<T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const base = await this.opened();
    try {
      return await answered(request(base.transaction(this.place, mode).objectStore(this.place)));
    } finally {
      base.close();
    }
  }

  private opened(): Promise<IDBDatabase> {
    const request = indexedDB.open(this.name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(this.place);
    return answered(request);
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
