import { useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useToast } from '../data/use-toast.ts';
import type { AnnotationRowFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import type { Box } from '../picture/pinned-picture.tsx';
import { MovePinDocument } from './pages.generated.ts';
import { type CapturedElement, elementWithBox, loadElements } from './use-elements.ts';
import type { Picture } from './use-page-view.ts';

const NONE: ReadonlyMap<string, Box> = new Map();

/**
 * Attaches pins to elements of the picture. The service locates them in the next capture; until
 * then, they are shown where they were put.
 *
 * @param onMoved receives the number of the comment
 */
export function useMovePin(picture: Picture | undefined, onMoved: (number: number) => void) {
  const { messages } = useApp();
  const toast = useToast();
  const [, run] = useMutation(MovePinDocument);
  const [state, setState] = useState<{ pictureId: string; moves: ReadonlyMap<string, Box> }>();
  const moves = state && state.pictureId === picture?.id ? state.moves : NONE;
  const report = (reason: string) => toast(fill(messages.notSaved, { reason }), undefined, true);

  async function move({ id, number }: AnnotationRowFragment, element: CapturedElement): Promise<void> {
    if (!picture) return;
    const { selector, xpath, text, box } = element;
    const { error } = await run({ id, domFingerprint: { selector, xpath, text } });
    if (error) {
      report(failureText(error, messages));
      return;
    }
    setState((previous) => {
      const known = previous?.pictureId === picture.id ? previous.moves : NONE;
      return { pictureId: picture.id, moves: new Map([...known, [id, box]]) };
    });
    onMoved(number);
  }

  /** Attaches the pin of a comment to the likeliest element, where the picture has it. */
  async function confirm(comment: AnnotationRowFragment): Promise<void> {
    const box = picture?.pins?.nodes.find(({ annotationId }) => annotationId === comment.id)?.box;
    const elements = picture?.recordUrl && (await loadElements(picture.recordUrl));
    const element = box && elements ? elementWithBox(elements, box) : undefined;
    if (element) await move(comment, element);
    else report(messages.noElements);
  }
  return {
    /** Boxes of moved pins by the id of their comment. */
    moves,
    move: (comment: AnnotationRowFragment, element: CapturedElement) => void move(comment, element),
    confirm: (comment: AnnotationRowFragment) => void confirm(comment),
  };
}
