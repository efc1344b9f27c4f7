import { useState } from 'react';
import classes from './element-crop.module.css';
import { StatusIcon } from './status.tsx';

interface Props {
  /** Picture of the element; undefined if there is none. */
  url: string | undefined;
  status: 'open' | 'in_progress' | 'resolved';
}

/** Small picture of an element in a row of a list; the icon of the status without one. */
export function ElementCrop({ url, status }: Props) {
  const [failed, setFailed] = useState<string>();
  return (
    <span className={classes.crop} data-status={status} aria-hidden="true">
      {url && url !== failed ? (
        <img src={url} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setFailed(url)} />
      ) : (
        <StatusIcon status={status} />
      )}
    </span>
  );
}
