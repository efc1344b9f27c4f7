import { type ReactNode, useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from './button.tsx';

interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

/** Draws the button that appends the next page, if there is one. */
export type More = (info: PageInfo) => ReactNode;

/** Pages of a list, each a component that reads from its cursor on. */
export function Pages({ children }: { children(after: string | undefined, more: More): ReactNode }) {
  const { messages } = useApp();
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return cursors.map((cursor, index) => (
    <Page key={cursor ?? ''}>
      {children(cursor, ({ hasNextPage, endCursor }) => {
        if (!hasNextPage || !endCursor || index < cursors.length - 1) return null;
        return <Button onClick={() => setCursors([...cursors, endCursor])}>{messages.showMore}</Button>;
      })}
    </Page>
  ));
}

const Page = ({ children }: { children: ReactNode }) => children;
