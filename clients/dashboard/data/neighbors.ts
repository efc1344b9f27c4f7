import { createContext, useContext } from 'react';

/** The list beside an open thread. */
interface Neighbors {
  /** Opens the comment after `id`, else the one before it; closes the thread without either. */
  openNext(id: string): void;
  close(): void;
}

export const NeighborsContext = createContext<Neighbors>({ openNext: () => {}, close: () => {} });

export const useNeighbors = (): Neighbors => useContext(NeighborsContext);
