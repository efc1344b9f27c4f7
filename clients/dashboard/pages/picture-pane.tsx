import { ImageOff } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useApp } from '../app-context.ts';
import type { AnnotationRowFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { type PictureHandle, type PicturePin, PinnedPicture } from '../picture/pinned-picture.tsx';
import { PinnedPicturePicker } from '../picture/pinned-picture-picker.tsx';
import { Button } from '../ui/button.tsx';
import { missingFeaturesText } from '../ui/missing-features.ts';
import { Notice } from '../ui/notice.tsx';
import { Pending } from '../ui/states.tsx';
import classes from './page-screen.module.css';
import { PlaceComment } from './place-comment.tsx';
import { type SortedComments, sizeOf } from './sort-comments.ts';
import { type CapturedElement, elementAt } from './use-elements.ts';
import type { PageViewData, Picture } from './use-page-view.ts';
import type { Placing } from './use-placing.ts';

interface Props {
  ref: Ref<PictureHandle>;
  projectId: string;
  view: PageViewData;
  name: string;
  isZoomed: boolean;
  comments: SortedComments;
  hovered: string | undefined;
  selected: string | undefined;
  /** Elements of the picture; undefined until they are needed and loaded. */
  elements: readonly CapturedElement[] | undefined;
  placing: Placing;
  onHover(id: string | undefined): void;
  onOpen(id: string): void;
  onMove(comment: AnnotationRowFragment, element: CapturedElement): void;
  onCommented(id: string): void;
  /** Absent without the right. */
  onCapture: (() => void) | undefined;
  /** Layers over the picture. */
  children: ReactNode;
}

/** The captured page with its pins, or why there is none. */
export function PicturePane(props: Props) {
  const { ref, projectId, view, name, isZoomed, comments, hovered, selected, elements, placing, children } = props;
  const { onHover, onOpen, onMove, onCommented, onCapture } = props;
  const { messages } = useApp();
  const { picture, captures, capture } = view;
  const shown = picture ?? (view.isPictureMissing ? undefined : capture);
  if (!shown) {
    if (captures.length > 0 && !view.isPictureMissing) return <Pending />;
    return (
      <Notice title={messages.noPictureOfPage}>
        <p>{messages.noPictureOfPageHint}</p>
        {onCapture && (
          <Button kind="primary" onClick={onCapture}>
            {messages.captureNow}
          </Button>
        )}
      </Notice>
    );
  }
  const size = sizeOf(shown);
  const { mode } = placing;
  const pins: PicturePin[] = [
    ...comments.pinned.map((placed) => ({ ...placed, isUnsure: false })),
    ...comments.moved.map((placed) => ({ ...placed, isUnsure: true })),
  ].map(({ comment: { id, number, status, content }, box, point, isUnsure }) => ({
    id,
    number,
    box,
    point,
    status,
    isUnsure,
    label: `#${number} ${content.slice(0, 80)} (${isUnsure ? messages.moved : messages[status]})`,
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll the picture
    <section className={classes.scroller} aria-label={fill(messages.pictureOfPage, { page: name })} tabIndex={0}>
      <PinnedPicture
        ref={ref}
        imageUrl={shown.imageUrl ?? ''}
        size={size}
        label={fill(messages.pictureOfPage, { page: name })}
        isZoomed={isZoomed}
        pins={pins}
        hovered={hovered}
        selected={selected}
        onHover={onHover}
        onOpen={onOpen}
        failure={
          <Notice title={messages.pictureFailed}>
            <ImageOff size={20} aria-hidden="true" />
            <Button onClick={view.readPicture}>{messages.retry}</Button>
          </Notice>
        }
      >
        {children}
        {mode && !(mode.kind === 'comment' && mode.point) && (
          <PinnedPicturePicker
            size={size}
            label={messages.choosePlace}
            find={(point) => {
              const element = elements && elementAt(elements, point);
              return element && { box: element.box, text: `${element.tag} ${element.text.slice(0, 80)}` };
            }}
            onPick={(point) => {
              if (mode.kind === 'comment') {
                placing.choose(point);
                return;
              }
              const element = elements && elementAt(elements, point);
              if (!element) return;
              placing.stop();
              onMove(mode.comment, element);
            }}
          />
        )}
        {picture && mode?.kind === 'comment' && mode.point && (
          <PlaceComment
            projectId={projectId}
            picture={picture}
            point={mode.point}
            onDone={onCommented}
            onCancel={placing.stop}
          />
        )}
      </PinnedPicture>
    </section>
  );
}

interface NoticesProps {
  picture: Picture;
  placing: Placing;
  /** Whether the elements of the picture could not be read. */
  hasNoElements: boolean;
}

/** Problems of the capture, and the purpose of the next click on it. */
export function PictureNotices({ picture, placing, hasNoElements }: NoticesProps) {
  const { messages } = useApp();
  const { httpStatus, isComplete, isCut, missingFeatures } = picture;
  const { mode } = placing;
  return (
    <>
      {httpStatus !== null && httpStatus >= 400 && (
        <p className={classes.problem}>{fill(messages.captureStatus, { status: httpStatus })}</p>
      )}
      {isComplete === false && (
        <p className={classes.problem}>{isCut ? messages.captureCut : messages.captureIncomplete}</p>
      )}
      {missingFeatures.length > 0 && (
        <p className={classes.problem}>{missingFeaturesText(messages, missingFeatures)}</p>
      )}
      {mode && !(mode.kind === 'comment' && mode.point) && (
        <div className={classes.mode} role="status">
          <span>
            {mode.kind === 'comment'
              ? messages.clickToComment
              : fill(messages.clickToMove, { n: `#${mode.comment.number}` })}
            {hasNoElements && mode.kind === 'move' && ` ${messages.noElements}`}
          </span>
          <Button kind="quiet" onClick={placing.stop}>
            {messages.cancel}
          </Button>
        </div>
      )}
    </>
  );
}
