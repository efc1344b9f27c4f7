import { Link } from '@tanstack/react-router';
import type { CombinedError } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { Button, buttonClass } from './button.tsx';
import { Notice } from './notice.tsx';
import { WrongAddress } from './wrong-address.tsx';

/** Shown while a screen loads. Appears late, so that quick loads do not flicker. */
export function Pending() {
  const { messages } = useApp();
  return (
    <Notice title="">
      <p role="status" data-pending="">
        {messages.loading}
      </p>
    </Notice>
  );
}

export function Missing() {
  const { messages } = useApp();
  return (
    <Notice title={messages.notFound}>
      <p>{messages.notFoundHint}</p>
      <Link to="/" className={buttonClass('plain')}>
        {messages.toStart}
      </Link>
    </Notice>
  );
}

/**
 * Shown when a screen cannot be loaded, with the reason; without one when it throws: most often a
 * chunk of an earlier version that no longer exists.
 */
export function Failure({ because }: { because?: CombinedError | undefined }) {
  const { messages } = useApp();
  return (
    <Notice title={messages.failed}>
      {because && <p role="alert">{failureText(because, messages)}</p>}
      <WrongAddress />
      <Button onClick={() => location.reload()}>{messages.retry}</Button>
    </Notice>
  );
}
