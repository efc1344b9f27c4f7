import { type Commenting, makeCommenting } from './commenting.ts';
import type { Desk } from './desk.ts';
import { makeOutbox, type Outbox } from './outbox.ts';
import type { Panels } from './panels.ts';
import { plainJson } from './plain-json.ts';
import styles from './writing.css';

/** The way from the button to a stored comment, and what waits on it. */
export type Writing = Commenting & Pick<Outbox, 'waiting'>;

/** Starts what writing takes; nothing opens by itself. What an overlay before this one could not send is sent. */
export function startWriting(desk: Desk, { words, outline, dialogs }: Panels): Writing {
  const { stage, member, onStored } = desk;
  const { config, request, surface, signal } = stage;
  surface.addStyles(styles);

  const createAsVisitor = (body: object, key: string) =>
    request('/annotations/public', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-project-key': config.key, 'idempotency-key': key },
      body: plainJson({ projectKey: config.key, ...body }),
    });
  const outbox = makeOutbox(
    `${config.apiUrl} ${config.key}`,
    {
      deliver: (body, key) => member()?.create(body, key) ?? createAsVisitor(body, key),
      onArrived: (comment, stored) => commenting.arrived(comment, stored),
      onRefused: (comment) => commenting.refused(comment),
      onChange: desk.refresh,
    },
    signal,
  );
  const commenting = makeCommenting({
    stage,
    words,
    outline,
    dialogs,
    outbox,
    onStored,
    isMember: () => member() !== null,
  });
  return { ...commenting, waiting: outbox.waiting };
}
