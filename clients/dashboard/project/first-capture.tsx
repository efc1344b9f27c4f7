import { useApp } from '../app-context.ts';
import type { FirstCaptureFragment } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import classes from './install.module.css';

/** The first picture of the site, or why there is none. Its place is kept while it is taken. */
export function FirstCapture({ snapshot }: { snapshot: FirstCaptureFragment }) {
  const { messages } = useApp();
  const { status, url, error, imageUrl, httpStatus, isComplete, isCut, title } = snapshot;
  const hasProblem = httpStatus !== null && httpStatus >= 400;
  return (
    <figure className={classes.capture}>
      <div className={classes.frame}>
        {imageUrl ? <img className={classes.picture} src={imageUrl} alt={title ?? url} /> : null}
        {status === 'processing' && <p role="status">{messages.capturing}</p>}
        {status === 'failed' && <p role="alert">{fill(messages.captureFailed, { reason: error ?? '' })}</p>}
      </div>
      <figcaption className={classes.hint}>
        {url}
        {hasProblem && ` · ${fill(messages.captureStatus, { status: httpStatus })}`}
        {isComplete === false && ` · ${isCut ? messages.captureCut : messages.captureIncomplete}`}
      </figcaption>
    </figure>
  );
}
