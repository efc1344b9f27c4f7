import { Suspense, useState } from 'react';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { Crop } from '../picture/crop.tsx';
import { Choices } from '../ui/choices.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { Time } from '../ui/time.tsx';
import classes from './thread-picture.module.css';
import type { Annotation } from './use-thread-actions.ts';

// The picture is enlarged on demand.
const EnlargedPicture = lazyPart(() => import('../picture/enlarged-picture.tsx'));

/**
 * Element that a comment is about: as it was sent, and in the newest capture that has the element.
 * The picture that was sent is first if its author drew on it, or if the capture cannot show the
 * element.
 */
export function ThreadPicture({ annotation }: { annotation: Annotation }) {
  const { messages, language } = useApp();
  const [chosen, setChosen] = useState<'sent' | 'now'>();
  const [failed, setFailed] = useState<string>();
  const [isEnlarged, setEnlarged] = useState(false);
  const { number, sentPicture, lastSeen, anchor } = annotation;
  const sent = sentPicture && sentPicture.url !== failed ? sentPicture : null;
  const meant = lastSeen?.meant;
  if (!sent && !meant) return <p className={classes.none}>{messages.noPicture}</p>;
  const first = sent && (sent.isDrawn || !meant) ? 'sent' : 'now';
  const shown = sent && meant ? (chosen ?? first) : first;
  const isLost = anchor.state === 'orphaned' || anchor.state === 'moved';
  const seenLabel = isLost ? messages.asSeen : messages.asNow;
  const label = fill(messages.pictureOf, { n: number });
  return (
    <figure className={classes.figure}>
      {sent && meant && (
        <figcaption className={classes.caption}>
          <Choices<'sent' | 'now'>
            legend={messages.pictureKind}
            value={shown}
            options={{ sent: messages.asSent, now: seenLabel }}
            onChange={setChosen}
          />
          {shown === 'now' && lastSeen && <Time at={lastSeen.at} language={language} />}
        </figcaption>
      )}
      {!sent && isLost && lastSeen && (
        <figcaption className={classes.caption}>
          {seenLabel} <Time at={lastSeen.at} language={language} />
        </figcaption>
      )}
      <button type="button" className={classes.picture} title={messages.enlarge} onClick={() => setEnlarged(true)}>
        {shown === 'now' && lastSeen && meant ? (
          <Crop imageUrl={lastSeen.imageUrl} {...meant} scale={lastSeen.scale} label={label} />
        ) : (
          <span className={classes.sent}>
            <img src={sent?.url} alt={label} onError={() => setFailed(sent?.url)} />
          </span>
        )}
      </button>
      {sent && lastSeen && !meant && <figcaption className={classes.note}>{messages.hiddenNow}</figcaption>}
      {isEnlarged && (
        <Suspense>
          <EnlargedPicture
            label={label}
            closeLabel={messages.closePicture}
            picture={
              shown === 'now' && lastSeen && meant
                ? { url: lastSeen.imageUrl, scale: lastSeen.scale, ...meant }
                : { url: sent?.url ?? '' }
            }
            onClose={() => setEnlarged(false)}
          />
        </Suspense>
      )}
    </figure>
  );
}
