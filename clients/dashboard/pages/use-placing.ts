import { useState } from 'react';
import type { AnnotationRowFragment } from '../graphql-types.generated.ts';
import type { Point } from '../picture/pinned-picture-picker.tsx';

/** A choice of a place on the picture: for a new comment, or for the pin of one. */
export type Mode = { kind: 'comment'; point?: Point } | { kind: 'move'; comment: AnnotationRowFragment };

export type Placing = ReturnType<typeof usePlacing>;

/** Keeps the purpose of the next click on the picture. Another picture ends it. */
export function usePlacing(pictureId: string | undefined) {
  const [state, setState] = useState<{ pictureId: string | undefined; mode: Mode }>();
  const mode = state?.pictureId === pictureId ? state?.mode : undefined;
  const start = (next: Mode) => setState({ pictureId, mode: next });
  const stop = () => setState(undefined);
  return {
    mode,
    stop,
    startComment: () => start({ kind: 'comment' }),
    toggleComment: () => (mode?.kind === 'comment' ? stop() : start({ kind: 'comment' })),
    startMove: (comment: AnnotationRowFragment) => start({ kind: 'move', comment }),
    /** Opens the form of a new comment at a point. */
    choose: (point: Point) => start({ kind: 'comment', point }),
  };
}
